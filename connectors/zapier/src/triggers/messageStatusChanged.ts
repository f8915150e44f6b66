import { defineTrigger } from 'zapier-platform-core';
import { events, statusEventTypes } from '@textloom/shared/contract';
import { eventChoice } from '../eventChoice.ts';
import { hook } from '../hooks.ts';

const labels = Object.fromEntries(
  statusEventTypes.map((type) => [type, events[type].title.replace('Message ', '')]),
) as Record<(typeof statusEventTypes)[number], string>;

export const messageStatusChanged = defineTrigger({
  key: 'message_status_changed',
  noun: 'Message',
  display: {
    label: 'Message Status Changed',
    description: 'Triggers when the status of a sent message changes.',
  },
  operation: hook({
    kind: 'message',
    ...eventChoice({ key: 'statuses', title: 'Statuses', which: 'changes', labels }),
    shown: [
      'status',
      'previous_status',
      'error',
      'to',
      'from',
      'text',
      'reference',
      'purpose',
      'contact_id',
      'metadata',
      'encoding',
      'segments',
      'sequence',
      'created_at',
      'sent_at',
      'delivered_at',
      'final_at',
    ],
    example: {
      status: 'delivered',
      previous_status: 'sent',
      sequence: 3,
      sent_at: '2026-01-31T09:30:01.000Z',
      delivered_at: '2026-01-31T09:30:04.000Z',
      final_at: '2026-01-31T09:30:04.000Z',
      timestamp: '2026-01-31T09:30:04.000Z',
    },
  }),
});
