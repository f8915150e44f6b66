import { describe, expect, it } from '@jest/globals';
import { countryOf, toE164 } from '../../service/messaging/phone.ts';

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
