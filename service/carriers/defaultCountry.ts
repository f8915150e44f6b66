import { isSupportedCountry, type CountryCode } from 'libphonenumber-js/min';
import type { Field } from './settings.ts';

/** The country of numbers that a carrier writes in national format. */
export const defaultCountry: Field<CountryCode | undefined> = {
  description: 'Country of numbers in national format, such as `DE`',
  default: 'none',
  read: (code, fail) => {
    if (code === undefined || code === '') return undefined;
    return typeof code === 'string' && isSupportedCountry(code)
      ? code
      : fail('must be an ISO 3166-1 alpha-2 country code, such as DE');
  },
};
