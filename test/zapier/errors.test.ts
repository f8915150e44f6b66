import { describe, expect, it } from '@jest/globals';
import { errors as zapierErrors, type ZObject } from 'zapier-platform-core';
import { contract, errors } from '@textloom/shared/contract';
import {
  ApiError,
  errorOfProblem,
  errorOfResponse,
  errorOfTransport,
} from '@textloom/shared/client';
import {
  policies,
  SituationError,
  explainUnconfirmed,
  zapierError,
} from '../../connectors/zapier/src/connection/errors.ts';
import { inputFields } from '../../connectors/zapier/src/fields/fields.ts';

const z = { errors: zapierErrors } as ZObject;
const codes = Object.keys(policies) as (keyof typeof policies)[];
const toWording = (code: ApiError['code']) => {
  if (!(code in errors)) return { message: 'It failed' };
  const { title: message, remedy } = errors[code as keyof typeof errors];
  return { message, remedy };
};
const apiError = (
  code: ApiError['code'],
  details: Partial<ConstructorParameters<typeof ApiError>[0]> = {},
) => new ApiError({ ...toWording(code), code, status: 422, ...details });
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
    expect(message).not.toMatch(/Retry-After|Get the object/);
  });

  it('says where the ID of a missing record comes from', () => {
    expect(said(translated('not_found', { status: 404 }))).toBe(
      'Object not found. Map an ID from an earlier step, or find the record with a search step first.',
    );
  });

  it('leaves it to the service to say what a status does not allow', () => {
    const message =
      'The contact got a confirmation request in the last 24 hours. You can send the next one at or after 2026-01-31T09:30:00Z.';
    expect(said(translated('status_conflict', { status: 409, message }))).toBe(
      `${message} The step changed nothing.`,
    );
  });

  it('makes Zapier retry only if nothing can have been sent', () => {
    const repeated = codes.filter((code) => policies[code].effect === 'throttled');
    expect(repeated).toEqual(['request_timeout', 'rate_limited', 'unavailable']);
    const { input } = contract.message.send;
    const inDoubt = [
      ...Object.keys(errors).map((code) => errorOfProblem({ code }, input)!),
      ...[500, 502, 503, 504].map((status) =>
        errorOfResponse({ status, headers: {}, body: '<p>' }, input, true),
      ),
      errorOfTransport(new Error('socket hang up'), true),
    ].filter(({ mayHaveRun }) => mayHaveRun);
    expect(inDoubt.map(({ code }) => code)).toContain('unconfirmed');
    for (const error of inDoubt) {
      expect(zapierError(z, error).name).toBe('AppError');
      expect(zapierError(z, explainUnconfirmed(error)).name).toBe('AppError');
    }
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
          {
            pointer: '/external_id',
            code: 'too_long',
            detail: 'must be at most 100 characters long',
          },
          { pointer: '/consent/at', code: 'required', detail: 'is required' },
          { pointer: '/attributes/a', code: 'wrong_type', detail: 'must be text.' },
          { pointer: '/elsewhere', code: 'unknown_field', detail: 'is not a field' },
        ],
      },
      input,
    )!;
    expect(said(zapierError(z, error, fields))).toBe(
      'Your Reference must be at most 100 characters long. Consent At is required. ' +
        'Attributes must be text. elsewhere is not a field. Correct the fields of this step.',
    );
  });

  it('does not name the other field of an alternative, which no form offers', () => {
    const { input } = contract.message.send;
    const detail = 'is required unless you give contact_id';
    const errors = [{ pointer: '/to', code: 'exactly_one', detail }];
    const error = errorOfProblem({ code: 'validation_failed', errors }, input)!;
    expect(said(zapierError(z, error, inputFields(input)))).toBe(
      'To is required. Correct the fields of this step.',
    );
  });

  it('says which merge field has no value, and what to do', () => {
    const { input } = contract.message.send;
    const detail =
      'uses {{name}}, but the recipient has no value for it; add a default such as {{name|…}}';
    const errors = [{ pointer: '/text', code: 'missing_merge_field', detail }];
    const error = errorOfProblem({ code: 'validation_failed', errors }, input)!;
    expect(said(zapierError(z, error, inputFields(input)))).toBe(
      `Text ${detail}. Correct the fields of this step.`,
    );
  });

  it('names a field within a filter without the name of the filter, like the form', () => {
    const { input } = contract.webhook.create;
    const { filter } = input.properties;
    const errors = [
      { pointer: '/filter/from/0', code: 'invalid_phone', detail: 'is not a number' },
    ];
    const error = errorOfProblem({ code: 'validation_failed', errors }, input)!;
    expect(said(zapierError(z, error, inputFields(filter)))).toBe(
      'From is not a number. Correct the fields of this step.',
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

  it.each([
    ['HTML with the status 502', 502, 'is temporarily unavailable. The service may have'],
    ['HTML with the status 500', 500, 'is temporarily unavailable. The service may have'],
    ['HTML with the status 413', 413, 'too large. Use shorter values.'],
    ['HTML with the status 403', 403, 'refused the request. Ask the operator'],
    ['HTML with the status 404', 404, 'Check the Base URL of the connected account.'],
    ['a page with the status 200', 200, 'Check the Base URL of the connected account.'],
  ])('of a proxy that responds with %s says what to do', (_title, status, words) => {
    const message = said(
      zapierError(
        z,
        errorOfResponse({ status, headers: {}, body: '<p>' }, contract.message.send.input, true),
      ),
    );
    expect(message).toContain(words);
    if (status >= 500) expect(message).not.toContain('Base URL');
  });

  it('of a proxy that redirects says which address to enter', () => {
    const headers = { location: 'https://sms.example.com/v1/account' };
    const { input } = contract.account.get;
    const error = errorOfResponse({ status: 301, headers, body: '' }, input, false);
    expect(said(zapierError(z, error))).toBe(
      'The base URL redirects to https://sms.example.com. If this is the address of the service, begin the Base URL of the connected account with it. Otherwise, check the Base URL.',
    );
  });

  it('keeps the words of its situation', () => {
    const details = {
      message: 'It rains',
      remedy: 'Wait.',
      code: 'not_found',
      status: 404,
    } as const;
    expect(said(zapierError(z, new SituationError(details)))).toBe('It rains. Wait.');
  });
});

describe('a request to send', () => {
  const words = (details: Partial<ConstructorParameters<typeof ApiError>[0]>) =>
    said(zapierError(z, explainUnconfirmed(apiError('network_error', { status: 0, ...details }))));

  it.each([
    ['gets no response', { code: 'no_response' } as const],
    ['gets no confirmation', { code: 'unconfirmed', status: 503 } as const],
    ['gets a page of a proxy', { code: 'gateway_error', status: 504 } as const],
    ['gets a response without this message', { code: 'unexpected_response' } as const],
  ])('that %s may have sent the message', (_title, details) => {
    expect(words({ ...details, mayHaveRun: true })).toBe(
      'The service did not confirm the message, so the message may have been sent. ' +
        'Before you send it again, check in the service whether it was sent. ' +
        'If Deduplication Key is filled in, a replay does not send it twice.',
    );
  });

  it.each([
    ['reaches no server', {}],
    ['gets a page that is missing', { code: 'unexpected_response', status: 404 } as const],
  ])('that %s has sent nothing', (_title, details) => {
    expect(words(details)).toContain('Check the Base URL');
  });
});
