import { formatCount } from './formatCount.ts';
import { limits } from './limits.ts';
import type { ObjectSchema, Schema } from './schema.ts';
import { record, schema } from './schema.ts';

/** Matches the beginning of a number as people paste it. The service decides what is a number. */
const numberStart = '\\W*([Tt][Ee][Ll]:)?[\\W0-9]{3}';
const senderName = '(?=.*[A-Za-z])[A-Za-z0-9 ]{1,11}';
const namePattern = new RegExp(`^${senderName}$`);
/** The length of a short code. More digits are a national number in some countries. */
export const shortCodeDigits = { min: 3, max: 6 } as const;
const shortCodePattern = new RegExp(`^\\d{${shortCodeDigits.min},${shortCodeDigits.max}}$`);

/**
 * Accepts a number as people paste it, which `plainPhone` reads: in E.164 form, or in the national form
 * of the account's default country.
 */
export const phoneInput = schema({
  type: 'string',
  pattern: `^${numberStart}`,
  patternHint: 'must be a phone number, such as +12025550123',
  maxLength: 64,
  examples: ['+12025550123'],
});

/**
 * Accepts a phone number, a short code, or 1 to 11 letters, digits and spaces with at least one letter.
 */
export const sender = schema({
  type: 'string',
  pattern: `^(${numberStart}|${senderName}$)`,
  patternHint:
    'must be a phone number, a short code, or a name of 1 to 11 letters, digits and spaces with at least one letter',
  maxLength: 64,
  examples: ['+12025550100'],
});

/** Returns true if a sender is a name, not a number. */
export const isSenderName = (sender: string): boolean => namePattern.test(sender);

/** Returns true if a sender is a short code, not a number in E.164 form or a name. */
export const isShortCode = (sender: string): boolean => shortCodePattern.test(sender);

export const timestamp = schema({
  type: 'string',
  format: 'date-time',
  examples: ['2026-01-31T09:30:00.000Z'],
});

/** The time to which a request moves something that is scheduled. */
export const newSendAt = schema({
  ...timestamp,
  title: 'Send At',
  description: `The new time, up to ${limits.sendAheadDays} days ahead`,
});

/** Describes the `id` in a path. */
export const idInput = <const T extends string, const E extends string>(title: T, example: E) =>
  schema({ type: 'string', title, minLength: 1, maxLength: 64, examples: [example] });

/** Refuses a text of spaces. */
export const notBlank = { pattern: '\\S', patternHint: 'must not be blank' } as const;

/** Identifies a contact by its ID or its phone number. */
export const contactKey = schema({
  type: 'string',
  title: 'Contact ID',
  description: 'ID or phone number of the contact',
  minLength: 1,
  maxLength: 64,
  examples: ['con_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
});

export const listId = schema({
  type: 'string',
  title: 'List ID',
  description: 'ID of a list',
  minLength: 1,
  maxLength: 64,
  examples: ['lst_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
});

/** A registration covers one campaign, and both have the same ID. */
export const campaignId = schema({
  type: 'string',
  title: 'Campaign ID',
  description: 'ID of the registration that covers marketing from the number',
  minLength: 1,
  maxLength: 64,
  examples: ['reg_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
});

export const country = schema({
  type: 'string',
  title: 'Country',
  description: 'Two-letter ISO 3166-1 country code',
  pattern: '^[A-Z]{2}$',
  patternHint: 'must be a two-letter country code in capitals, such as US',
  examples: ['US'],
});

export const timeZone = schema({
  type: 'string',
  title: 'Time Zone',
  description: 'IANA name of the time zone',
  minLength: 1,
  maxLength: 64,
  examples: ['America/New_York'],
});

export const limit = schema({
  type: 'integer',
  title: 'Limit',
  description: 'Max number of results to return',
  minimum: 1,
  maximum: 100,
  default: 20,
  examples: [20],
});

export const paging = {
  limit,
  cursor: {
    type: 'string',
    description: 'The next_cursor of the previous page',
    maxLength: 200,
    examples: ['bXNnXzAxSlozSzg'],
  },
} as const;

/** Describes the input of a list operation: its filters and the paging. */
export const listInput = <const P extends { readonly [name: string]: Schema }>(filters: P) =>
  ({ type: 'object', properties: { ...filters, ...paging } }) as const;

/** Describes the pages of a search. */
export const explainPages = (count: number): string =>
  `each page compares up to ${formatCount(count)} and can be empty`;

/** Describes the input of an operation on one object. */
export const byId = <const S extends Schema>(id: S) =>
  ({ type: 'object', properties: { id }, required: ['id'] }) as const;

/** Describes the filters of a list by the time of creation. `what` is what they let through. */
export const limitCreation = (what: string) =>
  ({
    created_after: {
      ...timestamp,
      description: `${what} at or after this time`,
    },
    created_before: {
      ...timestamp,
      description: `${what} before this time`,
    },
  }) as const;

/** Describes where a page ends. */
export const nextPage = {
  has_more: {
    type: 'boolean',
    description: 'Whether there is a next page, even if this one is empty',
    examples: [false],
  },
  next_cursor: {
    type: 'string',
    description: 'Where the next page starts',
    nullable: true,
    examples: [null],
  },
} as const;

/** Describes one page of a list. The operation says in which order. */
export const pageOf = <const S extends ObjectSchema | Extract<Schema, { oneOf: unknown }>>(
  item: S,
) =>
  record({
    properties: {
      data: { type: 'array', title: 'Data', description: 'The results', items: item },
      ...nextPage,
    },
  });
