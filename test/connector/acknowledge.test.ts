import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@textloom/shared/client';
import { createAcknowledge } from '@textloom/shared/connector/events/acknowledge';
import { limits } from '@textloom/shared/contract';

const tick = () => new Promise((done) => setImmediate(done));

/** Creates a clock that stands still, and a service that gives these errors before it accepts. */
function setUp(errors: Error[] = []) {
  const pauses: number[] = [];
  const sent: string[][] = [];
  const reported: Error[] = [];
  let sleepers: (() => void)[] = [];
  const acknowledge = createAcknowledge((milliseconds) => {
    pauses.push(milliseconds);
    return new Promise((resolve) => sleepers.push(resolve));
  });
  return {
    ...{ pauses, sent, reported },
    handle: (webhook: string, eventId: string) =>
      acknowledge({
        ...{ webhook, eventId },
        send: async (eventIds) => {
          sent.push(eventIds);
          const error = errors.shift();
          if (error) throw error;
        },
        onError: (error) => reported.push(error),
      }),
    /** Ends every pause that has begun. */
    wake: async () => {
      const awake = sleepers;
      sleepers = [];
      for (const resolve of awake) resolve();
      await tick();
    },
  };
}

const down = new ApiError({ message: '', code: 'unavailable', status: 503, retryable: true });
const refused = new ApiError({ message: '', code: 'insufficient_scope', status: 403 });

describe('events that a connector has handled', () => {
  it('share a request for each webhook', async () => {
    const { handle, wake, sent } = setUp();
    handle('whk_1', 'evt_1');
    handle('whk_2', 'evt_2');
    handle('whk_1', 'evt_3');
    expect(sent).toEqual([]);
    await wake();
    expect(sent).toEqual([['evt_1', 'evt_3'], ['evt_2']]);
    handle('whk_1', 'evt_4');
    await wake();
    expect(sent.slice(2)).toEqual([['evt_4']]);
  });

  it('share several requests if one cannot name them all', async () => {
    const { handle, wake, sent } = setUp();
    const count = 2 * limits.acknowledgedEvents + 1;
    for (let index = 0; index < count; index++) handle('whk_1', `evt_${index}`);
    await wake();
    expect(sent.map(({ length }) => length)).toEqual([500, 500, 1]);
    expect(new Set(sent.flat()).size).toBe(count);
  });

  it('are acknowledged later while the service is down, with longer and longer pauses', async () => {
    const { handle, wake, sent, pauses, reported } = setUp([down, down]);
    handle('whk_1', 'evt_1');
    for (let count = 0; count < 4; count++) await wake();
    expect(sent).toEqual([['evt_1'], ['evt_1'], ['evt_1']]);
    expect(pauses).toEqual([1_000, 2_000, 4_000]);
    expect(reported).toEqual([down, down]);
  });

  it('are given up after minutes, or if the service refuses', async () => {
    const long = setUp(Array.from({ length: 20 }, () => down));
    long.handle('whk_1', 'evt_1');
    for (let count = 0; count < 20; count++) await long.wake();
    expect(long.sent).toHaveLength(7);
    const never = setUp([refused]);
    never.handle('whk_1', 'evt_1');
    for (let count = 0; count < 3; count++) await never.wake();
    expect(never.sent).toHaveLength(1);
    expect(never.reported).toEqual([refused]);
  });
});
