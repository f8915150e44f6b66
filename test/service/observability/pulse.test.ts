import { describe, expect, it } from '@jest/globals';
import { createPulse } from '../../../service/observability/pulse.ts';
import { ConnectionLostError } from '../../../service/store/databaseFailure.ts';

const openPulse = () => {
  const clock = { now: 0 };
  return { clock, pulse: createPulse(() => clock.now) };
};
const unavailable = new ConnectionLostError(new Error('Gone'));

describe('the pulse of a process', () => {
  it('reports a loop with overdue work as stuck, until the work ends', async () => {
    const { clock, pulse } = openPulse();
    const run = pulse.loop('counting', 1_000);
    clock.now = 1_000;
    expect(pulse.stuck()).toEqual([]);
    clock.now = 1_001;
    expect(pulse.stuck()).toEqual(['counting']);
    expect(await run(() => Promise.resolve(1))).toBe(1);
    expect(pulse.stuck()).toEqual([]);
  });

  it('reports a loop that fails because the database is unavailable, and no loop that fails otherwise', async () => {
    const { clock, pulse } = openPulse();
    const run = pulse.loop('counting', 1_000);
    clock.now = 2_000;
    await expect(run(() => Promise.reject(unavailable))).rejects.toBe(unavailable);
    expect(pulse.stuck()).toEqual(['counting']);
    await expect(run(() => Promise.reject(new Error('A bug')))).rejects.toThrow('A bug');
    expect(pulse.stuck()).toEqual([]);
  });

  it('reports the oldest running job, and nothing if no job runs', async () => {
    const { clock, pulse } = openPulse();
    const run = pulse.jobs('delivering', 1_000);
    clock.now = 5_000;
    expect(pulse.stuck()).toEqual([]);
    let end: () => void = () => undefined;
    const first = run(() => new Promise<void>((resolve) => (end = resolve)));
    clock.now = 5_900;
    void run(() => new Promise<void>(() => undefined));
    clock.now = 6_001;
    expect(pulse.stuck()).toEqual(['delivering']);
    end();
    await first;
    expect(pulse.stuck()).toEqual([]);
  });

  it('does not report a failed job', async () => {
    const { clock, pulse } = openPulse();
    const run = pulse.jobs('delivering', 1_000);
    await expect(run(() => Promise.reject(unavailable))).rejects.toBe(unavailable);
    clock.now = 5_000;
    expect(pulse.stuck()).toEqual([]);
  });
});
