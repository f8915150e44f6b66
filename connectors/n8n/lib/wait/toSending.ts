import type { Sending } from '@textloom/shared/client';
import { deduplicate, type ResolveE164 } from '@textloom/shared/connector/deduplicate';
import type { Draft } from './createDraft.ts';

/** Returns the text of a draft with its idempotency key, which a Deduplication Key replaces. */
export async function toSending(
	resolve: ResolveE164,
	{ text, ownKey }: Pick<Draft, 'text' | 'ownKey'>,
	key: string,
): Promise<Sending> {
	if (ownKey === undefined) return { input: text, key };
	const own = await deduplicate(resolve, { to: text.to!, key: ownKey });
	return { input: { ...text, to: own.to }, key: own.idempotencyKey };
}
