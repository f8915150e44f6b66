import type { FastifyInstance, FastifyReply } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import type { RecordDenial } from '../audit/denials.ts';
import {
  describeKeyFault,
  type AuthenticatedCaller,
  type Authenticate,
  type EndedKey,
} from './authenticate.ts';
import { clientAddress } from './clientAddress.ts';
import { toDenial } from './operation/auditRequest.ts';
import { createRateLimiter, type RateLimit } from './rateLimit.ts';
import { fail } from '../errors/serviceError.ts';
import { iso } from '../times/iso.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: AuthenticatedCaller | undefined;
  }
}

/** Rejects a request if its key or client exceeds the rate limit. */
export type EnforceRateLimit = (reply: FastifyReply, client: string) => void;

/** Uses a monotonic clock, because a clock that goes back would lock everyone out. */
export function createEnforceRateLimit(
  rateLimit: RateLimit,
  clock = () => performance.now(),
): EnforceRateLimit {
  const limiter = createRateLimiter(rateLimit);
  return (reply, client) => {
    const { allowed, headers, retryAfter } = limiter(client, clock());
    reply.headers(headers);
    if (!allowed) fail('rate_limited', { retryAfter });
  };
}

/**
 * Accepts requests with a valid key, up to the rate limit of the key. A key that is not in the
 * cache counts for its client.
 */
export function guard(
  app: FastifyInstance,
  authenticate: Authenticate,
  enforceRateLimit: EnforceRateLimit,
  recordDenial: RecordDenial,
): void {
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', async (request, reply) => {
    // A proxy that caches by the URL alone must not show the response to another account.
    reply.header('cache-control', 'no-store');
    const { known, confirm } = authenticate(request.headers);
    enforceRateLimit(reply, known?.keyId ?? clientAddress(request.ip));
    const caller = await confirm();
    if (!caller) return refuseKey(request.headers);
    if ('ended' in caller) {
      await recordDenial(toDenial(request, caller.accountId, caller));
      return caller.ended === 'expired' ? refuseExpired(caller) : refuseKey(request.headers);
    }
    if (!known) enforceRateLimit(reply, caller.keyId);
    request.caller = caller;
  });
}

const refuseKey = (requestHeaders: IncomingHttpHeaders): never =>
  fail('unauthenticated', { detail: describeKeyFault(requestHeaders) });

/** Explains an expired key. The one who has it knew the account, so this reveals nothing else. */
const refuseExpired = ({ keyExpiresAt }: EndedKey): never =>
  fail('unauthenticated', {
    detail: `This API key expired at ${iso(keyExpiresAt!)}. Use the key that replaced it, or let an admin of the account create or rotate a key.`,
  });

/** Accepts requests from anyone, up to the rate limit of their client. */
export function guardPublic(app: FastifyInstance, enforceRateLimit: EnforceRateLimit): void {
  app.addHook('onRequest', async (request, reply) =>
    enforceRateLimit(reply, clientAddress(request.ip)),
  );
}

/** Responds to requests for unknown paths, up to the rate limit of their client. */
export function guardUnknown(app: FastifyInstance, enforceRateLimit: EnforceRateLimit): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) enforceRateLimit(reply, clientAddress(request.ip));
  });
}
