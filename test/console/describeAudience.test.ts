import { describe, expect, it } from '@jest/globals';
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
});
