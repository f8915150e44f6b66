import { describe, expect, it } from '@jest/globals';
import { composeText } from '../../../service/lib/composeText.ts';

describe('composing the letters of a text', () => {
  it.each(['', 'cafe\u0301', 'e\u0301'.repeat(900), 'ñandu\u0301 👩‍👩‍👧 '.repeat(500), 'a\n\u0301b'])(
    'has the same result as for the whole text: %#',
    (text) => expect(composeText(text)).toBe(text.normalize('NFC')),
  );

  it('takes little time for any number of accents', () => {
    const accents = `a${'\u0316\u0301'.repeat(100_000)}`;
    const before = process.threadCpuUsage().user;
    const composed = composeText(accents);
    // Composing the whole text takes 20 seconds.
    expect(process.threadCpuUsage().user - before).toBeLessThan(3_000_000);
    expect(composed.length).toBeGreaterThan(190_000);
  });
});
