import { senderLabel } from '@textloom/shared/connector/labels';
import { dropdown } from '../fields/dropdown.ts';

export const senderList = dropdown({
  key: 'sender_list',
  noun: 'Sender',
  label: 'List Senders',
  asksFor: 'the numbers to send from',
  page: (client, query) => client.number.list(query),
  toOption: (sender) =>
    sender.status === 'active'
      ? { id: sender.id, number: sender.number, label: senderLabel(sender) }
      : undefined,
});
