import { defineTrigger } from 'zapier-platform-core';
import { events } from '@textloom/shared/contract';
import { hook } from '../hooks/hook.ts';

export const possibleOptOut = defineTrigger({
  key: 'possible_opt_out',
  noun: 'Review',
  display: {
    label: 'New Possible Opt-Out',
    description: `Triggers when ${events['review.created'].when}, and a person must decide.`,
  },
  operation: hook({
    kind: 'review',
    wanted: () => ['review.created'],
    shown: [
      'text',
      'phone',
      'keyword',
      'explanation',
      'rule',
      'status',
      'number',
      'message_id',
      'contact_id',
      'conversation_id',
      'created_at',
    ],
    example: {},
  }),
});
