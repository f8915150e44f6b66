import { defineTrigger } from 'zapier-platform-core';
import { withClient } from '../withClient.ts';

/** Fills the dropdown From: hidden, because nobody starts a Zap with it. */
export const senderList = defineTrigger({
  key: 'sender_list',
  noun: 'Sender',
  display: {
    label: 'List Senders',
    description: 'Triggers when a dropdown asks for the numbers to send from.',
    hidden: true,
  },
  operation: {
    type: 'polling',
    canPaginate: true,
    perform: withClient(async (client, { meta }, z) => {
      const cursor = meta.page > 0 ? await z.cursor.get() : undefined;
      if (meta.page > 0 && !cursor) return [];
      const { data, next_cursor } = await client.number.list({ limit: 100, cursor });
      await z.cursor.set(next_cursor ?? '');
      return data
        .filter(({ status }) => status === 'active')
        .map(({ id, number, default: isDefault }) => ({
          id,
          number,
          label: isDefault ? `${number} (default)` : number,
        }));
    }),
  },
});
