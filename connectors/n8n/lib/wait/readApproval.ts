import type { IExecuteFunctions } from 'n8n-workflow';
import { askAgainWith } from './instructions.ts';
import type { Question } from './pendingQuestion.ts';
import type { WaitInput } from './waitOperation.ts';

/** Returns how replies decide, or undefined if any text counts as a reply. */
export function readApproval(
	context: IExecuteFunctions,
	{ response_type, approve_words, decline_words, ask_again }: WaitInput,
	item = 0,
): Question['approval'] {
	if (response_type === 'freeText') return undefined;
	const words = { approve: splitWords(approve_words), decline: splitWords(decline_words) };
	const { askAgain } = context.getNodeParameter('additionalFields', item, {}) as {
		readonly askAgain?: unknown;
	};
	const isAdded = askAgain !== undefined;
	return { ...words, askAgain: isAdded ? ask_again : askAgainWith(words) };
}

const splitWords = (written = ''): string[] =>
	written
		.split(',')
		.map((word) => word.trim())
		.filter((word) => word !== '');
