import { contract, operation, record } from '@textloom/shared/contract';
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
