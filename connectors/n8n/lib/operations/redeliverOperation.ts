import { redeliverAll, type Redelivery } from '@textloom/shared/client';
import { hashValue } from '@textloom/shared/connector/deduplicate';
import { contract, operation, record, type Operation } from '@textloom/shared/contract';
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

/** Returns the one result of an operation, which takes several requests for missed events. */
export const askForOne = (
	called: Operation,
	input: Query,
	ask: (query: Query) => Promise<unknown>,
): Promise<unknown> =>
	called === redeliver
		? redeliverAll((query) => ask(query) as Promise<Redelivery>, input)
		: ask(input);

/** Gives each further request of an item its own key, which a retry of the item derives again. */
export const keyOfPage = (key: string, { cursor }: Query): string =>
	cursor === undefined ? key : hashValue([key, cursor]);
