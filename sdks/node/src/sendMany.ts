import { randomUUID } from 'node:crypto';
import { encodeInput, splitIntoBatches, sendMany as sendBatch } from '@textloom/shared/client';
import { readOptions } from './checkArguments.ts';
import { checkKeys } from './checkKeys.ts';
import { TextloomError } from './errors.ts';
import { publicError } from './publicError.ts';
import type { Textloom } from './textloom.ts';
import type { CallOptions, Message, MessageSendBatchParams } from './types.generated.ts';

/** A message, with its own idempotency key if you set one. */
export type NewMessage = MessageSendBatchParams['messages'][number];

/**
 * Sends any number of messages in as few requests as possible, and resolves with a message or an error
 * for each, in order. If a whole request fails or is canceled, its messages get that error, and all
 * later messages get an error that says that they were not sent. To repeat the call without sending a
 * message twice, set an `idempotency_key` on each message. If one of these keys is not valid, the call
 * rejects before it sends any message. The same applies to a value that JSON cannot contain.
 */
export async function sendMany(
  textloom: Textloom,
  messages: readonly NewMessage[],
  options?: CallOptions,
): Promise<(Message | TextloomError)[]> {
  const { signal } = readOptions(
    options,
    ['signal', 'onResponse'],
    'Set an idempotency_key on each message.',
  );
  checkKeys(messages, '');
  const sendings = encode(messages).map(({ idempotency_key: key, ...input }) => ({
    input,
    key: key ?? randomUUID(),
  }));
  const client = {
    message: {
      sendBatch: (input: MessageSendBatchParams) => textloom.messages.sendBatch(input, options),
    },
  };
  const results: (Message | TextloomError)[] = [];
  const repeated = (error: TextloomError, count = messages.length - results.length) =>
    Array.from({ length: count }, () => error);
  for (const batch of splitIntoBatches(sendings)) {
    if (signal?.aborted) return [...results, ...repeated(notSent(canceled(signal)))];
    const part = batch.map((index) => sendings[index]!);
    try {
      const answers = await sendBatch(client, part);
      results.push(
        ...answers.map((one) => (one instanceof Error ? (publicError(one) as TextloomError) : one)),
      );
    } catch (error) {
      const failure = signal?.aborted && error === signal.reason ? canceled(signal) : error;
      if (!(failure instanceof TextloomError)) throw failure;
      results.push(...repeated(failure, batch.length));
      return [...results, ...repeated(notSent(failure))];
    }
  }
  return results;
}

function encode(messages: readonly NewMessage[]) {
  try {
    return encodeInput(messages, '');
  } catch (error) {
    throw publicError(error);
  }
}

const canceled = ({ reason }: AbortSignal): TextloomError =>
  new TextloomError({
    message: 'The call was canceled',
    remedy: 'Call again with the same idempotency keys if you still want to send the message.',
    retryable: true,
    mayHaveRun: true,
    cause: reason,
  });

const notSent = (cause: TextloomError): TextloomError =>
  new TextloomError({
    message: 'The message was not sent, because an earlier request failed or the call was canceled',
    remedy: cause.remedy,
    retryable: cause.retryable,
    retryAfter: cause.retryAfter,
    mayHaveRun: false,
    cause,
  });
