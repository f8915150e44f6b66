import { beforeEach, describe, expect, it } from '@jest/globals';
import { doubt } from '@textloom/shared/connector/errors';
import {
  explainUnsent,
  isRefused,
  readUnsent,
  storeUnsent,
  withFailure,
  without,
  withReply,
} from '../../console/src/inbox/unsentReplies.ts';
import { memoryStorage } from './memoryStorage.ts';

const reply = { key: 'key-1', conversation: 'conv_1', text: 'See you', at: 0 };
const hour = 3_600_000;

describe('an unsent reply', () => {
  let storage: ReturnType<typeof memoryStorage>;
  beforeEach(() => {
    storage = memoryStorage();
    Object.assign(globalThis, { sessionStorage: storage });
    storeUnsent('acc_1', withReply(reply));
  });

  it('can be edited only if the service refused it, because it may have arrived', () => {
    const failure = 'Text needs 16 segments.';
    expect(isRefused({ ...reply, failure, mayHaveArrived: false })).toBe(true);
    expect(isRefused({ ...reply, failure, mayHaveArrived: true })).toBe(false);
    expect(isRefused(reply)).toBe(false);
  });

  it('has the same idempotency key and its failure after a reload', () => {
    storeUnsent('acc_1', withFailure('key-1', 'No network.', true));
    const failed = { ...reply, failure: 'No network.', mayHaveArrived: true };
    expect(readUnsent('acc_1')).toEqual([failed]);
  });

  it('counts as failed after a reload that interrupts it, and may have arrived', () => {
    const failure = 'The page closed before the service responded.';
    expect(readUnsent('acc_1')).toEqual([{ ...reply, failure, mayHaveArrived: true }]);
  });

  it('exists once, and without the failure of the first try, while another try runs', () => {
    storeUnsent('acc_1', withFailure('key-1', 'No network.', true));
    storeUnsent('acc_1', withReply(reply));
    const failure = expect.stringContaining('The page closed');
    expect(readUnsent('acc_1')).toEqual([{ ...reply, failure, mayHaveArrived: true }]);
  });

  it('is gone once it is sent or discarded, unlike the others', () => {
    storeUnsent('acc_1', withReply({ ...reply, key: 'key-2' }));
    storeUnsent('acc_1', without('key-1'));
    expect(readUnsent('acc_1')).toMatchObject([{ key: 'key-2' }]);
    storeUnsent('acc_1', without('key-2'));
    expect(storage.text()).toBe('[]');
  });

  it('does not appear in another account', () => {
    expect(readUnsent('acc_2')).toEqual([]);
  });

  it('does not come back if it fails after the user has signed out', () => {
    storage.clear();
    storeUnsent('acc_1', withFailure('key-1', 'No network.', true));
    expect(storage.text()).toBe('[]');
  });

  it('promises to arrive only once while the service knows its idempotency key', () => {
    const explain = (now: number) =>
      explainUnsent(`No network. ${doubt}`, { ...reply, mayHaveArrived: true }, now);
    expect(explain(23 * hour)).toBe(
      'No network. If you try again, the text still arrives only once.',
    );
    expect(explain(24 * hour)).toContain('check before you repeat it');
  });

  it('says that it may have arrived if another try fails for another reason', () => {
    const wait = 'Too many requests.';
    const explain = (mayHaveArrived: boolean) =>
      explainUnsent(wait, { ...reply, mayHaveArrived }, 24 * hour);
    expect(explain(true)).toBe(`${wait} ${doubt}`);
    expect(explain(false)).toBe(wait);
  });
});
