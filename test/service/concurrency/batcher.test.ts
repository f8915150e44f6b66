import { describe, expect, it, jest } from '@jest/globals';
import { createBatcher, batchAll } from '../../../service/concurrency/batcher.ts';

// Fail soon instead of waiting forever.
jest.setTimeout(20_000);

const never = new Promise<never>(() => undefined);

describe('batched items', () => {
  it('arrive in one batch, and each gets its own result', async () => {
    const sizes: number[] = [];
    const add = createBatcher<number, number>({ maxItems: 10 }, async (batch) => {
      sizes.push(batch.length);
      for (const { item, resolve } of batch) resolve(item * 2);
    });
    expect(await Promise.all([1, 2, 3].map((item) => add('a', item)))).toEqual([2, 4, 6]);
    expect(sizes).toEqual([3]);
  });

  it('fail if their batch throws, and the next batch runs', async () => {
    let isFirst = true;
    const add = createBatcher<string, string>({ maxItems: 10 }, (batch) => {
      if (isFirst) {
        isFirst = false;
        throw new Error('Broken');
      }
      for (const { item, resolve } of batch) resolve(item);
      return Promise.resolve();
    });
    await expect(add('a', 'first')).rejects.toThrow('Broken');
    expect(await add('a', 'second')).toBe('second');
  });

  it('fail if their batch rejects, including items that wait for the whole batch', async () => {
    let count = 0;
    const add = batchAll<string>(10, () =>
      ++count === 1 ? Promise.reject(new Error('Broken')) : Promise.resolve(),
    );
    await expect(add('first')).rejects.toThrow('Broken');
    await expect(add('second')).resolves.toBeUndefined();
  });

  it('fail if their batch leaves them out', async () => {
    const add = createBatcher<string, string>({ maxItems: 10 }, async ([first]) =>
      first!.resolve('taken'),
    );
    const [first, second] = await Promise.allSettled([add('a', '1'), add('a', '2')]);
    expect(first).toMatchObject({ status: 'fulfilled', value: 'taken' });
    expect(second.status).toBe('rejected');
  });

  it('fail if their batch never ends; that batch starts no more work, and the next batch runs', async () => {
    let isOverNow: (() => boolean) | undefined;
    let report: (() => void) | undefined;
    const begun = new Promise<void>((resolve) => (report = resolve));
    const add = createBatcher<string, string>(
      { maxItems: 10, timeoutMs: 50 },
      async (batch, isOver) => {
        if (batch.some(({ item }) => item === 'stuck')) {
          isOverNow = isOver;
          report!();
          await never;
        }
        for (const { item, resolve } of batch) resolve(item);
      },
    );
    const stuck = add('a', 'stuck');
    await begun;
    const behind = add('a', 'behind');
    await expect(stuck).rejects.toMatchObject({ code: 'ETIMEDOUT' });
    expect(isOverNow!()).toBe(true);
    expect(await behind).toBe('behind');
  });
});
