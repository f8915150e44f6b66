import { describe, expect, it } from '@jest/globals';
import { contract } from '@textloom/shared/contract';
import { changeFilter } from '../../console/src/filters/changeFilter.ts';
import { isComplete } from '../../console/src/filters/isComplete.ts';
import { toContactSearch, toSearch } from '../../console/src/filters/toSearch.ts';
import { withoutChanged } from '../../console/src/form/fieldErrors.ts';
import { formatDistance, incompleteTime } from '../../console/src/dates.ts';

describe('the words in the search box', () => {
  it.each(['+1 (202) 555-0123', '+49 171 1234567'])('%s find exactly this number', (search) => {
    expect(toSearch({ search, status: 'sent' })).toEqual({ phone: search, status: 'sent' });
  });

  it.each(['order 1042', '1042', '202-555', '+1 202 555 012', 'Ada +12025550123'])(
    '%s are searched like words',
    (search) => {
      expect(toSearch({ search })).toEqual({ search });
    },
  );

  it.each(['202-555-0123', '0171 1234567', '00340434161094042557'])(
    '%s are searched like words, because the country is not known',
    (search) => {
      expect(toSearch({ search })).toEqual({ search });
    },
  );

  it('are searched like words if the service refuses them as a number', () => {
    const search = '+4917112345678';
    expect(toSearch({ search }, search)).toEqual({ search });
    expect(toSearch({ search: `${search}9` }, search)).toEqual({ phone: `${search}9` });
  });

  it('find a number in the texts if the user wants that', () => {
    expect(toSearch({ search: '+12025550123', in: 'text' })).toEqual({ search: '+12025550123' });
    expect(toSearch({ in: 'text', status: 'sent' })).toEqual({ status: 'sent' });
  });

  it('forget this wish when they change, and only then', () => {
    const query = { search: '+12025550123', in: 'text' };
    expect(changeFilter(query, 'status', 'sent')).toEqual({ ...query, status: 'sent' });
    expect(changeFilter(query, 'search', '+12025550124')).toEqual({ search: '+12025550124' });
    expect(changeFilter(query, 'search', '')).toEqual({});
  });
});

describe('the words in the search box of the contacts', () => {
  it('find a whole number or email address among all contacts', () => {
    const list_id = 'lst_1';
    const search = 'ada@example.com';
    expect(toContactSearch({ search, list_id })).toEqual({ email: search, list_id });
    expect(toContactSearch({ search: '+12025550123' })).toEqual({ phone: '+12025550123' });
  });

  it.each(['Ada', 'ada@', '202-555'])('%s are searched like words', (search) => {
    expect(toContactSearch({ search })).toEqual({ search });
  });

  it('are searched like words if the service refuses them as an email address', () => {
    const search = 'a..b@example.com';
    expect(toContactSearch({ search }, search)).toEqual({ search });
  });
});

describe('a filter applies while the user types', () => {
  const { to, from, country, reference } = contract.message.list.input.properties;
  const { created_after } = contract.message.list.input.properties;
  const { email } = contract.contact.list.input.properties;

  it.each([
    ['a whole number', to, '+12025550123', true],
    ['but not the beginning of a number', to, '+1202', false],
    ['a name as the sender', from, 'ACME', true],
    ['but not the beginning of a number as the sender', from, '+1202', false],
    ['a country', country, 'US', true],
    ['but not half a country', country, 'U', false],
    ['an email address', email, 'ada@example.com', true],
    ['but not the beginning of an email address', email, 'ada@exa', false],
    ['a time', created_after, '2026-01-02T10:00:00.000Z', true],
    ['but not half a time', created_after, incompleteTime, false],
    ['any other text', reference, 'o', true],
  ])('with %s', (_, schema, text, expected) => {
    expect(isComplete(schema, text)).toBe(expected);
  });
});

describe('the error of a field', () => {
  const errors = { '/to': 'Is required.', '/brand/ein': 'Is required.' };

  it('disappears when the field changes, and returns with the refused value', () => {
    const refused = { brand: { ein: '' } };
    expect(withoutChanged(errors, refused, { to: '+1', brand: {} })).toEqual({
      '/brand/ein': 'Is required.',
    });
    expect(withoutChanged(errors, refused, { brand: { ein: '1' } })).toEqual({
      '/to': 'Is required.',
    });
    expect(withoutChanged(errors, refused, { to: '', brand: { ein: '' } })).toEqual(errors);
  });

  it('of a list disappears when an item changes', () => {
    const item = { '/samples/1': 'Must be at least 20 characters long.' };
    expect(withoutChanged(item, { samples: ['a', 'b'] }, { samples: ['a', 'c'] })).toEqual({});
    expect(withoutChanged(item, { samples: ['a', 'b'] }, { samples: ['c', 'b'] })).toEqual(item);
  });
});

it.each([
  ['2026-01-01T00:05:00Z', 'in 5 minutes'],
  ['2026-01-01T00:00:40Z', 'in 40 seconds'],
  ['2026-01-01T02:00:00Z', 'in 2 hours'],
  ['2026-01-03T00:00:00Z', 'in 2 days'],
])('%s is far away in words', (at, text) => {
  expect(formatDistance(at, Date.parse('2026-01-01T00:00:00Z'))).toBe(text);
});
