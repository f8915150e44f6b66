import type { IDataObject, INode, INodeExecutionData } from 'n8n-workflow';
import { paginate, type Client } from '@textloom/shared/client';
import { replyEvents } from '@textloom/shared/connector/replies';
import type { Event, Message } from '@textloom/shared/contract';
import { failedItem } from '../execute/errorItem.ts';
import type { Question, Questions } from '../wait/pending.ts';
import { endWithoutDecision, replyTo } from './replyTo.ts';

/** How the recipients responded so far, by the ID of the message of the question. */
export interface Outcomes {
	/** The end of each question that has one. */
	readonly ended: ReadonlyMap<string, IDataObject>;
	/** The last unclear reply to each question that has one. */
	readonly unclear: ReadonlyMap<string, Event>;
}

/** How far the questions of a wait have got. */
export interface Progress {
	readonly outcomes: Outcomes;
	/** Returns the IDs of the messages that repeat a question. */
	readonly listRepeated: (client: Client) => Promise<readonly string[]>;
}

/** In the metadata of a text that repeats a question, names the message of the question. */
export const repeatedQuestion = 'question';

export const listQuestions = ({ items }: Questions): Question[] =>
	items.flatMap((one) => ('failed' in one ? [] : [one]));

/**
 * Reads from the service which questions ended, and how. n8n stores nothing between two deliveries to a
 * waiting execution.
 */
export async function readProgress(client: Client, questions: Questions): Promise<Progress> {
	const asked = new Map(listQuestions(questions).map((one) => [one.message.id, one] as const));
	const { until } = questions;
	const events = await readEvents(client, [...asked.keys()], until);
	const unclear = events.flatMap((event) => {
		const question = findQuestion(asked, event);
		return question && replyTo(question, event) === 'unclear' ? [question] : [];
	});
	// A reply to a repeated question names the message that repeated it.
	const again = await readRepeated(client, questions.id, unclear);
	const repeated = [...again.keys()];
	const all = [...events, ...(await readEvents(client, repeated, until))];
	all.sort((a, b) => Date.parse(a.timestamp) - Date.parse(b.timestamp));
	return {
		outcomes: toOutcomes(new Map([...asked, ...again]), all),
		listRepeated: () => Promise.resolve(repeated),
	};
}

/**
 * Returns how far a single question has got by the delivery of an event. It needs no other events, so
 * the reply counts even if the service cannot list them.
 *
 * @param messageId the message whose subscription delivers: the question, or the text that repeats it
 */
export function toProgress(question: Question, event: Event, messageId: string): Progress {
	const { id } = question.message;
	const asked = new Map([id, messageId].map((one) => [one, question] as const));
	const repeatable = question.approval?.askAgain ? [question] : [];
	return {
		outcomes: toOutcomes(asked, [event]),
		listRepeated: async (client) => [...(await readRepeated(client, id, repeatable)).keys()],
	};
}

/**
 * Returns how the recipients responded.
 *
 * @param asked the questions by the IDs of their messages, and of the messages that repeat them
 * @param events the events, oldest first
 */
function toOutcomes(asked: ReadonlyMap<string, Question>, events: readonly Event[]): Outcomes {
	const outcomes = { ended: new Map<string, IDataObject>(), unclear: new Map<string, Event>() };
	for (const event of events) {
		const question = findQuestion(asked, event);
		if (!question || outcomes.ended.has(question.message.id)) continue;
		const outcome = replyTo(question, event);
		if (outcome === 'unclear') outcomes.unclear.set(question.message.id, event);
		else if (outcome) outcomes.ended.set(question.message.id, outcome);
	}
	return outcomes;
}

function findQuestion(asked: ReadonlyMap<string, Question>, { type, data }: Event) {
	const { id, in_reply_to } = data as Message;
	return asked.get(type === 'message.received' ? (in_reply_to ?? '') : id);
}

/**
 * Returns the events before a time that can end the wait for replies to messages, oldest first. The
 * service finds them without reading the other texts of the account.
 */
async function readEvents(
	client: Client,
	messageIds: string[],
	created_before: string,
): Promise<Event[]> {
	if (messageIds.length === 0) return [];
	const filter = { type: [...replyEvents], related_to: messageIds, created_before, limit: 100 };
	const events: Event[] = [];
	for await (const event of paginate(client.event.list, filter)) events.push(event);
	return events.reverse();
}

/** Returns the questions that have a repetition, by the ID of the message that repeats them. */
async function readRepeated(
	client: Client,
	wait: string,
	questions: readonly Question[],
): Promise<Map<string, Question>> {
	if (questions.length === 0) return new Map();
	const byId = new Map(questions.map((one) => [one.message.id, one] as const));
	const repeated = new Map<string, Question>();
	// Earlier versions of the node sent the ID of the wait as the reference.
	for (const reference of new Set([wait, ...byId.keys()])) {
		const sent = { reference, direction: 'outbound', limit: 100 } as const;
		for await (const { id, metadata } of paginate(client.message.list, sent)) {
			const question = byId.get(metadata[repeatedQuestion] ?? '');
			if (question) repeated.set(id, question);
		}
	}
	return repeated;
}

/** Returns true if everybody responded, or enough of them. */
export const isOver = (questions: Questions, outcomes: Outcomes): boolean =>
	isDecided(questions, outcomes) ||
	listQuestions(questions).every(({ message }) => outcomes.ended.has(message.id));

/** Returns the output of the wait if it is over. */
export async function findEnd(
	node: INode,
	client: Client,
	questions: Questions,
): Promise<INodeExecutionData[] | undefined> {
	const { outcomes } = await readProgress(client, questions);
	return isOver(questions, outcomes) ? toWaitOutput(node, questions, outcomes) : undefined;
}

/** Returns true if a reply makes the others unnecessary. Somebody who opts out decides nothing. */
function isDecided({ waitFor }: Questions, { ended }: Outcomes): boolean {
	if (waitFor === 'all') return false;
	const replies = [...ended.values()].filter((one) => one.reply_id !== null && !one.opted_out);
	return replies.some(({ approved }) => waitFor === 'first' || approved !== false);
}

/** Returns the output of the wait: one item for each item that the node got. */
export function toWaitOutput(
	node: INode,
	questions: Questions,
	outcomes: Outcomes = { ended: new Map(), unclear: new Map() },
): INodeExecutionData[] {
	const timed_out = !isDecided(questions, outcomes);
	return questions.items.map((one, item) => {
		if ('failed' in one) return failedItem(node, one.failed, item);
		const { id } = one.message;
		const json =
			outcomes.ended.get(id) ?? endWithoutDecision(one, outcomes.unclear.get(id), timed_out);
		return { json, pairedItem: { item } };
	});
}
