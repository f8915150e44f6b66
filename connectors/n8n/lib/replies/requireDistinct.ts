import type { IExecuteFunctions } from 'n8n-workflow';
import { plainPhone } from '@textloom/shared/contract';
import { createItemError } from '../wait/createItemError.ts';
import type { Draft } from './createDraft.ts';

type Recipient = Pick<Draft['text'], 'to' | 'from'>;

/** Throws if the same person gets two questions, because a "YES" does not say which it answers. */
export function requireDistinct(
	context: IExecuteFunctions,
	asked: readonly Recipient[],
	{ to, from }: Recipient,
	item: number,
): void {
	const isTwice = asked.some(
		(one) =>
			isSame(one.to, to) &&
			// The default sender can be any number.
			(one.from === undefined || from === undefined || isSame(one.from, from)),
	);
	if (!isTwice) return;
	throw createItemError(context, 'An earlier item asks the same person from the same number', {
		description:
			"A reply cannot say which of two questions it answers. Ask both in one message, choose different numbers in 'From', or add a 'Loop Over Items' node before this node.",
		item,
	});
}

/** Compares numbers that people write with or without a country code. */
function isSame(one: string | undefined, other: string | undefined): boolean {
	if (one === undefined || other === undefined) return false;
	const [a, b] = [one, other].map((number) => (plainPhone(number) ?? number).replace(/^\+?0*/, ''));
	return a!.endsWith(b!) || b!.endsWith(a!);
}
