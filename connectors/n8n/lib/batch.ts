import { ApiError, call, errorOfItem, type Host } from '@textloom/shared/client';
import { contract, limits, toWire, type Message, type Output } from '@textloom/shared/contract';

const { send, sendBatch } = contract.message;
const { items: newMessage, maxItems } = sendBatch.input.properties.messages;
/** What of a body is left for its messages. */
const mostBytes = limits.bodyBytes - 1024;

/** One of many messages: what a single request would send, and its idempotency key. */
export interface Sending {
	readonly input: Readonly<Record<string, unknown>>;
	readonly key: string;
}

/** Cuts a list of messages, by their places, into as few requests as the API takes them in. */
export function batchesOf(sendings: readonly Sending[]): number[][] {
	const batches: number[][] = [];
	let bytes = 0;
	sendings.forEach((sending, index) => {
		const more = Buffer.byteLength(JSON.stringify(toWire(newMessage, bodyOf(sending)))) + 1;
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
	host: Host,
	sendings: readonly Sending[],
	signal: AbortSignal | undefined,
): Promise<(Message | ApiError)[]> {
	const input = { messages: sendings.map(bodyOf) };
	const options = signal && { signal };
	const { results } = (await call(host, sendBatch, input, options)) as Partial<
		Output<typeof sendBatch>
	>;
	return sendings.map((_, index) => {
		const { message, problem } = results?.[index] ?? {};
		if (message) return message;
		return errorOfItem(problem, send.input) ?? unexpected();
	});
}

const bodyOf = ({ input, key }: Sending) => ({ ...input, idempotency_key: key });

const unexpected = () =>
	new ApiError({
		message: 'The service has not said what became of the message',
		code: 'unexpected_answer',
		status: 0,
		remedy: 'Check the base URL, and whether a proxy stands before the service.',
	});
