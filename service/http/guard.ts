import type { FastifyInstance, FastifyReply } from 'fastify';
import type { AuthenticatedCaller, Authenticate } from './authenticate.ts';
import { clientAddress } from './clientAddress.ts';
import { createRateLimiter, type RateLimit } from './rateLimit.ts';
import { fail } from '../lib/errors.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: AuthenticatedCaller | undefined;
  }
}

/** Counts a request of a key or a client, and rejects it if it exceeds the limit. */
export type Count = (reply: FastifyReply, client: string) => void;

/** Uses a monotonic clock, because a clock that goes back would lock everyone out. */
export function createCount(rateLimit: RateLimit, clock = () => performance.now()): Count {
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
export function guard(app: FastifyInstance, authenticate: Authenticate, count: Count): void {
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const { known, confirm } = authenticate(request.headers);
    count(reply, known?.keyId ?? clientAddress(request.ip));
    const caller = await confirm();
    if (!caller) return fail('unauthenticated');
    if (!known) count(reply, caller.keyId);
    request.caller = caller;
  });
}

/** Accepts requests from anyone, up to the rate limit of their client. */
export function guardOpen(app: FastifyInstance, count: Count): void {
  app.addHook('onRequest', async (request, reply) => count(reply, clientAddress(request.ip)));
}

/** Responds to requests for unknown paths, up to the rate limit of their client. */
export function guardUnknown(app: FastifyInstance, count: Count): void {
  app.addHook('onRequest', async (request, reply) => {
    if (request.is404) count(reply, clientAddress(request.ip));
  });
}
