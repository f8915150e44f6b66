import type { Client } from '@textloom/shared/client';
import { createResolver } from '@textloom/shared/connector/deduplicate';
import { forEachConcurrently } from '@textloom/shared/connector/forEachConcurrently';

/** With more requests at the same time, a busy service responds to the last ones too late. */
export const requestsAtOnce = 10;

/** Returns the recipients of a field without duplicates. */
export async function resolveRecipients(
  client: Client,
  written: readonly string[],
): Promise<readonly string[]> {
  if (written.length < 2) return written;
  const resolve = createResolver(client);
  const numbers: string[] = [];
  await forEachConcurrently(written.length, requestsAtOnce, async (at) => {
    numbers[at] = await resolve(written[at]!);
  });
  return [...new Set(numbers)];
}
