import { describe, expect, it } from '@jest/globals';
import { forEachConcurrently } from '@textloom/shared/connector/forEachConcurrently';

const tick = () => new Promise((done) => setImmediate(done));

describe('forEachConcurrently', () => {
  it('never exceeds its concurrency', async () => {
    let running = 0;
    let most = 0;
    await forEachConcurrently(20, 4, async () => {
      most = Math.max(most, ++running);
      await tick();
      running--;
    });
    expect(most).toBe(4);
  });

  it('starts nothing after a failure, and lets running work finish', async () => {
    const started: number[] = [];
    const finished: number[] = [];
    const work = forEachConcurrently(10, 3, async (index) => {
      started.push(index);
      if (index === 1) throw new Error('1 failed');
      await tick();
      finished.push(index);
    });
    await expect(work).rejects.toThrow('1 failed');
    expect(started).toEqual([0, 1, 2]);
    expect(finished).toEqual([0, 2]);
  });

  it('rejects with the failure that comes first in the input', async () => {
    const work = forEachConcurrently(2, 2, async (index) => {
      if (index === 0) await tick();
      throw new Error(`${index} failed`);
    });
    await expect(work).rejects.toThrow('0 failed');
  });

  it('does the work for one target in order, and the work for others at the same time', async () => {
    const events: string[] = [];
    const work = async (index: number) => {
      events.push(`start ${index}`);
      if (index === 0) await tick();
      events.push(`end ${index}`);
    };
    await forEachConcurrently(3, 5, work, (index) => (index === 2 ? 'other' : 'one'));
    expect(events).toEqual(['start 0', 'start 2', 'end 2', 'end 0', 'start 1', 'end 1']);
  });

  it('does no work for a target after a failure for the same target', async () => {
    const started: number[] = [];
    const work = async (index: number) => {
      started.push(index);
      await tick();
      throw new Error(`${index} failed`);
    };
    await expect(forEachConcurrently(2, 5, work, () => 'one')).rejects.toThrow('0 failed');
    expect(started).toEqual([0]);
  });

  it('does nothing without input', async () => {
    await expect(
      forEachConcurrently(0, 5, () => Promise.reject(new Error('called'))),
    ).resolves.toBeUndefined();
  });
});
