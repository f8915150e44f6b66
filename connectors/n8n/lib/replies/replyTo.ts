import type { IDataObject } from 'n8n-workflow';
import { parseDecision } from '@textloom/shared/connector/parseDecision';
import { rulesOutReply } from '@textloom/shared/connector/replies';
import {
	messageSchema,
	schema,
	type Event,
	type Infer,
	type Message,
} from '@textloom/shared/contract';
import type { Question } from '../wait/pending.ts';

const { id, text, from, to, error, created_at } = messageSchema.properties;

const kind = schema({
	type: 'string',
	title: 'Outcome',
	description: 'How the wait ended',
	enum: [
		'replied',
		'approved',
		'declined',
		'unclear',
		'opted_out',
		'not_delivered',
		'timed_out',
		'not_needed',
	],
	examples: ['approved'],
});

/** Describes the end of a wait, with the same fields for every outcome. */
export const replySchema = schema({
	type: 'object',
	title: 'Reply',
	properties: {
		data: {
			type: 'object',
			title: 'Data',
			properties: {
				approved: { type: 'boolean' },
				text: { ...text, nullable: true },
				respondedAt: { ...created_at, nullable: true },
				chatInput: { type: 'string' },
			},
		},
		outcome: kind,
		approved: { type: 'boolean', nullable: true },
		comment: { type: 'string', nullable: true },
		text: { ...text, nullable: true },
		from,
		to: { ...to, nullable: true },
		received_at: { ...created_at, nullable: true },
		timed_out: { type: 'boolean' },
		opted_out: { type: 'boolean' },
		failure: error,
		reply_id: { ...id, nullable: true },
		message_id: { ...id, nullable: true },
		message_text: text,
	},
});

/**
 * Returns how an event of the message or of its reply ends the wait, if it does. Returns `unclear` if
 * the reply begins with none of the words.
 */
export function replyTo(question: Question, event: Event): IDataObject | 'unclear' | undefined {
	if (event.type === 'message.received') return parseReply(question, event);
	const isOver = rulesOutReply(event.type);
	if (!isOver || (event.data as Message).id !== question.message.id) return undefined;
	return createOutcome(question, { failure: (event as Event<'message.failed'>).data.error });
}

/** A question, which has no message if the service refused it. */
interface Asked {
	readonly message: {
		readonly id: string | null;
		readonly to: string;
		readonly from: string | null;
		readonly text: string;
	};
	readonly approval?: Question['approval'];
}

/** Returns the end of a wait, with default values for all other fields. */
export function createOutcome(question: Asked, how: IDataObject): IDataObject {
	const end: IDataObject = { ...withoutReply(question), ...how };
	const { outcome = toKind(end), ...others } = end;
	return { data: toData(question, end), outcome, ...others };
}

/**
 * Returns the end of a wait without a decision: at its limit, or because another person decided first.
 *
 * @param unclear the last reply, if it is unclear
 */
export function endWithoutDecision(
	question: Question,
	unclear?: Event,
	timed_out = true,
): IDataObject {
	if (unclear) {
		const reply = readReply((unclear as Event<'message.received'>).data);
		return createOutcome(question, { ...reply, outcome: 'unclear', timed_out });
	}
	return createOutcome(question, { outcome: timed_out ? 'timed_out' : 'not_needed', timed_out });
}

function toKind({ approved, opted_out, reply_id }: IDataObject): Infer<typeof kind> {
	if (opted_out) return 'opted_out';
	// A canceled message has no failure.
	if (reply_id === null) return 'not_delivered';
	if (approved === null) return 'replied';
	return approved ? 'approved' : 'declined';
}

/**
 * Returns the data of n8n's own nodes that send and wait, whose names these are. An agent reads
 * `chatInput` if nobody approved, and continues according to it.
 */
function toData(
	{ approval }: Asked,
	{ approved, comment, text: reply, received_at: respondedAt, outcome }: IDataObject,
): IDataObject {
	if (!approval) return { text: reply, respondedAt };
	const chatInput = outcome === 'unclear' ? reply : comment;
	return { approved, respondedAt, ...(!approved && chatInput && { chatInput }) };
}

const withoutReply = ({ message, approval }: Asked) => ({
	approved: approval ? false : null,
	comment: null,
	text: null,
	from: message.to,
	to: message.from,
	received_at: null,
	timed_out: false,
	opted_out: false,
	failure: null,
	reply_id: null,
	message_id: message.id,
	message_text: message.text,
});

const readReply = ({ text, created_at, id }: Event<'message.received'>['data']) => ({
	text,
	received_at: created_at,
	reply_id: id,
});

function parseReply(
	question: Question,
	{ data }: Event<'message.received'>,
): IDataObject | 'unclear' | undefined {
	const { approval } = question;
	const reply = (how: IDataObject = {}) => createOutcome(question, { ...readReply(data), ...how });
	if (data.keyword === 'stop') return reply({ opted_out: true });
	const decision = approval && parseDecision(data.text, approval);
	if (decision) return reply({ ...decision });
	// HELP and START are between the recipient and the service.
	if (data.keyword !== null) return undefined;
	return approval ? 'unclear' : reply();
}
