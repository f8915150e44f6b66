import { contract, type Schema } from '@textloom/shared/contract';

const { account, broadcast, contact, conversation, number } = contract;

/**
 * What happens if an optional field of one operation has no value. The node must not do it because an
 * expression finds nothing.
 */
export const effectsWithoutValue: ReadonlyMap<Schema, string> = new Map<Schema, string>([
	[account.update.input.properties.retention, 'the service would keep messages or texts forever'],
	[
		contact.delete.input.properties.erase,
		'the service would keep everything else about the person',
	],
	[number.release.input.properties.release_at_carrier, 'the carrier would keep the number'],
	[conversation.read.input.properties.last_message_id, 'newer messages would count as read'],
	[conversation.open.input.properties.number, 'the default number would be used'],
	[
		broadcast.create.input.properties.messages_per_minute,
		'the broadcast would go out as fast as possible',
	],
]);
