import { plainPhone } from '@textloom/shared/contract';
import { equivalentNumbers } from './equivalentNumbers.ts';
import { fail, type FieldError } from '../errors/serviceError.ts';
import { toE164, toShortCode } from './phone.ts';

/** Returns the number in E.164 form, or refuses the field at the pointer. */
export const requirePhone = (
  { account }: { readonly account: { readonly default_country: string } },
  written: string,
  pointer: string,
): string =>
  toE164(written, account.default_country) ??
  fail('validation_failed', { fieldErrors: [describeWrongPhone(written, pointer)] });

/** Describes the error of a field whose text is not a phone number. */
export const describeWrongPhone = (written: string, pointer: string): FieldError => ({
  pointer,
  code: 'invalid_phone_number',
  detail: describeProblem(written),
});

function describeProblem(written: string): string {
  if (scientific.test(written)) {
    return 'is in scientific notation, which loses digits. Format its column as text, and copy the numbers again';
  }
  const numbers = written.split(/[,;\n]|\s\/\s/).filter((part) => part.trim() !== '');
  const isNumber = (part: string) => (plainPhone(part)?.length ?? 0) >= minDigits;
  if (numbers.length > 1 && numbers.every(isNumber))
    return 'contains several phone numbers, but takes one';
  return plainPhone(written)?.startsWith('+')
    ? 'is not a phone number. Check the country code and the number of digits'
    : "is not a phone number of the account's country. For another country, start with + and the country code, such as +442079460018";
}
/** As spreadsheets show a long number, such as 1.20256E+10. */
const scientific = /^\s*\d([.,]\d+)?E\+\d+\s*$/i;
/** Fewer digits can be an extension or the end of a number. */
const minDigits = 7;

/**
 * Returns all spellings of a number that a search names, or refuses the field at the pointer. A few
 * digits can be a short code, and also a number of a small country.
 */
export function requireSpellings(
  unit: Parameters<typeof requirePhone>[0],
  written: string,
  pointer: string,
): string[] {
  const shortCode = toShortCode(written);
  if (shortCode === undefined) return equivalentNumbers(requirePhone(unit, written, pointer));
  const e164 = toE164(written, unit.account.default_country);
  return e164 === undefined ? [shortCode] : [shortCode, e164];
}
