import { describe, expect, it } from '@jest/globals';
import type { HttpRequest } from '@textloom/shared/client';
import { createRetryAfterGate } from '@textloom/shared/connector/createRetryAfterGate';

const tick = () => new Promise((done) => setImmediate(done));
const request: HttpRequest = { method: 'GET', path: '/account', headers: {} };
const answer = (seconds?: string) => ({
  status: seconds === undefined ? 200 : 429,
  headers: { 'retry-after': seconds },
  body: {},
});

/**
 * Creates a clock that stands still until it is moved, and a service that returns these responses.
 */
function setUp(answers: ReturnType<typeof answer>[]) {
  let time = 0;
  const sleepers: { until: number; wake: () => void }[] = [];
  const asked: number[] = [];
  const transport = createRetryAfterGate(
    () => {
      asked.push(time);
      return Promise.resolve(answers.shift() ?? answer());
    },
    {
      now: () => time,
      budget: 60_000,
      sleep: (milliseconds, signal) =>
        new Promise((resolve, reject) => {
          sleepers.push({ until: time + milliseconds, wake: resolve });
          signal?.addEventListener('abort', () => reject(new Error('aborted')));
        }),
    },
  );
  const move = async (to: number) => {
    time = to;
    for (const { until, wake } of sleepers) if (until <= to) wake();
    await tick();
  };
  return { transport, asked, move };
}

describe('the gate', () => {
  it('applies the wait of one request to every request of a run', async () => {
    const { transport, asked, move } = setUp([answer('7')]);
    await transport(request);
    const others = [transport(request), transport(request)];
    await move(6_999);
    expect(asked).toEqual([0]);
    await move(7_000);
    await Promise.all(others);
    expect(asked).toEqual([0, 7_000, 7_000]);
  });

  it('waits longer if another request must wait longer', async () => {
    const { transport, asked, move } = setUp([answer('1'), answer('3'), answer()]);
    await Promise.all([transport(request), transport(request)]);
    const other = transport(request);
    await move(1_000);
    expect(asked).toEqual([0, 0]);
    await move(3_000);
    await other;
    expect(asked).toEqual([0, 0, 3_000]);
  });

  it('never waits longer than a call may take', async () => {
    const { transport, asked } = setUp([answer('3600')]);
    await transport(request);
    await transport(request);
    expect(asked).toEqual([0, 0]);
  });

  it('stops waiting if the caller aborts', async () => {
    const { transport, asked } = setUp([answer('7')]);
    await transport(request);
    const controller = new AbortController();
    const waiting = transport({ ...request, signal: controller.signal });
    controller.abort();
    await expect(waiting).rejects.toThrow('aborted');
    expect(asked).toEqual([0]);
  });
});
