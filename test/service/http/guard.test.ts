import { describe, expect, it } from '@jest/globals';
import { errors, headers as names } from '@textloom/shared/contract';
import Fastify from 'fastify';
import { handleErrors } from '../../../service/http/handleErrors.ts';
import type { AuthenticatedCaller, Authenticate } from '../../../service/http/authenticate.ts';
import { clientAddress } from '../../../service/http/clientAddress.ts';
import { createEnforceRateLimit, guard } from '../../../service/http/guard.ts';
import { createRateLimiter } from '../../../service/http/rateLimit.ts';
import { authorization } from '../harness/harness.ts';

const caller = { keyId: 'key_1', scope: 'admin' } as AuthenticatedCaller;
const good = authorization('good');

/** Opens a service that knows one key, "good", and counts its key lookups. */
function openDoor() {
  const app = Fastify();
  handleErrors(app);
  const door = { known: false, lookUps: 0, now: 0 };
  const recognise: Authenticate = ({ authorization: key }) => {
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
  const enforceRateLimit = createEnforceRateLimit({ perSecond: 1, burst: 5 }, () => door.now);
  guard(app, recognise, enforceRateLimit, () => Promise.resolve());
  app.get('/', () => 'in');
  const knock = async (
    headers: Record<string, string>,
    times: number,
    addressAt: (time: number) => string = () => '192.0.2.1',
  ) => {
    const responses = await Promise.all(
      Array.from({ length: times }, (_, time) =>
        app.inject({ url: '/', headers, remoteAddress: addressAt(time) }),
      ),
    );
    for (const response of responses)
      expect(response.headers).toHaveProperty(names.rateLimit.toLowerCase());
    return responses.map(({ statusCode }) => statusCode);
  };
  return { app, door, knock };
}

describe('the guard of the service', () => {
  it('looks up no more keys for a guessing address than its rate limit allows', async () => {
    const { door, knock } = openDoor();
    const statuses = await knock(authorization('wrong'), 20);
    expect(statuses.filter((status) => status === errors.unauthenticated.status)).toHaveLength(5);
    expect(statuses.filter((status) => status === errors.rate_limited.status)).toHaveLength(15);
    expect(door.lookUps).toBe(5);
  });

  it('admits a known key, whatever others guess from the same address', async () => {
    const { knock } = openDoor();
    expect(await knock(good, 1)).toEqual([200]);
    await knock(authorization('wrong'), 20);
    expect(await knock(good, 5)).toEqual([200, 200, 200, 200, errors.rate_limited.status]);
  });
});

describe('a response to a request with a key', () => {
  it.each([good, authorization('wrong'), {}])('is not for caches: %j', async (headers) => {
    const { app } = openDoor();
    const response = await app.inject({ url: '/', headers });
    expect(response.headers['cache-control']).toBe('no-store');
  });
});

describe('the rate limit over time', () => {
  const limited = errors.rate_limited.status;

  it('refills at its rate, up to its burst', async () => {
    const { door, knock } = openDoor();
    door.known = true;
    expect(await knock(good, 6)).toEqual([200, 200, 200, 200, 200, limited]);
    door.now += 2_000;
    expect(await knock(good, 3)).toEqual([200, 200, limited]);
    door.now += 3_600_000;
    expect(await knock(good, 6)).toEqual([200, 200, 200, 200, 200, limited]);
  });

  it('locks no key out when the clock goes back', async () => {
    const { door, knock } = openDoor();
    door.known = true;
    door.now = 3 * 3_600_000;
    await knock(good, 6);
    door.now = 0;
    expect(await knock(good, 1)).toEqual([limited]);
    door.now += 1_000;
    expect(await knock(good, 2)).toEqual([200, limited]);
  });
});

describe('a client that guesses keys from many addresses', () => {
  const wrong = authorization('wrong');
  const guesses = async (addressAt: (time: number) => string) => {
    const { door, knock } = openDoor();
    await knock(wrong, 20, addressAt);
    return door.lookUps;
  };

  it('counts as one client within an IPv6 network of 64 bits', async () => {
    expect(await guesses((time) => `2001:db8:1:2:${time.toString(16)}::1`)).toBe(5);
    expect(await guesses((time) => `2001:db8:1:${time.toString(16)}::1`)).toBe(20);
  });

  it('counts as one client if an IPv4 address is written in IPv6 form', async () => {
    expect(await guesses((time) => (time % 2 ? '192.0.2.7' : '::ffff:192.0.2.7'))).toBe(5);
    expect(await guesses((time) => `::ffff:192.0.2.${time}`)).toBe(20);
  });

  it.each([
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:0DB8:0000:0000:0001::', '2001:db8:0:0::/64'],
    ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['192.0.2.7:51234', '192.0.2.7'],
    ['[2001:db8::1]:51234', '2001:db8:0:0::/64'],
    ['[2001:db8::1]', '2001:db8:0:0::/64'],
    ['64:ff9b::192.0.2.1', '64:ff9b:0:0::/64'],
    ['192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
  ])('is identified at %s as %s', (address, client) => {
    expect(clientAddress(address)).toBe(client);
  });
});

describe('the rate limit', () => {
  it('says in its headers how many requests are left, and when all are available again', () => {
    const limiter = createRateLimiter({ perSecond: 2, burst: 5 });
    const read = (nowMs: number) => {
      const { headers } = limiter('one', nowMs);
      expect(headers[names.rateLimitPolicy]).toBe('"default";q=5;w=3');
      return headers[names.rateLimit];
    };
    expect(read(0)).toBe('"default";r=4;t=1');
    expect([read(0), read(0), read(0)].at(-1)).toBe('"default";r=1;t=2');
    expect([read(0), read(0)]).toEqual(['"default";r=0;t=3', '"default";r=0;t=3']);
    expect(read(10_000)).toBe('"default";r=4;t=1');
  });

  it('forgets the client that has been idle longest, and no other, when it tracks too many', () => {
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
