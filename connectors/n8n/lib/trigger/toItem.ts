import type { IDataObject } from 'n8n-workflow';
import { contactName } from '@textloom/shared/connector/labels';
import { broadcastSchema, contactSchema, type Event } from '@textloom/shared/contract';
import { simplifiedSchema, toOutput } from '../operations/output.ts';

const received = [
	...['text', 'from', 'to', 'contact_name', 'media', 'keyword', 'possible_keyword', 'burst'],
	...['in_reply_to', 'conversation_id', 'contact_id', 'id', 'created_at'],
];
const status = [
	...['text', 'from', 'to', 'status', 'previous_status', 'failure', 'contact_id'],
	...['reference', 'metadata', 'segments', 'conversation_id', 'broadcast_id'],
	...['automatic', 'id', 'created_at'],
];
const contact = [...Object.keys(simplifiedSchema(contactSchema).properties), 'previous_status'];
const broadcast = Object.keys(simplifiedSchema(broadcastSchema).properties);

/** Lists the fields that "Simplify" keeps, if it applies to the event. As in `output.ts`, add names but never remove any. */
export function listKeptFields(type: Event['type']): readonly string[] | undefined {
	if (type === 'message.received') return received;
	if (type.startsWith('message.')) return status;
	if (type.startsWith('contact.')) return contact;
	return type.startsWith('broadcast.') ? broadcast : undefined;
}

/** Returns the name of the contact, because "Simplify" omits the contact. */
const readContactName = (data: Event['data']): IDataObject =>
	'contact' in data ? { contact_name: (data.contact && contactName(data.contact)) || null } : {};

/** Returns the output of the trigger. The fields that most workflows need come first. */
export function toItem({ id, type, timestamp, data }: Event, isSimplified: boolean): IDataObject {
	const all = { ...readContactName(data), ...toOutput(data) };
	const kept = listKeptFields(type) ?? Object.keys(all);
	return {
		...Object.fromEntries(kept.map((name) => [name, all[name]])),
		...(!isSimplified && all),
		event_id: id,
		event_type: type,
		event_time: timestamp,
	};
}
