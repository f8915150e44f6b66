import {
	deduplicate,
	deriveIdempotencyKey,
	type ResolveE164,
} from '@textloom/shared/connector/deduplicate';
import type { SendInput } from '../operations/sendOperation.ts';
import { isText } from './isText.ts';
import type { Prepared } from './request.ts';

/**
 * Replaces the field Deduplication Key with the idempotency key that it stands for, or the request with
 * the reason why there is none.
 */
export async function withKey(resolve: ResolveE164, request: Prepared): Promise<Prepared> {
	if (request === undefined || request instanceof Error) return request;
	const { deduplication_key: ownKey, ...input } = request.input as Partial<SendInput>;
	if (ownKey === undefined) return request;
	if (!isText(request)) {
		const { id = '' } = request.input as { readonly id?: string };
		return { ...request, input, key: deriveIdempotencyKey(id, ownKey) };
	}
	try {
		return { ...request, ...(await deduplicate(resolve, { ...input, to: input.to! }, ownKey)) };
	} catch (error) {
		return error as Error;
	}
}
