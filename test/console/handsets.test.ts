import { describe, expect, it } from '@jest/globals';
import {
  arrives,
  findOutcome,
  outcomeRows,
  chooseTone,
} from '../../console/src/handsets/outcomes.ts';
import {
  formatPhoneNumber,
  unusedHandsetNumber,
  parseHandsetNumber,
} from '../../console/src/phoneNumber.ts';

describe('the number of a handset', () => {
  it.each(['+12025550123', '202-555-0123', '(202) 555 0123', '1 202.555.0123'])(
    'is accepted as people write it: %s',
    (input) => {
      expect(parseHandsetNumber(input)).toBe('+12025550123');
    },
  );

  it.each(['', '555-0123', '+12025550223', '+11025550123', '+442071838750', '+120255501234'])(
    'is one of the reserved numbers, and not %j',
    (input) => {
      expect(parseHandsetNumber(input)).toBeUndefined();
    },
  );

  it('is shown in groups, and a name or a foreign number is shown unchanged', () => {
    expect(['+12025550123', '+442071838750', 'ACME'].map(formatPhoneNumber)).toEqual([
      '+1 202-555-0123',
      '+442071838750',
      'ACME',
    ]);
  });

  it('is suggested if it is free', () => {
    expect(unusedHandsetNumber(['+12025550100', '+12025550102'])).toBe('+12025550101');
  });
});

describe('the outcomes', () => {
  it('cover every pair of digits, each once', () => {
    const digits = outcomeRows.flatMap((row) =>
      row.digits.split(', ').flatMap((range) => {
        const [first, last = first] = range.split('–').map(Number);
        return Array.from({ length: last! - first! + 1 }, (_, index) => first! + index);
      }),
    );
    expect(digits.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 100 }, (_, n) => n));
    expect(outcomeRows[0]).toEqual({ digits: '00–49, 62–99', first: '00', title: 'Delivered' });
  });

  it('have a color that shows whether the text arrives', () => {
    const tone = (digits: string) => chooseTone(findOutcome(`+120255501${digits}`)!);
    expect(['07', '50', '52', '58', '61'].map(tone)).toEqual([
      'info',
      'error',
      'error',
      'warning',
      'error',
    ]);
    expect(arrives(findOutcome('+12025550151')!)).toBe(false);
    expect(findOutcome('+442071838750')).toBeUndefined();
  });
});
