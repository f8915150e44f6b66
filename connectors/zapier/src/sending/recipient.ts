import type { Client } from '@textloom/shared/client';
import { ignoreErrorCode } from '../connection/errors.ts';

/** Returns the recipients of a field without duplicates. One entry may contain several recipients. */
export const recipientsOf = async (
  client: Client,
  entries: readonly string[],
): Promise<readonly string[]> => {
  const written = entries
    .flatMap((entry) => entry.split(/[,;\n]/))
    .map((one) => one.trim())
    .filter((one) => one !== '');
  if (written.length < 2) return written;
  return [...new Set(await Promise.all(written.map((one) => e164Of(client, one))))];
};

/**
 * Converts a recipient to E.164 form, so that all spellings are the same. Returns other text
 * unchanged.
 */
export async function e164Of(client: Client, written: string): Promise<string> {
  if (!/^[\d\s().\-/+]+$/.test(written)) return written;
  const number = written.replace(/[^\d+]/g, '');
  if (number.startsWith('+')) return number;
  // Without a country code, the number is from the country of the account, which the service knows.
  const preview = await client.message
    .preview({ to: number, text: '-' })
    // The send request reports what is wrong with the number.
    .catch(ignoreErrorCode('validation_failed'));
  return preview?.to ?? number;
}
