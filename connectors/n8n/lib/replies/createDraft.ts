import type { IExecuteFunctions } from 'n8n-workflow';
import { isAnswerable, requireAnswerable } from '@textloom/shared/connector/replies';
import type { Message } from '@textloom/shared/contract';
import { createItemError } from '../wait/createItemError.ts';
import { computeEnd } from '../wait/limitWaitTime.ts';
import type { Question } from '../wait/pending.ts';
import { requireLaterEnd } from '../wait/requireLaterEnd.ts';
import type { WaitDraft } from '../wait/waitMany.ts';
import { readApproval } from './readApproval.ts';
import { withInstructions } from './instructions.ts';
import type { WaitInput } from './waitOperation.ts';

/** The text to send, and how to wait for its reply. */
export interface Draft extends WaitDraft {
	readonly approval: Question['approval'] | undefined;
	readonly item: number;
}

/** Returns the draft of a question, and throws if nobody could reply to it. */
export function createDraft(context: IExecuteFunctions, input: WaitInput, item: number): Draft {
	const { response_type, approve_words, decline_words, ask_again, ...others } = input;
	const { limit_wait_time: limit, append_instructions = true, wait_for: _, ...sent } = others;
	const { deduplication_key: ownKey, ...text } = sent;
	const approval = readApproval(context, input, item);
	if (approval?.approve.length === 0)
		throw createItemError(context, "'Approve Words' is empty", { item });
	if (approval && append_instructions) text.text = withInstructions(text.text, approval);
	requireLaterEnd(context, limit, text.send_at, item);
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
