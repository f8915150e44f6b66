import { defineCreate } from 'zapier-platform-core';
import { isWithoutReply, replyEvents } from '@textloom/shared/connector/replies';
import { messageSchema, sampleOf, schema } from '@textloom/shared/contract';
import { outputFields } from '../fields/fields.ts';
import { senderField } from '../fields/sharedFields.ts';
import { wait } from '../sending/wait.ts';

const { id, from, text, created_at } = messageSchema.properties;
const reply = schema({
  type: 'object',
  title: 'Reply',
  nullable: true,
  properties: {
    id,
    from: { ...from, examples: ['+12025550123'] },
    text: { ...text, examples: ['Yes, see you then'] },
    created_at,
  },
});
const timedOut = schema({
  type: 'boolean',
  title: 'Timed Out',
  description: 'Whether the time limit passed without a reply',
  examples: [false],
});
const result = schema({
  ...messageSchema,
  properties: { ...messageSchema.properties, reply, timed_out: timedOut },
});

export const sendMessageAndWaitForReply = defineCreate({
  key: 'send_message_and_wait_for_reply',
  noun: 'Message',
  display: {
    label: 'Send Message and Wait for Reply',
    description:
      'Sends a text message, and continues when the recipient replies, is unreachable, or takes too long.',
  },
  operation: {
    ...wait({
      plan: {
        from: {
          ...senderField,
          helpText:
            "Number to send from, because names get no replies. If empty, the account's default number.",
        },
      },
      result,
      stub: { reply: sampleOf(reply), timed_out: false },
      awaited: replyEvents,
      outcomeOf: async (client, message, isOver) => {
        const { data } = await client.message.list({
          direction: 'inbound',
          from: message.to,
          limit: 100,
        });
        // The list is newest first.
        const reply = data.findLast(({ in_reply_to }) => in_reply_to === message.id);
        const isLost = isWithoutReply(message.status);
        const timed_out = isOver && !reply && !isLost;
        return reply || isLost || isOver ? { ...message, reply, timed_out } : undefined;
      },
    }),
    outputFields: outputFields(result),
  },
});
