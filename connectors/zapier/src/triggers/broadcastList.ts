import { valueLabel } from '@textloom/shared/connector/labels';
import { dropdown } from '../fields/dropdown.ts';

export const broadcastList = dropdown({
  key: 'broadcast_list',
  noun: 'Broadcast',
  label: 'List Broadcasts',
  asksFor: 'the broadcasts of the account',
  page: (client, query) => client.broadcast.list(query),
  toOption: ({ id, name, status }) => ({ id, label: `${name} (${valueLabel(status)})` }),
});
