import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { listed } from '@textloom/shared/connector/listed';
import { planText } from '../execute/mergeFields.ts';
import { askAgainWith } from './instructions.ts';
import type { Question } from '../wait/pending.ts';
import type { WaitInput } from './waitOperation.ts';

/** Returns how replies decide, or undefined if any text counts as a reply. */
export function readApproval(
	context: IExecuteFunctions,
	{ response_type, approve_words = '', decline_words = '', ask_again }: WaitInput,
	item: number,
): Question['approval'] {
	if (response_type === 'freeText') return undefined;
	const words = { approve: listed(approve_words), decline: listed(decline_words) };
	const { askAgain, mergeFields } = context.getNodeParameter('additionalFields', item, {}) as {
		readonly askAgain?: unknown;
		readonly mergeFields?: unknown;
	};
	const isAdded = askAgain !== undefined;
	if (!isAdded) return { ...words, askAgain: askAgainWith(words) };
	if (ask_again === undefined) return words;
	const stored = (context.getNode().parameters.additionalFields as IDataObject).askAgain;
	const plan = planText(ask_again, stored, mergeFields === true);
	return { ...words, askAgain: plan.text, mergesAgain: plan.merge_fields };
}
