import { describe, expect, it } from '@jest/globals';
import { ServiceError } from '../../../service/errors/serviceError.ts';
import { toProblem } from '../../../service/errors/toProblem.ts';

const explain = (...names: string[]) =>
  toProblem(
    new ServiceError('validation_failed', {
      fieldErrors: names.map((name) => ({
        pointer: name && `/${name}`,
        code: 'required',
        detail: 'is required',
      })),
    }),
    'req_1',
  ).detail;

describe('the detail of a problem', () => {
  it('names each field with an error, because most clients log only the detail', () => {
    expect(explain('to')).toBe('/to: is required');
    expect(explain('to', 'text')).toBe('/to: is required; /text: is required');
    expect(explain('')).toBe('The request: is required');
  });

  it('stays short, and counts the errors that it leaves out', () => {
    expect(explain('a', 'b', 'c', 'd')).toBe(
      '/a: is required; /b: is required; /c: is required; and 1 more error',
    );
    expect(explain('a', 'b', 'c', 'd', 'e')).toMatch(/; and 2 more errors$/);
  });
});
