import { describe, expect, it } from '@jest/globals';
import { countryOf, senderOf, toE164 } from '../../service/lib/phone.ts';

describe('the country of a number', () => {
  it.each([
    ['+12025550123', 'DE', 'US'],
    ['+4915112345678', 'US', 'DE'],
    // Of no country in particular: it counts for the default one where its code is that one's too.
    ['+18115550101', 'US', 'US'],
    ['+18115550101', 'DE', null],
    // Too short to be a number of anywhere.
    ['+1202555', 'US', null],
    // A short code and a name are of none, whatever the account's country.
    ['12345', 'DE', null],
    ['115', 'US', null],
    ['Textloom', 'DE', null],
  ])('of %s, where %s is the default, is %s', (number, defaultCountry, country) => {
    // In either order, since what was read is remembered.
    toE164(number, defaultCountry);
    expect(countryOf(number, defaultCountry)).toBe(country);
  });
});

describe('a number in E.164 form', () => {
  it.each([
    ['(202) 555-0123', 'US', '+12025550123'],
    // The same digits are another number in another country.
    ['020 7946 0123', 'GB', '+442079460123'],
    ['020 7946 0123', 'DE', '+492079460123'],
    ['+4915112345678', 'US', '+4915112345678'],
    ['+1202555', 'US', undefined],
    ['12345', 'US', undefined],
    ['Call 202-555-0123 now', 'US', undefined],
    ['', 'US', undefined],
  ])('of %j, where %s is the default, is %s', (written, defaultCountry, e164) => {
    expect(toE164(written, defaultCountry)).toBe(e164);
  });
});

describe('a sender', () => {
  it.each([
    ['(202) 555-0123', '+12025550123'],
    ['12345', '12345'],
    ['A2025550123', 'A2025550123'],
    // A name, not the number that is in it.
    ['202 555 0123 ext. 5', '202 555 0123 ext. 5'],
  ])('that is written %j is stored as %s', (written, stored) => {
    expect(senderOf(written, 'US')).toBe(stored);
  });
});
