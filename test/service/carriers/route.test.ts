import { describe, expect, it } from '@jest/globals';
import type { Carrier } from '../../../service/carriers/carrier.ts';
import { createCarriers, type FoundRoute } from '../../../service/carriers/carriers.ts';
import { offer } from '../../../service/carriers/offer.ts';
import { readCarriers } from '../../../service/carriers/readCarriers.ts';

interface State {
  readonly isOpen?: boolean;
  readonly capacity?: number;
}

const [number, from, to] = ['+13125551234', '+12025550100', '+4930123456'];

const carrier = (name: string, states: ReadonlyMap<string, State> = new Map()) =>
  ({
    name,
    numbers: offer([]),
    circuit: () => ({ isOpen: states.get(name)?.isOpen ?? false, retryInMs: 0 }),
    capacity: () => states.get(name)?.capacity ?? 0,
    findRefusal: (): string | undefined => undefined,
  }) as Partial<Carrier> as Carrier;

const getName = ({ carrier }: FoundRoute) => carrier?.name;

describe('the priority of a carrier', () => {
  it('counts before the sender, the prefix and the order in the list', () => {
    const { route } = createCarriers([
      { carrier: carrier('first') },
      { carrier: carrier('prefix'), prefixes: ['+49'] },
      { carrier: carrier('sender'), senders: [from] },
      { carrier: carrier('chosen'), priority: 10 },
    ]);
    expect(getName(route({ from, to, owner: null, hasMedia: false }))).toBe('chosen');
  });

  it('is 100 if it is left out, so that a higher one makes a backup', () => {
    const { route } = createCarriers([
      { carrier: carrier('backup'), prefixes: ['+49'], priority: 101 },
      { carrier: carrier('main') },
    ]);
    expect(getName(route({ from, to, owner: null, hasMedia: false }))).toBe('main');
  });

  it('is a whole number from 1 to 1000', () => {
    const read = (priority: unknown) =>
      readCarriers(JSON.stringify([{ type: 'handset', routes: { priority } }]))[0]!.priority;
    expect([read(1), read(1_000), read(undefined)]).toEqual([1, 1_000, 100]);
    for (const wrong of [0, 1_001, 1.5, '1'])
      expect(() => read(wrong)).toThrow('routes.priority must be a whole number from 1 to 1000');
  });
});

describe('a message', () => {
  const open = (states: Record<string, State>) => {
    const byName = new Map(Object.entries(states));
    return createCarriers(
      ['main', 'backup'].map((name, at) => ({ carrier: carrier(name, byName), priority: at + 1 })),
    );
  };
  const routed = (states: Record<string, State>, message = {}) =>
    getName(open(states).route({ from, to, owner: null, hasMedia: false, ...message }));

  it('goes to the second carrier while the circuit of the first one is open', () => {
    expect(routed({})).toBe('main');
    expect(routed({ main: { isOpen: true } })).toBe('backup');
  });

  it('waits for the first carrier while that is only full', () => {
    expect(routed({ main: { capacity: 0 }, backup: { capacity: 10 } })).toBe('main');
  });

  it('tests the first carrier if that has capacity although its circuit is open', () => {
    expect(routed({ main: { isOpen: true, capacity: 1 } })).toBe('main');
    const { route } = open({ main: { isOpen: true, capacity: 1 } });
    expect(getName(route({ from, to, owner: null, hasMedia: false }, () => 0))).toBe('backup');
  });

  it('waits for the first carrier if none works', () => {
    expect(routed({ main: { isOpen: true }, backup: { isOpen: true } })).toBe('main');
  });

  it('stays with the carrier that may already have it', () => {
    expect(routed({ main: { isOpen: true } }, { only: 'main' })).toBe('main');
    expect(routed({}, { only: 'gone' })).toBeUndefined();
  });

  it('leaves through a carrier that accepts a text of its length, and otherwise has a reason', () => {
    const vonage = { ...carrier('vonage'), maxTextLength: 1_000 };
    const message = { from, to, owner: null, hasMedia: false };
    const both = createCarriers([{ carrier: vonage }, { carrier: carrier('twilio') }]);
    expect(getName(both.route({ ...message, textLength: 1_000 }))).toBe('vonage');
    expect(getName(both.route({ ...message, textLength: 1_001 }))).toBe('twilio');
    expect(createCarriers([{ carrier: vonage }]).route({ ...message, textLength: 1_001 })).toEqual({
      reason: 'The carrier accepts texts of up to 1000 characters, so shorten the text',
    });
  });

  it('never leaves through a carrier that its sender does not belong to', () => {
    const states = new Map([['main', { isOpen: true }]]);
    const main = { carrier: carrier('main', states) };
    const backup = { ...carrier('backup'), numbers: offer([number]) };
    const { route } = createCarriers([main, { carrier: backup }]);
    expect(getName(route({ from, to, owner: 'main', hasMedia: false }))).toBe('main');
    expect(getName(route({ from: number, to, owner: 'main', hasMedia: false }))).toBe('backup');
  });
});
