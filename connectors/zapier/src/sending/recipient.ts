import type { Client } from '@textloom/shared/client';
import { ignoreErrorCode } from '../connection/errors.ts';

/** The recipients of a field, each once; one entry may hold several. */
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

/** A recipient in E.164 form, so that it is the same however it is written; as it is, where it is no phone number. */
export async function e164Of(client: Client, written: string): Promise<string> {
  if (!/^[\d\s().\-/+]+$/.test(written)) return written;
  const number = written.replace(/[^\d+]/g, '');
  if (number.startsWith('+')) return number;
  // Without its country code it is one of the country of the account, which the service knows.
  const preview = await client.message
    .preview({ to: number, text: '-' })
    // Sending says what is wrong with it.
    .catch(ignoreErrorCode('validation_failed'));
  return preview?.to ?? number;
}
