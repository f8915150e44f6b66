import { defineCreate } from 'zapier-platform-core';
import { isWithoutReply, replyEvents } from '@textloom/shared/connector/replies';
import { messageSchema, sampleOf, schema } from '@textloom/shared/contract';
import { senderField } from '../fields/sharedFields.ts';
import { longestMinutes, secondsAfter, wait } from '../sending/wait.ts';

const { id, from, text, created_at } = messageSchema.properties;
const reply = schema({
  type: 'object',
  title: 'Reply',
  nullable: true,
  properties: {
    id: { ...id, examples: ['msg_01JZ3KA2M9C6R4ZD8S1B5F7YHE'] },
    from: { ...from, examples: ['+12025550123'] },
    text: { ...text, examples: ['Yes, see you then'] },
    created_at: { ...created_at, examples: ['2026-01-31T09:32:10.000Z'] },
  },
});

export const sendMessageAndWaitForReply = defineCreate({
  key: 'send_message_and_wait_for_reply',
  noun: 'Message',
  display: {
    label: 'Send Message and Wait for Reply',
    description:
      'Sends a text message, and continues when the recipient replies, is unreachable, or takes too long.',
  },
  operation: wait({
    plan: {
      from: {
        ...senderField,
        helpText:
          "Number to send from. A sender name cannot receive replies. If empty, the account's default number.",
      },
    },
    goal: 'a reply',
    defaultMinutes: longestMinutes,
    outcome: { reply },
    stub: ({ to, status, created_at, final_at }) =>
      isWithoutReply(status)
        ? {}
        : {
            reply: {
              ...sampleOf(reply),
              from: to,
              created_at: secondsAfter(final_at ?? created_at, 60),
            },
          },
    awaited: replyEvents,
    findOutcome: async (client, message) => {
      // A reply may come from another spelling of the number.
      const { data: events } = await client.event.list({
        type: ['message.received'],
        related_to: [message.id],
        limit: 100,
      });
      // The list is newest first.
      const reply = events.at(-1)?.data;
      return reply || isWithoutReply(message.status) ? { reply } : undefined;
    },
  }),
});
