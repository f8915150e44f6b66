import { ApiError } from '@textloom/shared/client';
import { contract, messageStatus, schema } from '@textloom/shared/contract';
import { deduplicationKeyFields } from '@textloom/shared/connector/deduplicate';
import { refusal } from '../errors.ts';
import { presentListed, presentMessage } from '../output/present.ts';
import { readPage } from '../output/readPage.ts';
import { findEarlier, noteEarlier } from '../sending/earlier.ts';
import { isAllowed } from '../sending/isAllowed.ts';
import { findObstacle } from '../sending/obstacles.ts';
import { asWritten, sendOnce } from '../sending/sendOnce.ts';
import { variables } from '../settings.ts';
import { noConversation } from './conversations.ts';
import { defineTool, type Tool } from './tool.ts';

const { cancel, get, list, preview, send } = contract.message;
const { reply } = contract.conversation;

/** An agent chooses one status, because a shorter tool costs each conversation less. */
const listOfOneStatus = {
  ...list,
  input: {
    ...list.input,
    properties: {
      ...list.input.properties,
      status: { ...messageStatus, description: 'Only messages with this status' },
    },
  },
} as const;

const text = schema({
  ...send.input.properties.text,
  description: 'Text of the message, up to 1600 characters; it goes out exactly as you write it',
});

const own = {
  deduplication_key: deduplicationKeyFields({
    map: 'Only to send a text again that this recipient already got, such as the date of a reminder',
    repeats: 'you repeat the call',
  }).message,
};

/** Explain the errors of arguments that a reply does not have. */
const useSendMessage = 'Nothing was sent. Use send_message with another number.';
const noWayBack = {
  from: refusal(
    'Your number in this conversation does not belong to this account anymore.',
    useSendMessage,
  ),
  to: refusal(
    'The other side of this conversation is not a phone number that gets texts.',
    useSendMessage,
  ),
};

const notAllowed = refusal(
  `The recipient of this message is not on the list of the operator (${variables.allowedRecipients}),`,
  'so the message was not canceled. Tell the user.',
);

/** The tools that preview, send, find and cancel messages. */
export const messageTools: readonly Tool[] = [
  defineTool({
    name: 'preview_message',
    hints: 'reads',
    operation: preview,
    note: 'Call it before send_message.',
    inputs: ['to', 'from', 'text', 'media_urls', 'send_at', 'purpose'],
    required: ['to'],
    describedBy: 'send_message',
    async run(call, input) {
      const written = { ...input, ...asWritten };
      const found = await call.client.message.preview(written, { signal: call.signal });
      // The agent has written the text itself.
      const { to, problem, would_send, text: _, ...rest } = found;
      const message = to === null || !would_send ? undefined : { ...input, to };
      const limit = message && (await findObstacle(call, message));
      const earlier =
        message && limit === undefined ? await findEarlier(call, message, found) : undefined;
      const filled = Object.entries({ to, ...rest }).filter(([, value]) => value !== null);
      return {
        data: {
          would_send: would_send && limit === undefined,
          ...(problem && { problem: problem.detail }),
          ...(limit !== undefined && { problem: limit }),
          ...(earlier && { note: noteEarlier(earlier) }),
          ...Object.fromEntries(filled),
        },
      };
    },
  }),
  defineTool({
    name: 'send_message',
    hints: 'texts',
    operation: send,
    note: 'A repeated call never sends a recipient the same text twice in 24 hours or at the same send_at.',
    inputs: ['to', 'from', 'text', 'media_urls', 'send_at', 'purpose'],
    required: ['to'],
    own: { ...own, text },
    run: sendOnce,
  }),
  defineTool({
    name: 'reply_in_conversation',
    hints: 'texts',
    operation: reply,
    note: 'A repeated call never sends the same reply twice in 24 hours. To answer a new text in the same words, use its ID as deduplication_key.',
    inputs: ['id', 'text', 'media_urls'],
    missing: noConversation,
    required: ['id'],
    own,
    describedBy: 'send_message',
    async run(call, { id, ...content }) {
      const { signal } = call;
      const { phone, number } = await call.client.conversation.get({ id }, { signal });
      try {
        // The same request as of send_message, so that both tools together send a text once.
        return await sendOnce(call, { ...content, to: phone, from: number });
      } catch (error) {
        const end = error instanceof ApiError ? error.field : undefined;
        if (end === 'from' || end === 'to') return { result: noWayBack[end] };
        throw error;
      }
    },
  }),
  defineTool({
    name: 'get_message',
    hints: 'reads texts',
    operation: get,
    inputs: ['id'],
    run: async ({ client, signal }, input) => ({
      data: { message: presentMessage(await client.message.get(input, { signal })) },
    }),
  }),
  defineTool({
    name: 'list_messages',
    hints: 'reads texts',
    operation: listOfOneStatus,
    inputs: [
      ...(['status', 'direction', 'to', 'from', 'phone', 'search', 'contact_id'] as const),
      ...(['created_after', 'created_before', 'limit', 'cursor'] as const),
    ],
    run: async ({ client, signal }, input) => ({
      data: await readPage(
        'messages',
        input,
        (asked) => client.message.list(asked, { signal }),
        presentListed,
      ),
    }),
  }),
  defineTool({
    name: 'cancel_message',
    hints: 'changes',
    operation: cancel,
    inputs: ['id'],
    async run({ client, settings, signal }, input) {
      const { allowedRecipients: allowed } = settings;
      // A text from outside could talk the agent into canceling the messages to everybody.
      if (allowed && !isAllowed(allowed, (await client.message.get(input, { signal })).to))
        return { result: notAllowed };
      try {
        const canceled = await client.message.cancel(input, { signal });
        return { data: { message: presentMessage(canceled) } };
      } catch (error) {
        if (!(error instanceof ApiError) || error.code !== 'not_cancelable') throw error;
        // An earlier call may have canceled the message.
        const current = await client.message.get(input, { signal });
        if (current.status === 'canceled') return { data: { message: presentMessage(current) } };
        return {
          result: refusal(
            `The message can no longer be canceled, because its status is "${current.status}".`,
            'Tell the user.',
          ),
        };
      }
    },
  }),
];
