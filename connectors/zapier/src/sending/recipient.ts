import { ApiError, type Client } from '@textloom/shared/client';
import { resolveE164 } from '@textloom/shared/connector/deduplicate';

/** Returns the recipients of a field without duplicates. */
export const resolveRecipients = async (
  client: Client,
  written: readonly string[],
): Promise<readonly string[]> => {
  if (written.length < 2) return written;
  return [...new Set(await Promise.all(written.map((one) => resolveE164(client, one))))];
};

/** Treats an invalid number of a recipient as an empty result of a search and throws other errors. */
export function noneIfWrongNumber(error: unknown): undefined {
  const isNumber = error instanceof ApiError && error.field === 'to';
  if (!isNumber) throw error;
}
