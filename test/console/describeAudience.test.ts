import { describe, expect, it } from '@jest/globals';
import { formatShortTime } from '../../console/src/dates.ts';
import { describeAudience } from '../../console/src/broadcasts/describeAudience.ts';

const name = (ids: readonly string[]) => ids.map((id) => id.toUpperCase()).join(', ');

describe('the audience of a broadcast', () => {
  it.each([
    [{ list_ids: ['vip', 'new'] }, 'VIP, NEW'],
    [{ all_contacts: true }, 'All contacts'],
    [{ list_ids: ['vip'], all_contacts: true }, 'All contacts'],
    [{ list_ids: ['vip'], all_contacts: false }, 'VIP'],
    [{ filter: { country: 'US' }, all_contacts: false }, 'All contacts; country US'],
    [
      { list_ids: ['vip'], filter: { attributes: { plan: 'pro' } }, exclude_list_ids: ['old'] },
      'VIP; plan is pro; except OLD',
    ],
  ])('%j is called "%s"', (audience, words) => {
    expect(describeAudience(audience, name)).toBe(words);
  });

  it('has times as the user reads them', () => {
    const created_after = '2024-03-09T12:00:00.000Z';
    const words = describeAudience({ filter: { created_after } }, name);
    expect(words).toBe(`All contacts; added after ${formatShortTime(created_after, Date.now())}`);
    expect(words).not.toContain(created_after);
  });
});
