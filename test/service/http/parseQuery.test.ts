import { describe, expect, it } from '@jest/globals';
import { parseQuery } from '../../../service/http/parseQuery.ts';

describe('a query', () => {
  it.each([
    ['to=+14155550123&limit=1', { to: '+14155550123', limit: '1' }],
    ['to=%2B14155550123', { to: '+14155550123' }],
    ['to=+1%20415+555+0123', { to: '+1 415 555 0123' }],
    ['to=%20415+555', { to: ' 415 555' }],
    ['search=Ada+Lovelace+5&search2=+Ada', { search: 'Ada Lovelace 5', search2: ' Ada' }],
    ['created_after=2026-01-31T09:30:00+01:00', { created_after: '2026-01-31T09:30:00+01:00' }],
    [
      'created_after=2026-01-31T09%3A30%3A00.5+01%3A00&limit=1',
      { created_after: '2026-01-31T09:30:00.5+01:00', limit: '1' },
    ],
    ['search=Today+10:30', { search: 'Today 10:30' }],
    ['type=a&type=b&x=&y', { type: ['a', 'b'], x: '', y: '' }],
    ['', {}],
  ])('%s keeps the plus sign of a number and of a time', (text, values) => {
    expect({ ...parseQuery(text) }).toEqual(values);
  });
});
