import { describe, expect, it } from '@jest/globals';
import { errors, headers as names } from '@textloom/shared/contract';
import Fastify from 'fastify';
import { answerErrors } from '../../service/http/answerErrors.ts';
import type { Caller, Recognise } from '../../service/http/authenticate.ts';
import { guard } from '../../service/http/guard.ts';
import { createRateLimiter } from '../../service/http/rateLimit.ts';
import { authorization } from './harness.ts';

const caller = { keyId: 'key_1', scope: 'admin' } as Caller;
const good = authorization('good');

/** An address of a service whose one key is "good", and how often it has looked a key up. */
function openDoor() {
  const app = Fastify();
  answerErrors(app);
  const door = { known: false, lookUps: 0 };
  const recognise: Recognise = ({ authorization: key }) => {
    const isGood = key === good.authorization;
    return {
      known: isGood && door.known ? caller : undefined,
      confirm: () => {
        door.lookUps++;
        door.known ||= isGood;
        return Promise.resolve(isGood ? caller : undefined);
      },
    };
  };
  guard(app, recognise, { perSecond: 1, burst: 5 });
  app.get('/', () => 'in');
  const knock = async (headers: Record<string, string>, times: number) => {
    const answers = await Promise.all(
      Array.from({ length: times }, () => app.inject({ url: '/', headers })),
    );
    for (const answer of answers)
      expect(answer.headers).toHaveProperty(names.rateLimit.toLowerCase());
    return answers.map(({ statusCode }) => statusCode);
  };
  return { door, knock };
}

describe('the door of the service', () => {
  it('looks no more keys up for an address that guesses than the address may ask', async () => {
    const { door, knock } = openDoor();
    const statuses = await knock(authorization('wrong'), 20);
    expect(statuses.filter((status) => status === errors.unauthenticated.status)).toHaveLength(5);
    expect(statuses.filter((status) => status === errors.rate_limited.status)).toHaveLength(15);
    expect(door.lookUps).toBe(5);
  });

  it('lets in a key that it knows, whatever others guess at the same address', async () => {
    const { knock } = openDoor();
    expect(await knock(good, 1)).toEqual([200]);
    await knock(authorization('wrong'), 20);
    expect(await knock(good, 5)).toEqual([200, 200, 200, 200, errors.rate_limited.status]);
  });
});

describe('the rate limit', () => {
  it('forgets who asked longest ago, and no one else, when it knows too many', () => {
    const limiter = createRateLimiter({ perSecond: 1, burst: 1 });
    expect(limiter('idle', 0).allowed).toBe(true);
    expect(limiter('busy', 0).allowed).toBe(true);
    for (let at = 0; at < 9_998; at++) limiter(`other ${at}`, 0);
    expect(limiter('busy', 0).allowed).toBe(false);
    limiter('one more', 0);
    expect(limiter('busy', 0).allowed).toBe(false);
    expect(limiter('other 0', 0).allowed).toBe(false);
    expect(limiter('idle', 0).allowed).toBe(true);
  });
});
