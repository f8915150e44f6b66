import { describe, expect, it } from '@jest/globals';
import { listed, listedAs } from '@textloom/shared/connector/listed';

const phone = { type: 'string', title: 'Phone' } as const;
const url = { type: 'string', title: 'URL', format: 'uri' } as const;

describe('a row of a list', () => {
  it.each([
    ['+12025550123, +12025550124', ['+12025550123', '+12025550124']],
    ['+12025550123, ext. 5; +12025550124', ['+12025550123, ext. 5', '+12025550124']],
    ['+12025550123 ,\n x : 5', ['+12025550123 ,\n x : 5']],
    ['tel:+12025550123;ext=5\n\n+12025550124', ['tel:+12025550123;ext=5', '+12025550124']],
    [' \n\n ', []],
  ])('%j has the numbers %j', (row, numbers) => expect(listedAs(phone, row)).toEqual(numbers));

  it.each([
    ['https://a.example/w_1,h_2.png, https://b.example', 2],
    ['https://a.example  \n;https://b.example ; ', 2],
  ])('%j has URLs', (row, count) => expect(listedAs(url, row)).toHaveLength(count));

  it('takes linear time', () => {
    const start = process.threadCpuUsage().user;
    for (const piece of ['\n', ' ', ',', ';\n', ', x ', '\n '])
      for (const split of [
        listed,
        (row: string) => listedAs(phone, row),
        (row: string) => listedAs(url, row),
      ])
        for (const [before, after] of [
          ['', ''],
          [',x', '.'],
          ['a', 'a'],
        ] as const)
          split(`${before}${piece.repeat(50_000)}${after}`);
    expect((process.threadCpuUsage().user - start) / 1_000).toBeLessThan(3_000);
  });
});
