import { defineTrigger } from 'zapier-platform-core';
import { events, sampleOf } from '@textloom/shared/contract';
import { exampleMedia } from '../fields/results.ts';
import { burstFields, burstSeconds, checkBurst, listBurst, toText } from '../hooks/burst.ts';
import { hook } from '../hooks/hook.ts';
import {
  textPassesConditions,
  keywordFields,
  findKeyword,
  numberFilter,
} from '../hooks/filters.ts';

const { when, data } = events['message.received'];
const example = {
  from: '+12025550123',
  to: '+12025550100',
  text: 'Yes, I will be there',
  media: exampleMedia,
  in_reply_to: 'msg_01JZ3K5D7A2N8T6WQ9V4B1C0XG',
};
const numbers = numberFilter(
  {
    to: 'Only texts to one of these numbers. If empty, texts to all your numbers',
    from: 'Only texts from one of these numbers. If empty, texts from any number',
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
    check: (bundle) => {
      numbers.check(bundle);
      checkBurst(bundle);
    },
    wanted: () => ['message.received'],
    passesConditions: ({ data }, bundle) => textPassesConditions(data, bundle),
    added: ({ data }, bundle) => ({
      keyword: findKeyword(data, bundle),
      burst: listBurst(data),
    }),
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
    example: { ...example, burst: [toText({ ...sampleOf(data), ...example })] },
  }),
});
