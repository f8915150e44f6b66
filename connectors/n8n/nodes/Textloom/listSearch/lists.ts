import type { ContactList } from '@textloom/shared/contract';
import { optionsOf, searchOf } from '../../../lib/fields/search.ts';

const lists = {
	list: (client, asked) => client.list.list(asked),
	itemOf: ({ id, name }) => ({ name, value: id }),
} satisfies Parameters<typeof searchOf<ContactList>>[0];

export const searchLists = searchOf<ContactList>(lists);
export const getLists = optionsOf<ContactList>(lists);
