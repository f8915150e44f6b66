import { hashValue } from '@textloom/shared/connector/deduplicate';
import {
	contract,
	operation,
	record,
	type Operation,
	type Output,
} from '@textloom/shared/contract';
import type { Call } from './actions.ts';

const { redeliver } = contract.webhook;
const { cursor: _, ...properties } = redeliver.input.properties;

/** Leaves out the cursor of the contract: the node compares the whole time range in one step. */
export const redeliverOperation = operation({
	...redeliver,
	description:
		'Delivers the events that this webhook missed in a time range, such as an outage, the oldest first; skips events that wait for another attempt',
	input: { ...redeliver.input, properties },
	output: record({
		title: 'Redelivery',
		properties: { deliveries: redeliver.output.properties.deliveries },
	}),
});

export const redeliverCall = (input: Call['input']): Call => ({ operation: redeliver, input });

type Query = Readonly<Record<string, unknown>>;

export const isRedelivery = (called: Operation): boolean => called === redeliver;

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
