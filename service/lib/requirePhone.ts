import { refuse } from './errors.ts';
import { toE164 } from './phone.ts';

export const invalidPhoneNumber = {
  code: 'invalid_phone_number',
  detail: 'is not a phone number. Use a country code, such as +12025550123',
} as const;

/** Returns the number in E.164 form, or refuses the field at the pointer. */
export const requirePhone = (
  { account }: { readonly account: { readonly default_country: string } },
  written: string,
  pointer: string,
): string =>
  toE164(written, account.default_country) ??
  refuse(pointer, invalidPhoneNumber.code, invalidPhoneNumber.detail);
