import { contract, limits, toWire, type Input, type Message } from '../contract/index.ts';
import type { CallOptions, Client } from './client.ts';
import { ApiError, errorOfItem } from './error.ts';

const { send, sendBatch } = contract.message;
const { items: newMessage, maxItems } = sendBatch.input.properties.messages;
/** The part of a body that its messages may fill. */
const maxBytes = limits.bodyBytes - 1024;

/** One message of a batch: the input of a single request, and its idempotency key. */
export interface Sending {
  readonly input: Input<typeof send>;
  readonly key: string;
}

interface SendManyOptions extends Omit<CallOptions, 'onReplay'> {
  /** Runs for each message that an earlier request with the same key sent. */
  readonly onReplay?: (index: number) => void;
}

/**
 * Splits messages into as few batches as the API allows. Each batch lists the indexes of its
 * messages.
 */
export function splitIntoBatches(sendings: readonly Sending[]): number[][] {
  const encoder = new TextEncoder();
  const batches: number[][] = [];
  let bytes = 0;
  sendings.forEach((sending, index) => {
    const json = JSON.stringify(toWire(newMessage, toBody(sending)));
    const more = encoder.encode(json).length + 1;
    const batch = batches.at(-1);
    if (batch && batch.length < maxItems && bytes + more <= maxBytes) {
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
 * Sends messages in one request, and resolves with a message or an error for each, in order. Each
 * message has its own idempotency key, as in a single request, so a message from an earlier request,
 * alone or in a batch, is not sent again.
 */
export async function sendMany(
  client: { readonly message: Pick<Client['message'], 'sendBatch'> },
  sendings: readonly Sending[],
  { onReplay, ...options }: SendManyOptions = {},
): Promise<(Message | ApiError)[]> {
  const messages = sendings.map(toBody);
  const { results } = await client.message.sendBatch({ messages }, options);
  return sendings.map((_, index) => {
    const { message, problem, replayed } = results[index] ?? {};
    if (replayed) onReplay?.(index);
    return message ?? errorOfItem(problem, send.input) ?? unexpected();
  });
}

const toBody = ({ input, key }: Sending) => ({ ...input, idempotency_key: key });

const unexpected = () =>
  new ApiError({
    message: 'The service returned no result for the message',
    code: 'unexpected_response',
    status: 0,
    remedy: 'Check the base URL.',
    mayHaveRun: true,
  });
