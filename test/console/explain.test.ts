import { describe, expect, it } from '@jest/globals';
import { ApiError } from '@textloom/shared/client';
import { errors, headers, type ErrorCode } from '@textloom/shared/contract';
import { explain } from '../../console/src/api/api.ts';

describe('the explanation of an error', () => {
  it.each(Object.keys(errors) as ErrorCode[])('names no header of the API: %s', (code) => {
    const { title: message, ...details } = errors[code];
    const { title, advice } = explain(new ApiError({ message, code, ...details }));
    for (const name of Object.values(headers)) expect(`${title} ${advice}`).not.toContain(name);
  });

  it('says how long to wait', () => {
    const { title: message, ...details } = errors.rate_limited;
    const after = (retryAfter?: number) =>
      explain(new ApiError({ message, code: 'rate_limited', ...details, retryAfter })).advice;
    expect(after(5)).toBe('Wait 5 seconds, and try again.');
    expect(after(1)).toBe('Wait 1 second, and try again.');
    expect(after()).toBe('Wait a moment, and try again.');
  });
});
