import { contactLabel } from '@textloom/shared/connector/labels';
import type { Conversation } from '@textloom/shared/contract';
import { searchOf } from '../../../lib/fields/search.ts';

export const searchConversations = searchOf<Conversation>({
	list: (client, asked) => client.conversation.list(asked),
	itemOf: ({ id, number, phone, contact, status }) => {
		const name = `${contact ? contactLabel(contact) : phone} and ${number}`;
		return { name: status === 'open' ? name : `${name} (${status})`, value: id };
	},
	exact: async (client, search) => (await client.conversation.list({ search })).data,
});
