import { randomUUID } from 'node:crypto';
import type { PlainInputField } from 'zapier-platform-core';
import { ApiError, batchesOf, sendMany, type Client, type Sending } from '@textloom/shared/client';
import { contract, schema, type Input, type Message } from '@textloom/shared/contract';
import { wordsOf } from '../connection/errors.ts';
import { idempotencyKeyOf } from './sendOnce.ts';
import { outputOf } from '../fields/outputOf.ts';
import { e164Of } from './recipient.ts';

const { send } = contract.message;
const { id, to, reference, status, segments } = send.output.properties;

type New = Input<typeof send> & {
  readonly to: string;
  readonly deduplication_key?: string | undefined;
};

/** Describes the result of one message in a batch. */
export const line = schema({
  type: 'object',
  properties: {
    is_taken: { type: 'boolean', title: 'Is Accepted', examples: [true] },
    message_id: { ...id, title: 'Message ID', nullable: true },
    to: { ...to, nullable: true },
    reference: { ...reference, nullable: true },
    status: { ...status, nullable: true },
    segments: { ...segments, nullable: true },
    error_code: { type: 'string', title: 'Error Code', nullable: true, examples: [null] },
    error: { type: 'string', title: 'Error', nullable: true, examples: [null] },
  },
});

/**
 * Sends many messages in as few requests as the service allows, and returns a message or an error for
 * each, in order. The whole call fails only if nothing can have been sent.
 */
export async function sendEach(
  client: Client,
  messages: readonly New[],
): Promise<(Message | ApiError)[]> {
  const sendings = await Promise.all(messages.map((message) => sendingOf(client, message)));
  const results: (Message | ApiError)[] = [];
  for (const batch of batchesOf(sendings)) {
    const some = batch.map((at) => sendings[at]!);
    const answers = await sendMany(client, some).catch((error: unknown) => {
      if (results.length === 0 || !(error instanceof ApiError)) throw error;
      return some.map(() => error);
    });
    results.push(...answers);
  }
  return results;
}

async function sendingOf(
  client: Client,
  { deduplication_key: key, ...input }: New,
): Promise<Sending> {
  if (key === undefined) return { input, key: randomUUID() };
  const to = await e164Of(client, input.to);
  return { input: { ...input, to }, key: idempotencyKeyOf(to, key) };
}

/** Converts the result to a line, with the labels of these fields. */
export function lineOf(
  result: Message | ApiError,
  given: Pick<New, 'to' | 'reference'> | undefined,
  fields: readonly PlainInputField[],
): Record<string, unknown> {
  if (result instanceof ApiError)
    return outputOf(line, {
      ...given,
      is_taken: false,
      error_code: result.code,
      error: wordsOf(result, fields),
    });
  return outputOf(line, { ...result, is_taken: true, message_id: result.id, error: null });
}
