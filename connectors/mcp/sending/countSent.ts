import type { Client } from '@textloom/shared/client';

const pageSize = 100;
const dayMs = 86_400_000;

/**
 * Counts the messages of the agent in the last 24 hours, up to `most`. The service counts them, so
 * the count is right after a restart and for several processes.
 */
export async function countSent(
  client: { readonly message: Pick<Client['message'], 'list'> },
  agent: string,
  most: number,
  signal: AbortSignal,
): Promise<number> {
  const since = new Date(Date.now() - dayMs).toISOString();
  let count = 0;
  let cursor: string | undefined;
  do {
    const page = await client.message.list(
      {
        reference: agent,
        direction: 'outbound',
        created_after: since,
        limit: pageSize,
        ...(cursor !== undefined && { cursor }),
      },
      { signal },
    );
    count += page.data.length;
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined && count < most);
  return Math.min(count, most);
}
