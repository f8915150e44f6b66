import { expect, it } from '@jest/globals';
import { mapInTurns } from '../../../service/concurrency/mapInTurns.ts';

it('long work on many items keeps their order, and lets other work continue meanwhile', async () => {
  const done: string[] = [];
  setImmediate(() => done.push('other work'));
  const takeLong = (item: string, at: number) => {
    for (const start = performance.now(); performance.now() < start + 5;);
    done.push(item);
    return `${item} ${at}`;
  };
  expect(await mapInTurns(['first', 'second', 'last'], takeLong)).toEqual([
    'first 0',
    'second 1',
    'last 2',
  ]);
  expect(done).toEqual(['first', 'other work', 'second', 'last']);
});
