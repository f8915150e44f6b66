import { defineTrigger } from 'zapier-platform-core';
import { automaticSchema } from '@textloom/shared/connector/keywords';
import { statusLabels } from '@textloom/shared/connector/labels';
import { finalEventTypes, schema } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { deliveredExample } from '../fields/results.ts';
import { eventChoice } from '../hooks/eventChoice.ts';
import { hook } from '../hooks/hook.ts';
import { numberFilter, purposeFilter } from '../hooks/filters.ts';

const statuses = eventChoice({
  key: 'statuses',
  labels: statusLabels,
  byDefault: {
    types: finalEventTypes,
    words: 'the final ones start it, which are all except Sent: one run per message',
  },
  advice:
    'A text that this Zap sends starts it again, so fill in its Reference, and add a filter on Reference',
});
const numbers = numberFilter(
  {
    to: 'Only messages to one of these numbers. If empty, messages to any number',
    from: 'Only messages from one of these senders. If empty, messages from all your senders',
  },
  'from',
);
const automatic = schema({
  type: 'object',
  properties: {
    include_automatic_replies: automaticSchema('Zap', false),
  },
});

export const messageStatusChanged = defineTrigger({
  key: 'message_status_changed',
  noun: 'Message',
  display: {
    label: 'Message Status Changed',
    description: 'Triggers when the status of a sent message changes.',
  },
  operation: hook({
    kind: 'message',
    ...statuses,
    ...numbers,
    inputFields: [
      ...statuses.inputFields,
      ...numbers.inputFields,
      ...purposeFilter.inputFields,
      ...inputFields(automatic, { include_automatic_replies: {} }),
    ],
    filter: (bundle) => {
      const filter = { ...numbers.filter(bundle), ...purposeFilter.filter(bundle) };
      return Object.keys(filter).length > 0 ? filter : undefined;
    },
    passesFilter: (event, bundle) =>
      numbers.passesFilter(event, bundle) && purposeFilter.passesFilter(event, bundle),
    passesConditions: ({ data }, bundle) =>
      !data.automatic || readInputData(automatic, bundle).include_automatic_replies === true,
    shown: [
      'status',
      'previous_status',
      'error',
      'to',
      'from',
      'text',
      'reference',
      'purpose',
      'contact',
      'conversation_id',
      'broadcast_id',
      'automatic',
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
      ...deliveredExample,
      previous_status: 'sent',
      timestamp: deliveredExample.delivered_at,
    },
  }),
});
