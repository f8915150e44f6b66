import type { ContactList } from '@textloom/shared/contract';
import { createOptionsLoader, createSearch } from '../../../lib/fields/search.ts';

const lists = {
	list: (client, asked) => client.list.list(asked),
	toItem: ({ id, name }) => ({ name, value: id }),
} satisfies Parameters<typeof createSearch<ContactList>>[0];

export const searchLists = createSearch<ContactList>(lists);
export const getLists = createOptionsLoader<ContactList>(lists);
