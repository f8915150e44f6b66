import { dropdown } from '../fields/dropdown.ts';

export const listList = dropdown({
  key: 'list_list',
  noun: 'List',
  label: 'List Lists',
  asksFor: 'the lists of contacts',
  page: (client, query) => client.list.list(query),
  toOption: ({ id, name }) => ({ id, label: name }),
});
