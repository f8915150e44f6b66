import type { FastifyInstance, FastifyReply } from 'fastify';
import type { Caller, Recognise } from './authenticate.ts';
import { createRateLimiter, type RateLimit } from './rateLimit.ts';
import { fail } from './serviceError.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | undefined;
  }
}

/** Lets in who has a key, as often as the key may. A key that is not known yet counts for its address. */
export function guard(app: FastifyInstance, recognise: Recognise, rateLimit: RateLimit): void {
  const count = createCount(rateLimit);
  app.decorateRequest('caller', undefined);
  app.addHook('onRequest', async (request, reply) => {
    const { known, confirm } = recognise(request.headers);
    count(reply, known?.keyId ?? request.ip);
    const caller = await confirm();
    if (!caller) return fail('unauthenticated');
    if (!known) count(reply, caller.keyId);
    request.caller = caller;
  });
}

/** Lets in anyone, as often as their address may. */
export function guardOpen(app: FastifyInstance, rateLimit: RateLimit): void {
  const count = createCount(rateLimit);
  app.addHook('onRequest', async (request, reply) => count(reply, request.ip));
}

function createCount(rateLimit: RateLimit): (reply: FastifyReply, who: string) => void {
  const limiter = createRateLimiter(rateLimit);
  return (reply, who) => {
    const { allowed, headers, retryAfter } = limiter(who, Date.now());
    reply.headers(headers);
    if (!allowed) fail('rate_limited', { retryAfter });
  };
}
