import { describe, expect, it } from '@jest/globals';
import { forEachConcurrently } from '../../connectors/n8n/lib/execute/forEachConcurrently.ts';

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

  it('does nothing without input', async () => {
    await expect(
      forEachConcurrently(0, 5, () => Promise.reject(new Error('called'))),
    ).resolves.toBeUndefined();
  });
});
