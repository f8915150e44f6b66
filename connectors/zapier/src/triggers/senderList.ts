import { dropdown } from '../dropdown.ts';

export const senderList = dropdown({
  key: 'sender_list',
  noun: 'Sender',
  label: 'List Senders',
  asksFor: 'the numbers to send from',
  page: (client, query) => client.number.list(query),
  optionOf: ({ id, number, status, default: isDefault }) =>
    status === 'active'
      ? { id, number, label: isDefault ? `${number} (default)` : number }
      : undefined,
});
