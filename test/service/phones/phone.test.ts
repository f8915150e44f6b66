import { describe, expect, it, jest } from '@jest/globals';
import {
  findCountry,
  findSender,
  hasSender,
  normalizeSender,
  toE164,
  validE164,
} from '../../../service/phones/phone.ts';
import mobileExamples from 'libphonenumber-js/examples.mobile.json';
import { getCountries, getCountryCallingCode } from 'libphonenumber-js/min';

describe('the country of a number', () => {
  it.each([
    ['+12025550123', 'DE', 'US'],
    ['+4915112345678', 'US', 'DE'],
    // This number belongs to no particular country. It counts for the default country if that
    // country has its code too.
    ['+18115550101', 'US', 'US'],
    ['+18115550101', 'DE', null],
    // This is too short for a number of any country.
    ['+1202555', 'US', null],
    // Short codes and names belong to no country, whatever the account's country is.
    ['12345', 'DE', null],
    ['115', 'US', null],
    ['Textloom', 'DE', null],
  ])('of %s with the default %s is %s', (number, defaultCountry, country) => {
    // Check in either order, because parsed numbers are cached.
    toE164(number, defaultCountry);
    expect(findCountry(number, defaultCountry)).toBe(country);
  });
});

describe('a number in E.164 form', () => {
  it.each([
    ['(202) 555-0123', 'US', '+12025550123'],
    // The same digits are another number in another country.
    ['020 7946 0123', 'GB', '+442079460123'],
    ['020 7946 0123', 'DE', '+492079460123'],
    ['+4915112345678', 'US', '+4915112345678'],
    ['+44 (0)20 7946 0123', 'US', '+442079460123'],
    ['020 7946 0123 ext 5', 'GB', '+442079460123'],
    ['+1202555', 'US', undefined],
    ['12345', 'US', undefined],
    ['Call 202-555-0123 now', 'US', undefined],
    ['', 'US', undefined],
    // These are spellings that carriers still use, although no plan of numbers has them.
    ['+52 1 33 1234 5678', 'US', '+5213312345678'],
    ['00 52 1 33 1234 5678', 'MX', '+5213312345678'],
    ['+52 1 33 1234 56', 'US', undefined],
    ['+52 1 33 1234 567 89', 'US', undefined],
  ])('of %j with the default %s is %s', (written, defaultCountry, e164) => {
    expect(toE164(written, defaultCountry)).toBe(e164);
  });
});

describe('a number with its country code but without the plus sign', () => {
  it.each(
    getCountries().flatMap((country) => {
      const national = mobileExamples[country];
      return national ? [[country, getCountryCallingCode(country) + national] as const] : [];
    }),
  )('of a mobile phone in %s, %s, is that mobile phone', (country, digits) => {
    expect(toE164(digits, country)).toBe(`+${digits}`);
  });

  it.each([
    ['491701234567', 'DE', '+491701234567'],
    ['49 (0)170 1234567', 'DE', '+491701234567'],
    ['62812345678', 'ID', '+62812345678'],
    // These begin with the digits of the country code, but are numbers within the country.
    ['3933312345', 'IT', '+393933312345'],
    ['484164487', 'PL', '+48484164487'],
    ['0491701234567', 'DE', '+49491701234567'],
  ])('%s, read in %s, is %s', (digits, country, e164) => {
    expect(toE164(digits, country)).toBe(e164);
  });
});

it.each([
  ['+5215512345678', true],
  ['+525512345678', true],
  ['+5215512345', false],
])('a number %s is valid: %s', (number, isValid) => {
  expect(validE164(number, 'US')).toBe(isValid ? number : undefined);
});

describe('a sender', () => {
  it.each([
    ['(202) 555-0123', '+12025550123'],
    ['12345', '12345'],
    ['123\u00a045', '12345'],
    ['\u202a+12025550123\u202c', '+12025550123'],
    ['202 555 0123 ext. 5', '+12025550123'],
    // These are names, not the numbers in them.
    [' Acme ', 'Acme'],
    ['A2025550123', 'A2025550123'],
    ['5550123 x5', '5550123 x5'],
    ['Call 202 555 0123', 'Call 202 555 0123'],
  ])('written as %j is stored as %s', (written, stored) => {
    expect(normalizeSender(written, 'US')).toBe(stored);
  });

  it.each([
    ['82022', 'DE'],
    ['190 123', 'AU'],
    ['0820', 'AT'],
  ])('%s of an account in %s is a short code, not a number of a landline', (written, country) => {
    expect(normalizeSender(written, country)).toBe(written.replace(' ', ''));
  });

  it('is found by its name in any case, and in the same case first', () => {
    const find = (...all: string[]) => findSender(all, 'Acme', (one) => one);
    expect(find('+12025550100', 'ACME', 'Acme')).toBe('Acme');
    expect(find('+12025550100', 'ACME')).toBe('ACME');
    expect(find('+12025550100', 'ACME 2')).toBeUndefined();
    expect([hasSender(['12345', 'ACME'], 'Acme'), hasSender(['12345'], '1234')]).toEqual([
      true,
      false,
    ]);
  });
});

describe('a text that is too long for a number', () => {
  it('does not stay in memory', () => {
    const set = jest.spyOn(Map.prototype, 'set');
    try {
      expect(toE164(`+1202555${'0'.repeat(100_000)}`, 'US')).toBeUndefined();
      expect(set).not.toHaveBeenCalled();
      // No other test has read this number, which would be in the cache.
      const unique = `+1202${Date.now() % 10_000_000}`.padEnd(12, '2');
      expect(toE164(unique, 'US')).toBe(unique);
      expect(set).toHaveBeenCalled();
    } finally {
      set.mockRestore();
    }
  });
});
