import { defineTrigger } from 'zapier-platform-core';
import { events, schema, statusEventTypes } from '@textloom/shared/contract';
import { choicesOf, inputFields } from '../fields.ts';
import { messageHook } from '../hooks.ts';
import { inputOf } from '../inputOf.ts';

const choice = schema({
  type: 'object',
  properties: {
    statuses: {
      type: 'array',
      title: 'Statuses',
      description: 'Which changes start the Zap; all of them if empty',
      items: { type: 'string', enum: statusEventTypes },
    },
  },
});
const labels = Object.fromEntries(
  statusEventTypes.map((type) => [type, events[type].title.replace('Message ', '')]),
);

export const messageStatusChanged = defineTrigger({
  key: 'message_status_changed',
  noun: 'Message',
  display: {
    label: 'Message Status Changed',
    description: 'Triggers when the status of a sent message changes.',
  },
  operation: {
    inputFields: inputFields(choice, {
      statuses: { choices: choicesOf(statusEventTypes, labels) },
    }),
    ...messageHook({
      wanted: (bundle) => inputOf(choice, bundle).statuses ?? statusEventTypes,
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
  },
});
