import { dropdown } from '../fields/dropdown.ts';

export const scheduledMessageList = dropdown({
  key: 'scheduled_message_list',
  noun: 'Message',
  label: 'List Scheduled Messages',
  asksFor: 'the scheduled messages',
  page: (client, query) => client.message.list({ ...query, status: 'scheduled' }),
  optionOf: ({ id, to, text }) => ({ id, label: `${to}: ${text}` }),
});
