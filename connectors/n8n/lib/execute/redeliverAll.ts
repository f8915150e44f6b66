import { hashValue } from '@textloom/shared/connector/deduplicate';
import { contract, type Operation, type Output } from '@textloom/shared/contract';

const { redeliver } = contract.webhook;
type Query = Readonly<Record<string, unknown>>;

export const isRedelivery = (operation: Operation): boolean => operation === redeliver;

/** Repeats the request until the service has compared all events, and adds up the deliveries. */
export async function redeliverAll(
	input: Query,
	ask: (query: Query) => Promise<unknown>,
): Promise<{ deliveries: number }> {
	let deliveries = 0;
	let query = input;
	for (;;) {
		const found = (await ask(query)) as Output<typeof redeliver>;
		deliveries += found.deliveries;
		if (found.next_cursor === null) return { deliveries };
		query = { ...input, cursor: found.next_cursor };
	}
}

/** Gives each further request of an item its own key, which a retry of the item derives again. */
export const keyOfPage = (key: string, { cursor }: Query): string =>
	cursor === undefined ? key : hashValue([key, cursor]);
