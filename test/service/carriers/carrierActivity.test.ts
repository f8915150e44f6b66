import { describe, expect, it } from '@jest/globals';
import type { Message } from '@textloom/shared/contract';
import { createActivity, toFault } from '../../../service/carriers/state/activity.ts';

const error = (carrier_code: string | null): NonNullable<Message['error']> => ({
  code: 'carrier_rejected',
  message: 'The carrier rejected the message',
  carrier_code,
  retryable: false,
});

describe('what the service remembers about a carrier', () => {
  let now = new Date('2026-01-31T09:30:00Z');
  const open = () => createActivity(() => now);
  const later = (minutes: number) => (now = new Date(now.getTime() + minutes * 60_000));

  it('counts five minutes, for each carrier separately', () => {
    const activity = open();
    activity.countResults([
      { carrier: 'acme', status: 'sent', error: null },
      { carrier: 'other', status: 'delivered', error: null },
      { carrier: null, status: 'failed', error: error('1') },
      { carrier: 'acme', status: 'canceled', error: null },
    ]);
    later(4);
    activity.countResults([{ carrier: 'acme', status: 'expired', error: error('2') }]);
    expect(activity.read('acme')).toMatchObject({ sent: 1, delivered: 0, failed: 1 });
    expect(activity.read('other')).toMatchObject({ sent: 0, delivered: 1, failed: 0 });
    later(1);
    expect(activity.read('acme')).toMatchObject({ sent: 0, failed: 1 });
    later(5);
    expect(activity.read('acme')).toMatchObject({ sent: 0, failed: 0 });
  });

  it('counts a result once if the minute ends meanwhile', () => {
    let readings = ['09:30:59.999Z'];
    const activity = createActivity(
      () => new Date(`2026-01-31T${readings.length > 1 ? readings.shift()! : readings[0]!}`),
    );
    const countSent = () =>
      activity.countResults([{ carrier: 'acme', status: 'sent', error: null }]);
    countSent();
    readings = ['09:30:59.999Z', '09:31:00.000Z'];
    countSent();
    expect(activity.read('acme')).toMatchObject({ sent: 2 });
  });

  it('keeps ten different errors, and forgets the one that happened longest ago', () => {
    const activity = open();
    const fail = (code: number) => activity.fail('acme', { code: String(code), message: 'No' });
    for (let code = 1; code <= 10; code++) fail(code);
    fail(1);
    fail(11);
    const { faults } = activity.read('acme');
    const codes = faults.map(({ code }) => code);
    expect(codes).toEqual(['3', '4', '5', '6', '7', '8', '9', '10', '1', '11']);
    expect(faults.at(-2)).toEqual({
      code: '1',
      message: 'No',
      count: 2,
      lastAt: now.toISOString(),
    });
  });

  it('keeps no code that could be a phone number or a text', () => {
    const activity = open();
    const codes = ['invalid +12025550123', 'invalid 1 202-555-0123', 'x'.repeat(61), '21608'];
    for (const code of [...codes, '0x00000400'])
      activity.countResults([{ carrier: 'acme', status: 'failed', error: error(code) }]);
    expect(activity.read('acme').faults).toMatchObject([
      { code: null, count: 3 },
      { code: '21608', count: 1 },
      { code: '0x00000400', count: 1 },
    ]);
  });

  it('quotes nothing from an error', () => {
    const fault = toFault(new Error('No route to "Hello Jane" at +12025550123'));
    expect(JSON.stringify(fault)).not.toMatch(/Jane|2025550123/);
    expect(toFault(undefined)).toMatchObject({ code: null });
  });

  it('knows the latest callback, in whatever order they are stored', () => {
    const activity = open();
    expect(activity.read('acme').calledAt).toBeNull();
    activity.call('acme', new Date('2026-01-31T09:31:00Z'));
    activity.call('acme', new Date('2026-01-31T09:30:00Z'));
    expect(activity.read('acme').calledAt).toBe('2026-01-31T09:31:00.000Z');
  });
});
