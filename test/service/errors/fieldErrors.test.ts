import { describe, expect, it } from '@jest/globals';
import { contract, jsonSchema } from '@textloom/shared/contract';
import { toFieldErrors } from '../../../service/errors/fieldErrors.ts';
import { ajvOfBody, compileLazily } from '../../../service/lib/ajv.ts';

describe('the error of a field that a request does not have', () => {
  const { input } = contract.contact.update;
  const explain = (body: Readonly<Record<string, unknown>>) => {
    const validate = compileLazily(ajvOfBody, jsonSchema(input, { closed: true }));
    expect(validate({ id: 'con_1', ...body })).toBe(false);
    return toFieldErrors(validate.errors!, input);
  };

  it('says what to do instead, if people expect the field', () => {
    const detail = 'cannot change; create a contact with the new number, and delete this one';
    expect(explain({ phone: '+12025550123' })).toEqual([
      { pointer: '/phone', code: 'unknown_field', detail },
    ]);
    const [error] = explain({ toString: 'x' });
    expect(error).toMatchObject({ detail: 'is not a field of this request' });
  });
});
