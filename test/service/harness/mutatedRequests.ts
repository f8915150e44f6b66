import { hasBody, operations, pathFields, sampleOf } from '@textloom/shared/contract';
import type { RawRequest } from './rawRequest.ts';

/** Returns the same pseudo-random numbers in [0, 1) for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const junk: readonly unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  1e308,
  9_007_199_254_740_993,
  '',
  ' ',
  'x',
  '\0',
  '\ud800',
  '%',
  '%00',
  '../../etc/passwd',
  "'; drop table message; --",
  '{{7*7}}',
  '+',
  '+1',
  '+12025550100',
  '(202) 555-0123',
  '0'.repeat(40),
  '🙂'.repeat(600),
  'x'.repeat(5_000),
  '2026-01-01T00:00:00Z',
  '2026-13-45T99:99:99Z',
  '9999-12-31T23:59:59.999999999Z',
  '0001-01-01T00:00:00+23:59',
  'http://[',
  'http://a b',
  'javascript:alert(1)',
  'https://user:pass@example.com/',
  'whsec_' + 'A'.repeat(33),
  '*',
  'message.*',
  'con_',
  'constructor',
  '__proto__',
  [],
  [[]],
  [null],
  ['x', 'x'],
  {},
  { a: 1 },
  { length: -1 },
  { toString: 'x' },
  { constructor: { prototype: 1 } },
  { source: 'x' },
  { source: 'x', at: 'x' },
  { to: [] },
  { to: ['x'], status: ['lost'] },
  { '': '' },
];

/**
 * Returns requests that start as valid ones of every operation and are then mutated. The same seed
 * gives the same requests.
 */
export function mutatedRequests(count: number, seed: number): RawRequest[] {
  const random = randomFrom(seed);
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;

  const mutate = (input: Record<string, unknown>, names: readonly string[]) => {
    const mutated = { ...input };
    for (let times = 1 + Math.floor(random() * 3); times > 0; times--) {
      const name = pick([...names, 'extra', 'constructor', '\0', '']);
      if (random() < 0.2) Reflect.deleteProperty(mutated, name);
      else mutated[name] = pick(junk);
    }
    return mutated;
  };
  const encoded = (value: unknown): string => {
    const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
    return random() < 0.1
      ? pick(['%', '%00', '%ff', '%zz', ''])
      : encodeURIComponent(text.toWellFormed());
  };

  return Array.from({ length: count }, (_, index) => {
    const { operation } = operations[index % operations.length]!;
    const inPath = pathFields(operation.path);
    const input = mutate(sampleOf(operation.input), Object.keys(operation.input.properties));
    const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
      encoded(input[name]).slice(0, 900),
    );
    const rest = Object.entries(input).filter(([name]) => !inPath.includes(name));
    const method =
      random() < 0.05 ? pick(['GET', 'POST', 'PUT', 'DELETE', 'PATCH']) : operation.method;
    if (!hasBody(operation) && random() < 0.9) {
      const query = rest
        .map(([name, value]) => `${encoded(name)}=${encoded(value).slice(0, 3_000)}`)
        .join('&');
      return { method, path: `${path}?${query}` };
    }
    const whole = JSON.stringify(random() < 0.05 ? pick(junk) : Object.fromEntries(rest));
    const body = random() < 0.1 ? whole.slice(0, Math.floor(random() * whole.length)) : whole;
    const key = random() < 0.3 ? pick(['a', 'b', '', 'c'.repeat(300)]) : undefined;
    const type =
      random() < 0.95 ? 'application/json' : pick(['text/plain', 'application/json;', 'a/b']);
    return {
      method,
      path,
      headers: { 'content-type': type, ...(key !== undefined && { 'idempotency-key': key }) },
      body,
    };
  });
}
