import { describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { queueRuns } from '../../../service/concurrency/queueRuns.ts';

describe('work of which only some may run at the same time', () => {
  const open = () => {
    const run = queueRuns({ max: 2, detail: 'Too much work.', retryAfter: 1 });
    const started: string[] = [];
    const end = new Map<string, (error?: Error) => void>();
    const start = (name: string, { key = 'one', waitMs }: { key?: string; waitMs?: number } = {}) =>
      run(
        key,
        () => {
          started.push(name);
          return new Promise<string>((resolve, reject) =>
            end.set(name, (error) => (error ? reject(error) : resolve(name))),
          );
        },
        waitMs,
      );
    return { started, end, start };
  };

  it('waits, and starts in the order in which it arrived, even after failures', async () => {
    const { started, end, start } = open();
    const all = ['a', 'b', 'c', 'd', 'e'].map((name) => start(name));
    const outcomes = Promise.allSettled(all);
    expect(started).toEqual(['a', 'b']);
    end.get('b')!(new Error('The work failed'));
    await sleep(0);
    expect(started).toEqual(['a', 'b', 'c']);
    end.get('a')!();
    end.get('c')!();
    await sleep(0);
    expect(started).toEqual(['a', 'b', 'c', 'd', 'e']);
    end.get('d')!();
    end.get('e')!();
    expect((await outcomes).map(({ status }) => status)).toEqual([
      'fulfilled',
      'rejected',
      ...Array<string>(3).fill('fulfilled'),
    ]);
    for (const name of ['f', 'g', 'h']) void start(name);
    expect(started.slice(5)).toEqual(['f', 'g']);
  });

  it('does not wait for work with another key', () => {
    const { started, start } = open();
    for (const name of ['a', 'b', 'c']) void start(name);
    void start('other', { key: 'two' });
    expect(started).toEqual(['a', 'b', 'other']);
  });

  it('is refused after the time that it may wait, and then takes no place', async () => {
    const { started, end, start } = open();
    void start('a');
    void start('b');
    const refused = start('c', { waitMs: 20 });
    const patient = start('d');
    await expect(refused).rejects.toMatchObject({
      code: 'rate_limited',
      message: 'Too much work.',
      retryAfter: 1,
    });
    end.get('a')!();
    await sleep(0);
    end.get('d')!();
    expect(await patient).toBe('d');
    expect(started).toEqual(['a', 'b', 'd']);
  });
});
