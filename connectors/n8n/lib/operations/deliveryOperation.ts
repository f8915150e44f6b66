import {
	contract,
	limits,
	messageSchema,
	operation,
	schema,
	type Infer,
	type Input,
} from '@textloom/shared/contract';
import { createLimitWaitTime, limitProperty } from '../wait/limitWaitTime.ts';
import { deduplicationKeys } from './sendOperation.ts';

const { send } = contract.message;

const outcome = schema({
	type: 'string',
	title: 'Outcome',
	description: 'What became of the message',
	enum: ['delivered', 'not_delivered', 'unconfirmed', 'not_final'],
	examples: ['delivered'],
});
export type Outcome = Infer<typeof outcome>;

/** Describes a message at the end of the wait. */
export const arrivalSchema = schema({
	...messageSchema,
	title: 'Delivery',
	properties: {
		outcome,
		timed_out: { type: 'boolean', title: 'Timed Out', examples: [false] },
		...messageSchema.properties,
	},
});

const limitWaitTime = createLimitWaitTime('a final status');

/** Extends the send operation of the contract with the inputs to wait for the delivery. */
export const deliveryOperation = operation({
	...send,
	summary: 'Send message and wait for delivery',
	description:
		'Sends a text message and pauses the workflow until it is delivered, has failed or takes too long',
	input: {
		...send.input,
		properties: {
			...send.input.properties,
			limit_wait_time: limitWaitTime,
			deduplication_key: {
				...deduplicationKeys.message,
				description: `${deduplicationKeys.message.description}; if the key was used in the last ${limits.idempotencyHours} hours, the node waits for the earlier message`,
			},
		},
	},
	output: arrivalSchema,
});
export type DeliveryInput = Input<typeof deliveryOperation>;

export const deliveryFields = { limit_wait_time: limitProperty(limitWaitTime) };
