import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { matchKeyword } from '../../../service/optout/matchKeyword.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/opt-outs.md'), 'utf8');
/** The results of the page, with the certainty and the keyword that they stand for. */
const results: Readonly<Record<string, readonly [certainty: string, keyword: string | null]>> = {
  'Opt-out': ['certain', 'stop'],
  'Opt-in': ['certain', 'start'],
  Help: ['certain', 'help'],
  'Possible opt-out': ['doubtful', 'stop'],
  'Possible opt-in': ['doubtful', 'start'],
  Nothing: ['nothing', null],
};
const rows = Array.from(page.matchAll(/^\| `(.+?)` +\| ([\w -]+?) +\|/gm), (row) => ({
  text: row[1]!,
  result: row[2]!,
}));

describe('the page about opt-outs', () => {
  it('has examples', () => expect(rows.length).toBeGreaterThan(25));

  it.each(rows)('says the truth about "$text"', ({ text, result }) => {
    const match = matchKeyword(text);
    expect([match?.certainty ?? 'nothing', match?.keyword ?? null]).toEqual(results[result]);
  });
});
