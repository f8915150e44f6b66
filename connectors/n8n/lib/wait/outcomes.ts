import type { IDataObject, INodeExecutionData } from 'n8n-workflow';
import { paginate, type Client } from '@textloom/shared/client';
import { replyEvents } from '@textloom/shared/connector/replies';
import type { Event, Message } from '@textloom/shared/contract';
import type { Question, Questions } from './pendingQuestion.ts';
import { outcomeOf, replyTo } from './replyTo.ts';

/** The end of each question that has one, by the ID of its message, in the order of the events. */
export type Outcomes = ReadonlyMap<
	string,
	{ readonly event: Event; readonly outcome: IDataObject }
>;

/** In the metadata of a text that repeats a question, names the message of the question. */
export const repeatedQuestion = 'question';

export const questionsOf = ({ items }: Questions): Question[] =>
	items.flatMap((one) => ('failed' in one ? [] : [one]));

/**
 * Reads from the service how the questions ended. n8n stores nothing between two deliveries to a
 * waiting execution.
 */
export async function readOutcomes(client: Client, questions: Questions): Promise<Outcomes> {
	const events: Event[] = [];
	for await (const event of paginate(client.event.list, { type: [...replyEvents], limit: 100 })) {
		if (event.timestamp < questions.since) break;
		events.push(event);
	}
	const find = await finderOf(client, questions, events);
	const outcomes = new Map<string, { event: Event; outcome: IDataObject }>();
	for (const event of events.reverse()) {
		const question = find(event);
		if (!question || outcomes.has(question.message.id)) continue;
		const outcome = replyTo(question, event);
		if (typeof outcome === 'object') outcomes.set(question.message.id, { event, outcome });
	}
	return outcomes;
}

/** Returns the function that finds the question of an event. */
async function finderOf(
	client: Client,
	questions: Questions,
	events: readonly Event[],
): Promise<(event: Event) => Question | undefined> {
	const byMessage = new Map(questionsOf(questions).map((one) => [one.message.id, one] as const));
	const recipients = new Set(questionsOf(questions).map(({ message }) => message.to));
	// A reply to a repeated question names the message that repeated it.
	const isUnknown = ({ data }: Event) => {
		const { from, in_reply_to } = data as Message;
		return recipients.has(from) && in_reply_to !== null && !byMessage.has(in_reply_to);
	};
	const repeated = new Map<string, string>();
	if (events.some(isUnknown)) {
		const sent = { reference: questions.id, direction: 'outbound', limit: 100 } as const;
		for await (const { id, metadata } of paginate(client.message.list, sent))
			repeated.set(id, metadata[repeatedQuestion] ?? '');
	}
	return ({ type, data }) => {
		const { id, in_reply_to } = data as Message;
		const asked = type === 'message.received' ? (in_reply_to ?? '') : id;
		return byMessage.get(repeated.get(asked) ?? asked);
	};
}

/** Returns the output of the wait: one item for each item that the node got. */
export const outputOf = ({ items }: Questions, outcomes: Outcomes): INodeExecutionData[] =>
	items.map((one, item) => ({
		json:
			'failed' in one
				? one.failed
				: (outcomes.get(one.message.id)?.outcome ?? outcomeOf(one, { timed_out: true })),
		pairedItem: { item },
	}));
