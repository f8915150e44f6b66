import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { matchKeyword } from '../../../service/optout/matchKeyword.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/opt-outs.md'), 'utf8');
const rows = Array.from(page.matchAll(/^\| `(.+?)` +\| (\w+)(?: (\w+))? +\|/gm), (row) => [
  row[1]!,
  row[2]!.toLowerCase(),
  row[3] ?? null,
]) as [text: string, certainty: string, keyword: string | null][];

describe('the page about opt-outs', () => {
  it('has examples', () => expect(rows.length).toBeGreaterThan(25));

  it.each(rows)('says the truth about "%s"', (text, certainty, keyword) => {
    const match = matchKeyword(text);
    expect([match?.certainty ?? 'nothing', match?.keyword ?? null]).toEqual([certainty, keyword]);
  });
});
