/** Characters that people never see: marks of the writing direction, zero-width characters, soft hyphens. */
const invisible = /\p{Cf}/gu;
/** Arabic-Indic, Persian and fullwidth digits. The last four bits of each are its value. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/g;
const separators = /[\s\p{Pd}\u2212\u30fc.\uff0e\u00b7()\uff08\uff09[\]/\uff0f]/gu;
/** Spreadsheets put an apostrophe before a number to store it as text. */
const apostrophe = /^\s*['\u2018\u2019`\u00b4]/;
/** Spreadsheets and programs that calculate with numbers write 12025550123.0. */
const decimalPlaces = /^(\s*\+?(?:\d{7,}(?=[.,]0{1,2}\s*$)|\d{10,}))[.,]0+\s*$/;
/** Two numbers on two lines are not a number. */
const lineBreaksAndTabs = /[\n\r\t\v\f\u2028\u2029]/;
/** No number is longer, and `extension` takes a time that grows with the square of the length. */
export const maxPhoneCharacters = 64;
const extension = /[\s,(]*(?:;\s*ext\s*=|ext(?:ension|n)?\s*[.:]?|[x#])\s*\d{1,7}\s*\)?\s*$/i;
const telUri = /^\s*tel:/i;

/**
 * Returns the digits of a phone number as people paste it, after a plus sign if the number has one, or
 * undefined if the text is not a number. Ignores an extension, because a text cannot be sent to one. Does
 * not check that the number exists: only the service can read a number without a country code.
 */
export function plainPhone(written: string): string | undefined {
  if (written.length > maxPhoneCharacters) return undefined;
  const typed = written
    .replace(invisible, '')
    .replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 15))
    .replaceAll('\uff0b', '+')
    .replace(apostrophe, '');
  if (lineBreaksAndTabs.test(typed.trim())) return undefined;
  const dialed = telUri.test(typed) ? numberOfUri(typed.replace(telUri, '')) : typed;
  const digits = dialed.replace(extension, '').replace(decimalPlaces, '$1').replace(separators, '');
  return /^\+?\d+$/.test(digits) ? digits : undefined;
}

/** Reads a tel URI (RFC 3966). A number that exists only within a company's network is not a phone number. */
function numberOfUri(uri: string): string {
  const [number = '', ...parameters] = uri.split(';');
  const context = parameters.flatMap((one) => /^\s*phone-context=(.*)$/i.exec(one)?.[1] ?? [])[0];
  if (context === undefined) return number;
  return context.startsWith('+') ? context + number : '';
}
