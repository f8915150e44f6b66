import type { Sending } from '@textloom/shared/client';
import { deduplicate, type ResolveE164 } from '@textloom/shared/connector/deduplicate';

/** Returns a text with its idempotency key, which a Deduplication Key replaces. */
export async function toSending(
	resolve: ResolveE164,
	sending: Sending,
	ownKey: string | undefined,
): Promise<Sending> {
	if (ownKey === undefined) return sending;
	const { input } = sending;
	return deduplicate(resolve, { ...input, to: input.to! }, ownKey);
}
