/** Twilio sends most, about 30 fields, and two more for each picture. */
const maxFields = 200;

/**
 * Parses a form or a query of a callback. Throws if it has more fields than any provider sends.
 * Anyone can send a callback, and parsing and signing many fields takes long.
 */
export function parseForm(form: string): URLSearchParams {
  let fields = 1;
  for (let at = form.indexOf('&'); at !== -1; at = form.indexOf('&', at + 1))
    if (++fields > maxFields) throw new Error(`A form has more than ${maxFields} fields`);
  return new URLSearchParams(form);
}
