import { splitIntoBatches, type Sending } from '@textloom/shared/client';
import { chooseKey, type Attempts } from './attempts.ts';
import { isText } from './isText.ts';
import type { Prepared } from './request.ts';

/** Selects the items that are texts to send, with their idempotency keys. */
export const listTexts = (
	requests: readonly Prepared[],
	attempts: Attempts,
): Map<number, Sending> =>
	new Map(
		requests.flatMap((request, item) =>
			isText(request)
				? [[item, { input: request.input, key: chooseKey(attempts, request, item) }] as const]
				: [],
		),
	);

/** Groups the items by request, in the order of the first item of each group. */
export function groupItems(
	requests: readonly Prepared[],
	texts: ReadonlyMap<number, Sending>,
): number[][] {
	const items = [...texts.keys()];
	const together = splitIntoBatches([...texts.values()]).map((batch) =>
		batch.map((index) => items[index]!),
	);
	const alone = requests.flatMap((_, item) => (texts.has(item) ? [] : [[item]]));
	return [...together, ...alone].sort(([a], [b]) => a! - b!);
}
