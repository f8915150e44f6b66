import type { ApprovalWords } from '@textloom/shared/connector/parseDecision';

/** Returns the text with the words to reply with, unless the text already contains them. */
export function withInstructions(text: string, words: ApprovalWords): string {
	const isComplete = listFirstWords(words).every((word) => hasWord(text, word));
	return isComplete ? text : `${text.trimEnd()}\n\nReply ${choice(words)}`;
}

/** Returns the text to send after an unclear reply. */
export const askAgainWith = (words: ApprovalWords): string => `Please reply ${choice(words)}`;

const listFirstWords = ({ approve, decline }: ApprovalWords): string[] =>
	[approve[0], decline[0]].filter((word) => word !== undefined);

function choice(words: ApprovalWords): string {
	const [approve, decline] = listFirstWords(words);
	return decline === undefined ? `${approve} to approve` : `${approve} or ${decline}`;
}

/** Distinguishes case, because a "no" in a sentence does not say how to reply. */
const hasWord = (text: string, word: string): boolean =>
	text.split(/[^\p{L}\p{M}\p{N}]+/u).includes(word) || (/\W/.test(word) && text.includes(word));
