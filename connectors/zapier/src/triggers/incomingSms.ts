import { defineTrigger } from 'zapier-platform-core';
import { events } from '@textloom/shared/contract';
import { hook } from '../hooks.ts';
import { filterFields, filterOf, hasKeyword, passesFilter } from '../incomingFilter.ts';

const { when } = events['message.received'];

export const incomingSms = defineTrigger({
  key: 'incoming_sms',
  noun: 'SMS',
  display: { label: 'New Incoming SMS', description: `Triggers when ${when}.` },
  operation: hook({
    kind: 'message',
    inputFields: filterFields,
    wanted: () => ['message.received'],
    filter: filterOf,
    isFiltered: ({ data }, bundle) => passesFilter(data, bundle),
    isMeant: ({ data }, bundle) => hasKeyword(data, bundle),
    shown: [
      'from',
      'to',
      'text',
      'keyword',
      'contact_id',
      'in_reply_to',
      'encoding',
      'segments',
      'created_at',
    ],
    example: { from: '+12025550123', to: '+12025550100', text: 'Thanks, I will be there' },
  }),
});
