import { readFilled } from '@textloom/shared/client';
import { conversationLabel } from '@textloom/shared/connector/labels';
import type { Conversation } from '@textloom/shared/contract';
import { createSearch } from '../../../lib/fields/search.ts';

export const searchConversations = createSearch<Conversation>({
	list: (client, asked) => client.conversation.list(asked),
	toItem: (conversation) => ({ name: conversationLabel(conversation), value: conversation.id }),
	exact: async (client, search) => (await readFilled(client.conversation.list, { search })).data,
});
