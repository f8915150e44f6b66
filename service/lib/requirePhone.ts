import { refuse } from './errors.ts';
import { toE164 } from './phone.ts';

/** Returns the number in E.164 form, or refuses the field at the pointer. */
export const requirePhone = (
  { account }: { readonly account: { readonly default_country: string } },
  written: string,
  pointer: string,
): string =>
  toE164(written, account.default_country) ??
  refuse(
    pointer,
    'invalid_phone_number',
    'is not a phone number. Use a country code, such as +12025550123',
  );
