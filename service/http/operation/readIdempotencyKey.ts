import { headers, normalizeIdempotencyKey } from '@textloom/shared/contract';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../errors/serviceError.ts';

/** Returns the idempotency key of a request, if it has one. */
export function readIdempotencyKey({ headers: given }: FastifyRequest): string | undefined {
  const value = given[headers.idempotencyKey.toLowerCase()];
  if (value === undefined) return undefined;
  return normalizeIdempotencyKey(String(value)) ?? fail('invalid_idempotency_key');
}
