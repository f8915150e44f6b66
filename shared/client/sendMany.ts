import {
  contract,
  limits,
  toWire,
  type Input,
  type Message,
  type Output,
} from '../contract/index.ts';
import type { CallOptions, Client } from './client.ts';
import { ApiError, errorOfItem } from './error.ts';

const { send, sendBatch } = contract.message;
const { items: newMessage, maxItems } = sendBatch.input.properties.messages;
/** What of a body is left for its messages. */
const mostBytes = limits.bodyBytes - 1024;

/** One of many messages: what a single request would send, and its idempotency key. */
export interface Sending {
  readonly input: Input<typeof send>;
  readonly key: string;
}

/** Cuts a list of messages, by their places, into as few requests as the API takes them in. */
export function batchesOf(sendings: readonly Sending[]): number[][] {
  const encoder = new TextEncoder();
  const batches: number[][] = [];
  let bytes = 0;
  sendings.forEach((sending, index) => {
    const json = JSON.stringify(toWire(newMessage, bodyOf(sending)));
    const more = encoder.encode(json).length + 1;
    const batch = batches.at(-1);
    if (batch && batch.length < maxItems && bytes + more <= mostBytes) {
      batch.push(index);
      bytes += more;
    } else {
      batches.push([index]);
      bytes = more;
    }
  });
  return batches;
}

/**
 * Sends messages in one request, and resolves with a message or an error for each, in order. Each has
 * a key of its own, which counts as that of a single request; so whatever has been sent in an
 * earlier request, alone or among others, is not sent again.
 */
export async function sendMany(
  client: Client,
  sendings: readonly Sending[],
  options?: CallOptions,
): Promise<(Message | ApiError)[]> {
  const answer: Partial<Output<typeof sendBatch>> = await client.message.sendBatch(
    { messages: sendings.map(bodyOf) },
    options,
  );
  return sendings.map((_, index) => {
    const { message, problem } = answer.results?.[index] ?? {};
    return message ?? errorOfItem(problem, send.input) ?? unexpected();
  });
}

const bodyOf = ({ input, key }: Sending) => ({ ...input, idempotency_key: key });

const unexpected = () =>
  new ApiError({
    message: 'The service has not said what became of the message',
    code: 'unexpected_response',
    status: 0,
    remedy: 'Check the base URL, and whether a proxy stands before the service.',
  });
