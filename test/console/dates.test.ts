import { expect, it } from '@jest/globals';
import { formatExactTime, localizeTimes } from '../../console/src/dates.ts';

it('the times in a text of the service are in the format of the user', () => {
  const now = Date.parse('2026-01-01T12:00:00Z');
  const shown = formatExactTime('2026-01-03T10:00:05.000Z', now);
  expect(shown).not.toContain('T10');
  expect(localizeTimes('You can send it at or after 2026-01-03T10:00:05.000Z.', now)).toBe(
    `You can send it at or after ${shown}.`,
  );
  expect(localizeTimes('Between 2026-01-03T10:00:05Z and noon', now)).toBe(
    `Between ${shown} and noon`,
  );
});
