import { describe, expect, it } from '@jest/globals';
import { errors as zapierErrors, type ZObject } from 'zapier-platform-core';
import { contract, errors } from '@textloom/shared/contract';
import { ApiError, errorOfProblem } from '@textloom/shared/client';
import { policies, zapierError } from '../../connectors/zapier/src/connection/errors.ts';
import { inputFields } from '../../connectors/zapier/src/fields/fields.ts';

const z = { errors: zapierErrors } as ZObject;
const codes = Object.keys(policies) as (keyof typeof policies)[];
const apiError = (
  code: ApiError['code'],
  details: Partial<ConstructorParameters<typeof ApiError>[0]> = {},
) =>
  new ApiError({
    message: code in errors ? errors[code as keyof typeof errors].title : 'It failed',
    code,
    status: 422,
    ...details,
  });
const translated = (...args: Parameters<typeof apiError>) => zapierError(z, apiError(...args));
/** Zapier's own errors carry their message as JSON. */
const said = (error: Error): string => {
  try {
    return (JSON.parse(error.message) as { message: string }).message;
  } catch {
    return error.message;
  }
};

describe('a failure in Zapier', () => {
  it.each([
    ['recipient_opted_out', 'HaltedError'],
    ['no_route', 'HaltedError'],
    ['opt_in_required', 'HaltedError'],
    ['not_cancelable', 'HaltedError'],
    ['idempotency_key_reused', 'HaltedError'],
    ['unauthenticated', 'ExpiredAuthError'],
    ['rate_limited', 'ThrottledError'],
    ['unavailable', 'ThrottledError'],
    ['validation_failed', 'AppError'],
    ['network_error', 'AppError'],
    ['unexpected_response', 'AppError'],
  ] as const)('with the code %s is a %s', (code, name) => {
    expect(translated(code)).toMatchObject({ name });
  });

  it.each(codes)('with the code %s explains the problem and the remedy in sentences', (code) => {
    const message = said(translated(code));
    expect(message).toMatch(/^[A-Z].*\.$/);
    expect(message.split('. ').length).toBeGreaterThan(1);
    expect(message).not.toContain('Retry-After');
  });

  it('makes Zapier retry only if nothing can have been sent', () => {
    const repeated = codes.filter((code) => policies[code].effect === 'throttled');
    expect(repeated).toEqual(['rate_limited', 'unavailable']);
  });

  it('with a retry waits as long as the service asks, and a little longer', () => {
    for (let round = 0; round < 50; round++) {
      const error = translated('rate_limited', { status: 429, retryAfter: 20 });
      const { delay } = JSON.parse(error.message) as { delay: number };
      expect(delay).toBeGreaterThanOrEqual(20);
      expect(delay).toBeLessThanOrEqual(30);
      expect(Number.isInteger(delay)).toBe(true);
    }
  });

  it('names the invalid fields as the editor labels them', () => {
    const { input } = contract.contact.upsert;
    const fields = inputFields(input, { external_id: { label: 'Your Reference' } });
    const error = errorOfProblem(
      {
        code: 'validation_failed',
        detail: 'Two fields are not valid.',
        errors: [
          { pointer: '/external_id', code: 'too_long', detail: 'may have at most 100 characters' },
          { pointer: '/consent/at', code: 'required', detail: 'is required' },
          { pointer: '/attributes/a', code: 'wrong_type', detail: 'must be text.' },
          { pointer: '/elsewhere', code: 'unknown_field', detail: 'is not a field' },
        ],
      },
      input,
    )!;
    expect(said(zapierError(z, error, fields))).toBe(
      'Your Reference may have at most 100 characters. Consent At is required. ' +
        'Attributes must be text. elsewhere is not a field. Correct the fields of this step.',
    );
  });

  it('names a field within a filter without the name of the filter, like the form', () => {
    const { input } = contract.webhook.create;
    const { filter } = input.properties;
    const errors = [{ pointer: '/filter/from/0', code: 'invalid_phone', detail: 'is no number' }];
    const error = errorOfProblem({ code: 'validation_failed', errors }, input)!;
    expect(said(zapierError(z, error, inputFields(filter)))).toBe(
      'From is no number. Correct the fields of this step.',
    );
  });

  it.each(['no_route', 'unauthenticated'] as const)('with the code %s gives one remedy', (code) => {
    const { title, remedy } = errors[code];
    const error = apiError(code, { message: `${title}. ${remedy}`, remedy });
    const policy: { effect: string; remedy?: string } = policies[code];
    expect(said(zapierError(z, error))).toBe(`${title}. ${policy.remedy ?? remedy}`);
  });

  it('of the service itself contains the request ID', () => {
    const error = translated('internal_error', { status: 500, requestId: 'req_7' });
    expect(said(error)).toContain('req_7');
  });
});
