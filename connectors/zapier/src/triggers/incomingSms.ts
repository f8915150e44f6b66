import { defineTrigger } from 'zapier-platform-core';
import { events } from '@textloom/shared/contract';
import { exampleMedia } from '../fields/results.ts';
import { hook } from '../hooks/hook.ts';
import {
  burstFields,
  burstSeconds,
  textPassesConditions,
  keywordFields,
  findKeyword,
  numberFilter,
} from '../hooks/filters.ts';

const { when } = events['message.received'];
const numbers = numberFilter(
  {
    to: 'Only texts to one of your numbers. If empty, texts to all of them',
    from: 'Only texts from one of these numbers. If empty, from any number',
  },
  'to',
);

export const incomingSms = defineTrigger({
  key: 'incoming_sms',
  noun: 'SMS',
  display: { label: 'New Incoming SMS', description: `Triggers when ${when}.` },
  operation: hook({
    kind: 'message',
    ...numbers,
    inputFields: [...numbers.inputFields, ...keywordFields, ...burstFields],
    burstSeconds,
    wanted: () => ['message.received'],
    passesConditions: ({ data }, bundle) => textPassesConditions(data, bundle),
    added: ({ data }, bundle) => ({ keyword: findKeyword(data, bundle) }),
    shown: [
      'from',
      'to',
      'text',
      'media',
      'keyword',
      'possible_keyword',
      'contact',
      'conversation_id',
      'burst',
      'in_reply_to',
      'encoding',
      'segments',
      'created_at',
    ],
    example: {
      from: '+12025550123',
      to: '+12025550100',
      text: 'Yes, I will be there',
      media: exampleMedia,
      in_reply_to: 'msg_01JZ3K5D7A2N8T6WQ9V4B1C0XG',
    },
  }),
});
