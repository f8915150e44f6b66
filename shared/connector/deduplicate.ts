import { createHash } from 'node:crypto';
import { ApiError, invalidField, type Client } from '../client/index.ts';
import { limits, messageSchema, plainPhone, schema } from '../contract/index.ts';
import type { Wording } from './errors.ts';

/** Describes the field Deduplication Key of messages and of broadcasts, in the words of a host. */
export function deduplicationKeyFields({
  map,
  repeats,
  templateHint = 'must not contain {{, which nothing fills in',
}: {
  readonly map: string;
  readonly repeats: string;
  readonly templateHint?: string;
}) {
  const field = (effect: string, example: string) =>
    schema({
      type: 'string',
      title: 'Deduplication Key',
      description: `${map}; with the same key, ${effect} within ${limits.idempotencyHours} hours of the first request, even if ${repeats}`,
      // A host that did not evaluate its expression would give every record the same key.
      pattern: String.raw`^(?![^]*\{\{)`,
      patternHint: templateHint,
      examples: [example],
    });
  return {
    message: field('a recipient gets only one message', 'order-1042'),
    broadcast: field('the service sends only one broadcast', 'summer-sale'),
  };
}

/** Describes the output that says that the key of a message was used before. */
export const alreadySent = schema({
  type: 'boolean',
  title: 'Already Sent',
  description:
    'Whether an earlier request with the same Deduplication Key sent the message, so that this one sent nothing',
  examples: [false],
});

/** Describes a sent message, and whether an earlier request with the same key sent it. */
export const sentSchema = schema({
  ...messageSchema,
  properties: { ...messageSchema.properties, already_sent: alreadySent },
});

/** Explains why the service refused to send something with a key that belongs to something else. */
export const reusedKey: Wording = {
  happened: 'This Deduplication Key was used before, for different content',
  remedy:
    'To send this content, use another key. If it replaces a scheduled message, cancel that one first.',
};

/**
 * Derives the idempotency key, with which the service accepts a message only once. It depends on the
 * field Deduplication Key and on the recipient in E.164 form, so that one record can notify several
 * people. It does not depend on the account, because a key counts only within its account.
 */
export const deriveIdempotencyKey = (recipient: string, key: string): string =>
  hashValue([recipient, key]);

/** Returns a key for a value that is the same in every process. */
export const hashValue = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

/** Returns a message with its recipient in E.164 form, and with its idempotency key. */
export async function deduplicate<M extends { readonly to: string }>(
  resolve: ResolveE164,
  message: M,
  key: string,
): Promise<{ readonly input: M; readonly key: string }> {
  // A host that fills in no templates would give every record the same key.
  if (key.includes('{{'))
    throw invalidField('deduplication_key', 'must not contain {{, which nothing fills in');
  const to = await resolve(message.to);
  return { input: { ...message, to }, key: deriveIdempotencyKey(to, key) };
}

/**
 * Converts a recipient to E.164 form, so that all spellings are the same. Returns other text
 * unchanged.
 */
export type ResolveE164 = (written: string) => Promise<string>;

/**
 * Creates a converter for the recipients of one run. Only the service knows the country of the account,
 * and which countries write a zero before the number. In North America, all numbers have ten digits,
 * so the service converts only the first one.
 */
export function createResolver(client: {
  readonly message: Pick<Client['message'], 'preview'>;
}): ResolveE164 {
  const ask = async (number: string): Promise<string> => {
    const preview = await client.message
      .preview({ to: number, text: '-' })
      .catch((error: unknown) => {
        // The send request reports what is wrong with the number.
        if (!(error instanceof ApiError) || error.code !== 'validation_failed') throw error;
      });
    return preview?.to ?? number;
  };
  let isNorthAmerica: Promise<boolean> | undefined;
  return async (written) => {
    const number = plainPhone(written);
    if (number === undefined) return written;
    if (number.startsWith('+') && !mayHaveTrunkZero.test(number)) return number;
    const [, tenDigits] = northAmerican.exec(number) ?? [];
    if (tenDigits === undefined) return ask(number);
    const e164 = `+1${tenDigits}`;
    if (isNorthAmerica) return (await isNorthAmerica) ? e164 : ask(number);
    const asked = ask(number);
    isNorthAmerica = asked.then(
      (to) => to === e164,
      () => false,
    );
    return asked;
  };
}

/** Matches a zero where a country calling code may end, as in +49 (0)170 1234567. */
const mayHaveTrunkZero = /^\+(?:[17]|[2-689]\d{1,2})0/;

/** Matches a number with an area code, which the digit 1 may precede. */
const northAmerican = /^1?([2-9]\d{9})$/;
