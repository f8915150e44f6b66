import type { IDataObject } from 'n8n-workflow';
import { isKeyword } from '@textloom/shared/connector/keywords';
import { rulesOutReply } from '@textloom/shared/connector/replies';
import { messageSchema, schema, type Event, type Message } from '@textloom/shared/contract';
import type { Question } from './pendingQuestion.ts';

const { id, text, from, to, error, created_at } = messageSchema.properties;

/** Describes the end of a wait, with the same fields for every outcome. */
export const replySchema = schema({
	type: 'object',
	title: 'Reply',
	properties: {
		approved: { type: 'boolean', nullable: true },
		text: { ...text, nullable: true },
		from,
		to,
		received_at: { ...created_at, nullable: true },
		timed_out: { type: 'boolean' },
		opted_out: { type: 'boolean' },
		failure: error,
		reply_id: { ...id, nullable: true },
		message_id: id,
		message_text: text,
	},
});

/**
 * Returns how an event of the message or of its reply ends the wait, if it does. Returns `unclear` if
 * the reply is not one of the words.
 */
export function replyTo(question: Question, event: Event): IDataObject | 'unclear' | undefined {
	if (event.type === 'message.received') return answerOf(question, event);
	const isOver = rulesOutReply(event.type);
	if (!isOver || (event.data as Message).id !== question.message.id) return undefined;
	return outcomeOf(question, { failure: (event as Event<'message.failed'>).data.error });
}

/** Returns the end of a wait, with default values for all other fields. */
export const outcomeOf = ({ message, approval }: Question, how: IDataObject): IDataObject => ({
	approved: approval ? false : null,
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
	...how,
});

function answerOf(
	question: Question,
	{ data }: Event<'message.received'>,
): IDataObject | 'unclear' | undefined {
	const { approval } = question;
	const reply = (approved: boolean | null, optedOut = false) =>
		outcomeOf(question, {
			approved,
			text: data.text,
			received_at: data.created_at,
			opted_out: optedOut,
			reply_id: data.id,
		});
	if (data.keyword === 'stop') return reply(approval ? false : null, true);
	if (approval && isKeyword(data.text, approval.decline)) return reply(false);
	if (approval && isKeyword(data.text, approval.approve)) return reply(true);
	// HELP and START are between the recipient and the service.
	if (data.keyword !== null) return undefined;
	return approval ? 'unclear' : reply(null);
}
