import { defineCreate } from 'zapier-platform-core';
import {
  isWithoutReply,
  replyEvents,
  requireAnswerableSender,
} from '@textloom/shared/connector/replies';
import { messageSchema, sampleOf, schema } from '@textloom/shared/contract';
import { exampleMedia } from '../fields/results.ts';
import { senderField } from '../fields/sharedFields.ts';
import {
  isUndecided,
  judgeReply,
  outcomeFields,
  toOutcome,
  withoutHelp,
} from '../sending/judgeReply.ts';
import { secondsAfter, wait } from '../sending/wait.ts';

const { id, from, text, media, keyword, created_at } = messageSchema.properties;
const reply = schema({
  type: 'object',
  title: 'Reply',
  nullable: true,
  properties: {
    id: { ...id, examples: ['msg_01JZ3KA2M9C6R4ZD8S1B5F7YHE'] },
    from: { ...from, examples: ['+12025550123'] },
    text: { ...text, examples: ['Yes, see you then'] },
    media: { ...media, examples: [exampleMedia] },
    keyword,
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
      approve_words: {},
      decline_words: {},
      from: {
        ...senderField,
        helpText:
          "Number to send from. A sender name cannot receive replies. If empty, the account's default number.",
      },
    },
    goal: 'a reply',
    outcome: { ...outcomeFields, reply },
    stub: ({ to, status, created_at, final_at }, words) => {
      if (isWithoutReply(status)) return toOutcome('not_delivered', words);
      const shown = {
        ...sampleOf(reply),
        from: to,
        text: words.approve[0] ?? reply.properties.text.examples[0],
        keyword: null,
        created_at: secondsAfter(final_at ?? created_at, 60),
      };
      return { ...toOutcome(judgeReply(shown, words), words), reply: shown };
    },
    check: requireAnswerableSender,
    awaited: replyEvents,
    filter: withoutHelp,
    findOutcome: async (client, message, words, isOver) => {
      // A reply may come from another spelling of the number.
      const { data: events } = await client.event.list({
        type: ['message.received'],
        related_to: [message.id],
        limit: 100,
      });
      // The list is newest first.
      const replies = events
        .flatMap((event) => (event.type === 'message.received' ? event.data : []))
        .map((reply) => ({ ...toOutcome(judgeReply(reply, words), words), reply }))
        .reverse();
      const found =
        replies.find(({ outcome }) => !isUndecided(outcome)) ??
        replies.find(({ outcome }) => outcome === 'unclear') ??
        (isOver ? undefined : replies[0]);
      if (found) return found;
      return isWithoutReply(message.status) ? toOutcome('not_delivered', words) : undefined;
    },
    noOutcome: (words) => toOutcome('timed_out', words),
  }),
});
