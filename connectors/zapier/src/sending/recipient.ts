import { ApiError, type Client } from '@textloom/shared/client';
import { resolveE164 } from '@textloom/shared/connector/deduplicate';
import { listed } from '@textloom/shared/connector/listed';

/** A number may contain separators too: before its extension, and before the parameters of a tel URI. */
const betweenNumbers = /[,;\n](?!\s*(?:[a-z-]+\s*=|(?:ext(?:ension|n)?|[x#])\s*[.:]?\s*\d))/i;

/** Returns the recipients of a field without duplicates. One entry may contain several recipients. */
export const resolveRecipients = async (
  client: Client,
  entries: readonly string[],
): Promise<readonly string[]> => {
  const written = entries.flatMap((row) => listed(row, betweenNumbers));
  if (written.length < 2) return written;
  return [...new Set(await Promise.all(written.map((one) => resolveE164(client, one))))];
};

/** Treats an invalid number of a recipient as an empty result of a search and throws other errors. */
export function noneIfWrongNumber(error: unknown): undefined {
  const isNumber = error instanceof ApiError && error.field === 'to';
  if (!isNumber) throw error;
}
