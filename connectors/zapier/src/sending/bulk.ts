import { randomUUID } from 'node:crypto';
import type { PlainInputField, ZObject } from 'zapier-platform-core';
import {
  ApiError,
  splitIntoBatches,
  sendMany,
  type Client,
  type Sending,
} from '@textloom/shared/client';
import {
  alreadySent,
  createResolver,
  deduplicate,
  type ResolveE164,
} from '@textloom/shared/connector/deduplicate';
import { forEachConcurrently } from '@textloom/shared/connector/forEachConcurrently';
import { contract, schema, type Input, type Message } from '@textloom/shared/contract';
import {
  describeErrorOfOne,
  explainUnconfirmed,
  getEffect,
  zapierError,
} from '../connection/errors.ts';
import { toOutput } from '../fields/toOutput.ts';
import { requestsAtOnce } from './recipient.ts';
import type { Sent } from './sendOnce.ts';

const { send } = contract.message;
const { id, to, reference, status, segments } = send.output.properties;

type New = Input<typeof send> & {
  readonly deduplication_key?: string | undefined;
};

/** Describes the result of one message in a batch. */
export const lineSchema = schema({
  type: 'object',
  properties: {
    is_accepted: { type: 'boolean', title: 'Is Accepted', examples: [true] },
    message_id: { ...id, title: 'Message ID', nullable: true },
    to: { ...to, nullable: true },
    reference: { ...reference, nullable: true },
    status: { ...status, nullable: true },
    segments: { ...segments, nullable: true },
    already_sent: alreadySent,
    error_code: { type: 'string', title: 'Error Code', nullable: true, examples: [null] },
    error: { type: 'string', title: 'Error', nullable: true, examples: [null] },
  },
});

const count = { type: 'integer', examples: [1] } as const;

/** Describes how many messages of a step the service accepted, and how many it rejected. */
export const countFields = {
  accepted: { ...count, title: 'Accepted', description: 'Number of accepted messages' },
  rejected: { ...count, title: 'Rejected', examples: [0] },
} as const;

export const countResults = (results: readonly (Message | ApiError)[]) => {
  const rejected = results.filter((one) => one instanceof ApiError).length;
  return { accepted: results.length - rejected, rejected };
};

/**
 * Sends many messages in as few requests as the service allows, and returns a message or an error for
 * each, in order. The whole call fails only if nothing can have been sent.
 */
export async function sendEach(
  client: Client,
  messages: readonly New[],
): Promise<(Sent | ApiError)[]> {
  const resolve = createResolver(client);
  const sendings: Sending[] = [];
  await forEachConcurrently(messages.length, requestsAtOnce, async (at) => {
    sendings[at] = await createSending(resolve, messages[at]!);
  });
  const results: (Sent | ApiError)[] = [];
  for (const batch of splitIntoBatches(sendings)) {
    const some = batch.map((at) => sendings[at]!);
    const replays = new Set<number>();
    const onReplay = (at: number) => replays.add(at);
    const responses = await sendMany(client, some, { onReplay }).catch((cause: unknown) => {
      const error = cause instanceof ApiError ? explainUnconfirmed(cause) : cause;
      if (results.length === 0 || !(error instanceof ApiError)) throw error;
      return some.map(() => error);
    });
    results.push(
      ...responses.map((one, at) =>
        one instanceof ApiError
          ? explainUnconfirmed(one)
          : { ...one, already_sent: replays.has(at) },
      ),
    );
  }
  return results;
}

async function createSending(
  resolve: ResolveE164,
  { deduplication_key: key, ...input }: New,
): Promise<Sending> {
  // The service rejects a line without a recipient.
  if (key === undefined || input.to === undefined) return { input, key: randomUUID() };
  return deduplicate(resolve, { ...input, to: input.to }, key);
}

/**
 * Returns the error of a step if no message was accepted. An error after which a message may have been
 * sent counts most. An error that the user must correct counts more than one that Zapier may retry, and
 * both count more than one that concerns a recipient.
 */
export function allRejected(
  z: ZObject,
  results: readonly (Message | ApiError)[],
  fields: readonly PlainInputField[],
  before = '',
): Error | undefined {
  const errors = results.filter((one) => one instanceof ApiError);
  if (errors.length < results.length) return undefined;
  // An earlier run with the same key may be sending the message.
  const noResponse = errors.find(
    ({ mayHaveRun, code }) => mayHaveRun || code === 'idempotency_in_progress',
  );
  if (noResponse) return zapierError(z, noResponse, fields);
  const [worst] = (['error', 'throttled', 'halted'] as const).flatMap(
    (effect) => errors.find((error) => getEffect(error) === effect) ?? [],
  );
  return worst && zapierError(z, worst, fields, before);
}

/** Converts the result to a line, with the labels of these fields. */
export function toLine(
  result: Sent | ApiError,
  given: Pick<New, 'to' | 'reference'> | undefined,
  fields: readonly PlainInputField[],
): Record<string, unknown> {
  if (result instanceof ApiError)
    return toOutput(lineSchema, {
      ...given,
      is_accepted: false,
      already_sent: false,
      error_code: result.code,
      error: describeErrorOfOne(result, fields),
    });
  return toOutput(lineSchema, { ...result, is_accepted: true, message_id: result.id, error: null });
}
