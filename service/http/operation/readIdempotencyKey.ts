import { headers, isIdempotencyKey } from '@textloom/shared/contract';
import type { FastifyRequest } from 'fastify';
import { fail } from '../../lib/errors.ts';

/**
 * Returns the idempotency key of a request, if it has one. Most clients omit the quotes of the
 * draft standard.
 */
export function readIdempotencyKey({ headers: given }: FastifyRequest): string | undefined {
  const value = given[headers.idempotencyKey.toLowerCase()];
  if (value === undefined) return undefined;
  const key = String(value).replace(/^"(.*)"$/, '$1');
  return isIdempotencyKey(key) ? key : fail('invalid_idempotency_key');
}
