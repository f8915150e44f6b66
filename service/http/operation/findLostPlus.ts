import {
  isPhoneField,
  nameOfWire,
  type ObjectSchema,
  type Schema,
} from '@textloom/shared/contract';
import type { FieldError } from '../../lib/errors.ts';
import { toE164 } from '../../lib/phone.ts';

/**
 * Finds values whose `+` became a space, because a query spells a space as `+`. Without it, a
 * number can be one of the default country, and a search for it would find nobody.
 */
export const findLostPlus = (
  input: ObjectSchema,
  query: unknown,
  defaultCountry: string,
): FieldError[] =>
  Object.entries(query as object).flatMap(([wire, value]) => {
    const name = nameOfWire(input, wire);
    const schema = input.properties[name];
    if (!schema || typeof value !== 'string') return [];
    const problem = describeLostPlus(schema, value, defaultCountry);
    return problem ? [{ ...problem, pointer: `/${name}` }] : [];
  });

function describeLostPlus(
  schema: Schema,
  text: string,
  defaultCountry: string,
): Omit<FieldError, 'pointer'> | undefined {
  if ('format' in schema && schema.format === 'date-time' && /:\d\d.* \d\d:\d\d$/.test(text))
    return {
      code: 'invalid_format',
      detail: 'has a space before its zone. In a URL, write + as %2B',
    };
  if (!isPhoneField(schema) || !/^ \d/.test(text)) return undefined;
  const international = toE164(text.replace(' ', '+'), defaultCountry);
  return international === undefined || international === toE164(text, defaultCountry)
    ? undefined
    : {
        code: 'invalid_phone_number',
        detail: 'begins with a space. In a URL, write + as %2B',
      };
}
