import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { limits } from '@textloom/shared/contract';
import { createYield } from '../../../service/concurrency/createYield.ts';
import { readCsv } from '../../../service/imports/readCsv.ts';

const columns = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`).join();
const tooWide = { fieldErrors: [{ pointer: '/csv', code: 'too_long' }] };

/** Returns how often other work of the process had a turn while this ran. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0;
  let isOver = false;
  const count = async () => {
    for (; !isOver; turns++) await turn();
  };
  const counting = count();
  await work;
  isOver = true;
  await counting;
  return turns;
}

describe('a CSV file', () => {
  it('has at most as many columns as the limit allows, in every row', async () => {
    const most = columns(limits.importColumns);
    const rows = await readCsv(`${most}\n${most}\n`);
    expect(rows.map(({ cells }) => cells.length)).toEqual([
      limits.importColumns,
      limits.importColumns,
    ]);
    await expect(readCsv(`${columns(limits.importColumns + 1)}\n`)).rejects.toMatchObject(tooWide);
    await expect(readCsv(`phone\n${','.repeat(900_000)}\n`)).rejects.toMatchObject(tooWide);
  });

  it('may begin with a line that names the delimiter, as Excel writes it', async () => {
    const rows = [
      { line: 2, cells: ['phone', 'a,b,c'] },
      { line: 3, cells: ['1', 'x'] },
    ];
    expect(await readCsv('\uFEFFsep=;\r\nphone;"a,b,c"\r\n1;x\r\n')).toEqual(rows);
    expect(await readCsv('SEP=|\nphone|a,b,c\n1|x\n')).toEqual(rows);
  });

  it('lets other work continue while it is read', async () => {
    const file = `phone\n${'+12025550100\n'.repeat(10_000)}`;
    expect(await turnsDuring(readCsv(file))).toBeGreaterThan(10);
  });
});

describe('a pause', () => {
  const busyFor = (milliseconds: number) => {
    for (const end = performance.now() + milliseconds; performance.now() < end;);
  };

  it('lets other work continue after every few milliseconds', async () => {
    const pause = createYield();
    const work = async () => {
      for (let step = 0; step < 10; step++) {
        busyFor(5);
        await pause();
      }
    };
    expect(await turnsDuring(work())).toBeGreaterThanOrEqual(10);
  });
});
