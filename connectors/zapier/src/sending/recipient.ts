import { ApiError, type Client } from '@textloom/shared/client';
import { plainPhone } from '@textloom/shared/contract';
import { ignoreErrorCode } from '../connection/errors.ts';
import { listed } from '../fields/listed.ts';

/** A number may contain separators too: before its extension, and before the parameters of a tel URI. */
const betweenNumbers = /[,;\n](?!\s*(?:[a-z-]+\s*=|(?:ext(?:ension|n)?|[x#])\s*[.:]?\s*\d))/i;

/** Returns the recipients of a field without duplicates. One entry may contain several recipients. */
export const recipientsOf = async (
  client: Client,
  entries: readonly string[],
): Promise<readonly string[]> => {
  const written = entries.flatMap((row) => listed(row, betweenNumbers));
  if (written.length < 2) return written;
  return [...new Set(await Promise.all(written.map((one) => e164Of(client, one))))];
};

/**
 * Converts a recipient to E.164 form, so that all spellings are the same. Returns other text
 * unchanged.
 */
export async function e164Of(client: Client, written: string): Promise<string> {
  const number = plainPhone(written);
  if (number === undefined) return written;
  if (number.startsWith('+') && !mayHaveTrunkZero.test(number)) return number;
  // Only the service knows the country of the account, and which countries write a zero before the
  // number.
  const preview = await client.message
    .preview({ to: number, text: '-' })
    // The send request reports what is wrong with the number.
    .catch(ignoreErrorCode('validation_failed'));
  return preview?.to ?? number;
}

/** Matches a zero where a country calling code may end, as in +49 (0)170 1234567. */
const mayHaveTrunkZero = /^\+(?:[17]|[2-689]\d{1,2})0/;

/** Treats an invalid number of a recipient as an empty result of a search and throws other errors. */
export function noneIfWrongNumber(error: unknown): undefined {
  const isNumber = error instanceof ApiError && error.field === 'to';
  if (!isNumber) throw error;
}
