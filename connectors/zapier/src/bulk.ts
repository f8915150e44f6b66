import { randomUUID } from 'node:crypto';
import type { PlainInputField } from 'zapier-platform-core';
import { errorOfItem, type Client } from '@textloom/shared/client';
import { contract, schema, type Input, type Output } from '@textloom/shared/contract';
import { wordsOf } from './errors.ts';
import { idempotencyKeyOf } from './idempotencyKeyOf.ts';
import { outputOf } from './outputOf.ts';

const { send } = contract.message;
const { id, to, reference, status, segments } = send.output.properties;

type New = Input<typeof send> & {
  readonly to: string;
  readonly deduplication_key?: string | undefined;
};
type Result = Output<typeof contract.message.sendBatch>['results'][number];

/** What became of one of many messages. */
export const line = schema({
  type: 'object',
  properties: {
    is_taken: { type: 'boolean', title: 'Is Taken', examples: [true] },
    message_id: { ...id, title: 'Message ID', nullable: true },
    to: { ...to, nullable: true },
    reference: { ...reference, nullable: true },
    status: { ...status, nullable: true },
    segments: { ...segments, nullable: true },
    error_code: { type: 'string', title: 'Error Code', nullable: true, examples: [null] },
    error: { type: 'string', title: 'Error', nullable: true, examples: [null] },
  },
});

/** Sends many messages at once, and gives a result for each in their order. */
export async function sendMany(client: Client, messages: readonly New[]): Promise<Result[]> {
  const { results } = await client.message.sendBatch({
    messages: messages.map(({ deduplication_key: key, ...message }) => ({
      ...message,
      idempotency_key: key === undefined ? randomUUID() : idempotencyKeyOf(message.to, key),
    })),
  });
  return results;
}

/** The result as a line, with the labels of these fields. */
export function lineOf(
  { message, problem }: Pick<Result, 'message' | 'problem'>,
  given: Pick<New, 'to' | 'reference'> | undefined,
  fields: readonly PlainInputField[],
): Record<string, unknown> {
  if (message)
    return outputOf(line, { ...message, is_taken: true, message_id: message.id, error: null });
  const error = errorOfItem(problem, send.input);
  return outputOf(line, {
    ...given,
    is_taken: false,
    error_code: problem?.code,
    error: error && wordsOf(error, fields),
  });
}
