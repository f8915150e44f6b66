import type { ObjectSchema, Schema } from './schema.ts';
import { schema } from './schema.ts';

/** A number as a person writes it: E.164, or national where the account has a default country. */
export const phoneInput = schema({
  type: 'string',
  pattern: '^[+(0-9][0-9 ().\\-/]{2,31}$',
  patternHint: 'has to be a phone number with its country code, such as +12025550123',
  examples: ['+12025550123'],
});

/** A phone number, a short code of 3 to 8 digits, or 1 to 11 letters and digits with a letter among them. */
export const sender = schema({
  type: 'string',
  pattern: '^([+(0-9][0-9 ().\\-/]{2,31}|(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11})$',
  patternHint: 'has to be a phone number, a short code, or a name of 1 to 11 letters and digits',
  examples: ['+12025550100'],
});

export const timestamp = schema({
  type: 'string',
  format: 'date-time',
  examples: ['2026-01-31T09:30:00.000Z'],
});

/** The `id` of a path. */
export const idInput = <const T extends string, const E extends string>(title: T, example: E) =>
  schema({ type: 'string', title, minLength: 1, maxLength: 64, examples: [example] });

const paging = {
  limit: {
    type: 'integer',
    title: 'Limit',
    description: 'Max number of results to return',
    minimum: 1,
    maximum: 100,
    default: 20,
    examples: [20],
  },
  cursor: {
    type: 'string',
    title: 'Cursor',
    description: 'The next_cursor of the previous page',
    maxLength: 200,
    examples: ['bXNnXzAxSlozSzg'],
  },
} as const;

/** The input of a list operation: its filters and the paging. */
export const listInput = <const P extends { readonly [name: string]: Schema }>(filters: P) =>
  ({ type: 'object', properties: { ...filters, ...paging } }) as const;

/** One page of a list, newest first. */
export const pageOf = <const S extends ObjectSchema | Extract<Schema, { oneOf: unknown }>>(
  item: S,
) =>
  ({
    type: 'object',
    properties: {
      data: { type: 'array', title: 'Data', description: 'The results, newest first', items: item },
      has_more: {
        type: 'boolean',
        title: 'Has More',
        description: 'Whether there is a next page',
        examples: [false],
      },
      next_cursor: {
        type: 'string',
        title: 'Next Cursor',
        description: 'Where the next page starts',
        nullable: true,
        examples: [null],
      },
    },
    required: ['data', 'has_more', 'next_cursor'],
  }) as const;
