import type { IDataObject } from 'n8n-workflow';
import { contactName } from '@textloom/shared/connector/labels';
import { contactSchema, conversationSchema, events, type Event } from '@textloom/shared/contract';
import { keptFields, type FieldList } from '../operations/keptFields.ts';
import { pick, toOutput } from '../operations/output.ts';

const received = [
	'text',
	'from',
	'to',
	'contact_name',
	'media',
	'keyword',
	'possible_keyword',
	'burst',
	'in_reply_to',
	'conversation_id',
	'contact_id',
	'id',
	'created_at',
];
const status = [
	'text',
	'from',
	'to',
	'status',
	'previous_status',
	'failure',
	'contact_id',
	'reference',
	'metadata',
	'segments',
	'conversation_id',
	'broadcast_id',
	'automatic',
	'sequence',
	'id',
	'created_at',
];
const contact = [...keptFields.get(contactSchema)!, 'previous_status'];
const conversation = ['contact_name', ...keptFields.get(conversationSchema)!];

/** Lists the fields that "Simplify" keeps. As in `keptFields.ts`, add names but never remove any. */
function listKeptFields(type: Event['type']): FieldList | undefined {
	if (type === 'message.received') return received;
	if (type.startsWith('message.')) return status;
	if (type.startsWith('contact.')) return contact;
	return type.startsWith('conversation.') ? conversation : keptFields.get(events[type].data);
}

/** Returns the name of the contact, because "Simplify" omits the contact. */
const readContactName = (data: Event['data']): IDataObject =>
	'contact' in data ? { contact_name: (data.contact && contactName(data.contact)) || null } : {};

/** Returns the output of the trigger. The fields that most workflows need come first. */
export function toItem({ id, type, timestamp, data }: Event, isSimplified: boolean): IDataObject {
	const all = { ...readContactName(data), ...toOutput(data) };
	return {
		...pick(all, listKeptFields(type) ?? Object.keys(all)),
		...(!isSimplified && all),
		event_id: id,
		event_type: type,
		event_time: timestamp,
	};
}
