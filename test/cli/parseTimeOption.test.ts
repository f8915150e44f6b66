import { describe, expect, it } from '@jest/globals';
import { UsageError } from '../../service/cli/command.ts';
import { parseTimeOption } from '../../service/cli/parseTimeOption.ts';

describe('a time on the command line', () => {
  it.each(['2026-01-31T09:30:00Z', '2026-01-31T10:30:00+01:00', '2026-01-31T09:30:00.000Z'])(
    'can be %s, as in the API',
    (text) => {
      expect(parseTimeOption('--until', text)).toEqual(new Date('2026-01-31T09:30:00Z'));
    },
  );

  it.each([
    ...['soon', '12', '2026-01-31', '2026-01-31T09:30', '2026-01-31T09:30:00'],
    ...['2026-02-30T09:30:00Z', '9999-12-31T23:30:00-01:00'],
  ])('cannot be %s', (text) => {
    expect(() => parseTimeOption('--until', text)).toThrow(UsageError);
    expect(() => parseTimeOption('--until', text)).toThrow(
      'Set --until to a time with a UTC offset',
    );
  });
});
