import { paginate, type Client } from '@textloom/shared/client';
import {
	finalEventTypes,
	statusEventTypes,
	type Event,
	type EventType,
	type Message,
} from '@textloom/shared/contract';
import type { Deliveries, Tracked } from '../wait/pending.ts';
import { toOutcome } from './toDeliveryOutput.ts';

const listTracked = ({ tracked }: Deliveries): Tracked[] =>
	tracked.flatMap((one) => ('failed' in one ? [] : [one]));

/** Returns the IDs of the messages. The first one is that of the wait. */
export function listIds(deliveries: Deliveries): [string, ...string[]] {
	const [, ...others] = new Set(listTracked(deliveries).map(({ message }) => message.id));
	return [deliveries.id, ...others];
}

/**
 * Reads the events of the messages. n8n stores nothing between two deliveries to a waiting execution.
 *
 * @param type the types of the events; by default only the final statuses, which are fewer
 */
export async function readEvents(
	client: Client,
	related_to: string[],
	type: readonly EventType[] = finalEventTypes,
): Promise<Event[]> {
	const filter = { type: [...type], related_to, limit: 100 };
	const events: Event[] = [];
	for await (const event of paginate(client.event.list, filter)) events.push(event);
	return events;
}

/** Returns the messages as the latest of the events describe them, by ID. */
export function selectLatest(events: readonly Event[]): Map<string, Message> {
	const latest = new Map<string, Message>();
	for (const { type, data } of events) {
		if (!statusEventTypes.some((one) => one === type)) continue;
		const message = data as Message;
		const known = latest.get(message.id);
		if (!known || known.sequence < message.sequence) latest.set(message.id, message);
	}
	return latest;
}

/** Returns true if each message has a final status. */
export const areFinal = (deliveries: Deliveries, latest: ReadonlyMap<string, Message>): boolean =>
	listTracked(deliveries).every(
		({ message }) => toOutcome((latest.get(message.id) ?? message).status) !== 'not_final',
	);
