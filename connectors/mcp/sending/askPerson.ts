import { createHash } from 'node:crypto';
import { inputRequired, inputResponse } from '@modelcontextprotocol/server';
import type { Message } from '@textloom/shared/contract';
import { refusal } from '../errors.ts';
import { harmlessText } from '../output/harmless.ts';
import type { Call, ToolResult } from '../tools/tool.ts';
import { findEarlier, type Preview } from './earlier.ts';
import { cannotAsk } from './obstacles.ts';
import { reportEarlier } from './reportEarlier.ts';
import type { NewText } from './sendOnce.ts';

const question = 'send';

/**
 * Asks a person whether to send a message. Returns undefined once the person agreed, and otherwise the
 * outcome of the call: the question, or why nothing was sent. Without a key, nobody is asked about a
 * repeated call.
 */
export async function askPerson(
  call: Call,
  message: NewText,
  preview: Preview,
): Promise<ToolResult | undefined> {
  const draft = hashMessage(message, preview);
  const answer = inputResponse(call.answers, question);
  if (answer.kind === 'elicit') {
    if (answer.action !== 'accept' || answer.content?.[question] !== true)
      return { result: notConfirmed };
    // An answer counts only for the message in the question that this server asked.
    if (call.asked === draft) return undefined;
  }
  if (!call.canAsk) return { result: refusal(cannotAsk) };
  const earlier = await findEarlier(call, message, preview);
  if (earlier && message.deduplication_key === undefined)
    return reportEarlier(call, message, preview, earlier);
  const { send_at: time } = preview;
  const { time_zone: zone } =
    time === null && !earlier
      ? { time_zone: 'UTC' }
      : await call.client.account.get({}, { signal: call.signal });
  return {
    result: inputRequired({
      requestState: await call.signState(draft),
      inputRequests: {
        [question]: inputRequired.elicit({
          message: harmlessText(describe(message, preview, zone, earlier)),
          requestedSchema: {
            type: 'object',
            properties: { [question]: { type: 'boolean', title: 'Send the text', default: true } },
            required: [question],
          },
        }),
      },
    }),
  };
}

/** Shows everything that the recipient gets. The text is last, so that it cannot imitate a field. */
function describe(
  { to, text = '(no text)', media_urls: media = [], purpose }: NewText,
  preview: Preview,
  zone: string,
  earlier: Message | undefined,
) {
  const { from, segments, send_at: time, held_reason: held, sent_text: sent } = preview;
  const fields = [
    `To: ${to}`,
    `From: ${from ?? 'the default number'}`,
    `Segments: ${segments ?? 1}`,
    ...(time === null
      ? []
      : [`Send at: ${formatTime(time, zone)}${held === null ? '' : ', held for quiet hours'}`]),
    ...(earlier ? [`Same text sent before: ${formatTime(earlier.created_at, zone)}`] : []),
    ...(purpose === undefined ? [] : [`Purpose: ${purpose}`]),
    ...media.map((url) => `Media: ${url}`),
  ];
  return `Send this text?\n\n${fields.join('\n')}\n\n${sent || text}`;
}

/** The person knows the time zone of the account, which the console uses too. */
const formatTime = (time: string, timeZone: string): string =>
  `${new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'short', timeZone }).format(new Date(time))} (${timeZone})`;

const hashMessage = (message: NewText, { from }: Preview): string =>
  createHash('sha256')
    .update(JSON.stringify([from, Object.entries(message).sort()]))
    .digest('base64url');

const notConfirmed = refusal(
  'The user did not confirm the message, so this call sent nothing. If you made this call before, that',
  'call may have sent the text: call list_messages to check. Ask the user what to change.',
);
