import type { Sending } from '@textloom/shared/client';
import { deduplicate, type ResolveE164 } from '@textloom/shared/connector/deduplicate';

/** Returns a text with its idempotency key, which a Deduplication Key replaces. */
export async function toSending(
	resolve: ResolveE164,
	{ input, key }: Sending,
	ownKey: string | undefined,
): Promise<Sending> {
	if (ownKey === undefined) return { input, key };
	const own = await deduplicate(resolve, { to: input.to!, key: ownKey });
	return { input: { ...input, to: own.to }, key: own.idempotencyKey };
}
