import { defineCreate } from 'zapier-platform-core';
import { messageSchema, statusEventTypes } from '@textloom/shared/contract';
import { resources } from '../fields/resources.ts';
import { wait } from '../sending/wait.ts';

export const sendMessageAndWaitForDelivery = defineCreate({
  key: 'send_message_and_wait_for_delivery',
  noun: 'Message',
  display: {
    label: 'Send Message and Wait for Delivery',
    description: 'Sends a text message, and continues when the message is delivered or has failed.',
  },
  operation: {
    ...wait({
      // The Time to Live of the message ends the wait.
      plan: { time_limit: false },
      result: messageSchema,
      awaited: statusEventTypes.filter((type) => type !== 'message.sent'),
      outcomeOf: async (_client, message) => (message.final_at === null ? undefined : message),
    }),
    resource: resources.message.key,
  },
});
