import type { IDataObject } from 'n8n-workflow';
import { contactSchema, type Event } from '@textloom/shared/contract';
import { simplifiedSchema, toOutput } from '../operations/output.ts';

const received = [
	...['text', 'from', 'to', 'media', 'keyword', 'in_reply_to', 'contact_id'],
	...['id', 'created_at'],
];
const status = [
	...['text', 'from', 'to', 'status', 'previous_status', 'failure', 'contact_id'],
	...['reference', 'metadata', 'segments', 'id', 'created_at'],
];
const contact = [...Object.keys(simplifiedSchema(contactSchema).properties), 'previous_status'];

/** Lists the fields that "Simplify" keeps. As in `output.ts`, add names but never remove any. */
function keptOf(type: Event['type']): readonly string[] | undefined {
	if (type === 'message.received') return received;
	if (type.startsWith('message.')) return status;
	return type.startsWith('contact.') ? contact : undefined;
}

/** Returns the output of the trigger. The fields that most workflows need come first. */
export function itemOf({ id, type, timestamp, data }: Event, isSimplified: boolean): IDataObject {
	const all = toOutput(data);
	const kept = keptOf(type) ?? Object.keys(all);
	return {
		...Object.fromEntries(kept.map((name) => [name, all[name]])),
		...(!isSimplified && all),
		event_id: id,
		event_type: type,
		event_time: timestamp,
	};
}
