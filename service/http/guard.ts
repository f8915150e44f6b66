import type { FastifyInstance } from 'fastify';
import type { Caller, createAuthenticate } from './authenticate.ts';
import { createRateLimiter, type RateLimit } from './rateLimit.ts';
import { fail } from './serviceError.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Lets in who has a key, as often as the key may. */
export function guard(
  app: FastifyInstance,
  authenticate: ReturnType<typeof createAuthenticate>,
  rateLimit: RateLimit,
): void {
  const limiter = createRateLimiter(rateLimit);
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const caller = await authenticate(request.headers);
    const verdict = limiter(caller?.keyId ?? request.ip, Date.now());
    reply.headers(verdict.headers);
    if (!verdict.allowed) fail('rate_limited', { retryAfter: verdict.retryAfter });
    if (!caller) fail('unauthenticated');
    request.caller = caller;
  });
}
