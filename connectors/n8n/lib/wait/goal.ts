import { replyEvents } from '@textloom/shared/connector/replies';
import { finalEventTypes, type EventType } from '@textloom/shared/contract';

/** What an operation waits for after it sent a text. */
export interface Goal {
	/** The value of the operation, which workflows store. */
	readonly value: string;
	/** The name of the operation in the editor. */
	readonly name: string;
	/** Follows "the workflow cannot wait for its". */
	readonly awaited: string;
	/** Follows "the service cannot deliver". */
	readonly delivered: string;
	/** The events of a message that can end the wait. */
	readonly events: readonly EventType[];
}

export const forReply: Goal = {
	// Human review by an agent's tool needs this value.
	value: 'sendAndWait',
	name: 'Send and Wait for Reply',
	awaited: 'reply',
	delivered: 'replies',
	events: replyEvents,
};

export const forDelivery: Goal = {
	value: 'sendAndWaitForDelivery',
	name: 'Send and Wait for Delivery',
	awaited: 'delivery',
	delivered: 'delivery statuses',
	events: finalEventTypes,
};
