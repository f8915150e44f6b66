import { defineCreate } from 'zapier-platform-core';
import { finalEventTypes } from '@textloom/shared/contract';
import { wait } from '../sending/wait.ts';

export const sendMessageAndWaitForDelivery = defineCreate({
  key: 'send_message_and_wait_for_delivery',
  noun: 'Message',
  display: {
    label: 'Send Message and Wait for Delivery',
    description:
      'Sends a text message, and continues once it is delivered, has failed or takes too long.',
  },
  operation: wait({
    goal: 'a final status',
    awaited: finalEventTypes,
    findOutcome: (_client, { final_at }) => Promise.resolve(final_at === null ? undefined : {}),
  }),
});
