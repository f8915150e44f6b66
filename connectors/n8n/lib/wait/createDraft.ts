import { NodeOperationError, type IExecuteFunctions } from 'n8n-workflow';
import {
	computeEndOfWait,
	isAnswerable,
	requireAnswerable,
} from '@textloom/shared/connector/replies';
import type { contract, Input, Message } from '@textloom/shared/contract';
import { atItem } from '../connection/errors.ts';
import { readApproval } from './readApproval.ts';
import { withInstructions } from './instructions.ts';
import type { Question } from './pendingQuestion.ts';
import type { WaitInput } from './waitOperation.ts';

/** The text to send, and how to wait for its reply. */
export interface Draft {
	readonly text: Input<(typeof contract)['message']['send']>;
	/** The Deduplication Key of the user. */
	readonly ownKey: string | undefined;
	readonly approval: Question['approval'] | undefined;
	readonly limit: WaitInput['limit_wait_time'];
	/** The item, if there are several. */
	readonly item: number | undefined;
}

/** Returns the draft of a question, and throws if nobody could reply to it. */
export function createDraft(context: IExecuteFunctions, input: WaitInput, item?: number): Draft {
	const { response_type, approve_words, decline_words, ask_again, ...others } = input;
	const { limit_wait_time: limit, append_instructions = true, wait_for: _, ...sent } = others;
	const { deduplication_key: ownKey, ...text } = sent;
	const approval = readApproval(context, input, item);
	if (approval?.approve.length === 0)
		throw createItemError(context, "'Approve Words' is empty", { item });
	if (approval && append_instructions) text.text = withInstructions(text.text, approval);
	const start = Math.max(Date.now(), Date.parse(text.send_at ?? '') || 0);
	const created_at = new Date(start).toISOString();
	if (!(computeEnd(limit, { send_at: null, created_at }) > start)) {
		const late = text.send_at === undefined ? 'in the future' : "after 'Send At'";
		throw createItemError(context, `'Max Date and Time' is not ${late}`, { item });
	}
	requireAnswerable(text.from);
	return { text, ownKey, approval, limit, item };
}

/** Returns the question of a sent message, and throws if nobody can reply to it. */
export function createQuestion(
	context: IExecuteFunctions,
	{ approval, limit, item }: Draft,
	message: Message,
): Question {
	const { id, to, from, purpose, text } = message;
	if (!isAnswerable(from)) {
		throw createItemError(
			context,
			'The text was sent from a sender name, which cannot receive replies',
			{ description: "Choose one of your numbers in 'From'.", item },
		);
	}
	return {
		message: { id, to, from, purpose, text },
		...(approval && { approval }),
		until: new Date(computeEnd(limit, message)).toISOString(),
	};
}

const unitMinutes = { minutes: 1, hours: 60, days: 24 * 60 } as const;

/**
 * Returns the end of the wait in milliseconds since the epoch. An interval begins when the text is
 * sent.
 */
function computeEnd(
	limit: Draft['limit'] = {},
	message: Pick<Message, 'send_at' | 'created_at'>,
): number {
	const { limit_type, resume_amount = 24, resume_unit = 'hours', max_date_and_time } = limit;
	return Date.parse(
		limit_type === 'atSpecifiedTime'
			? (max_date_and_time ?? '')
			: computeEndOfWait(message, resume_amount * unitMinutes[resume_unit]),
	);
}

export const createItemError = (
	context: IExecuteFunctions,
	message: string,
	{
		description = 'Fill it in, or check its expression.',
		item,
	}: { readonly description?: string; readonly item?: number | undefined },
) =>
	new NodeOperationError(context.getNode(), atItem(message, item), {
		description,
		itemIndex: item ?? 0,
	});
