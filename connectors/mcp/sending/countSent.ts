import { paginate, type Client } from '@textloom/shared/client';
import type { contract, Input } from '@textloom/shared/contract';

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
  const list = (input: Input<typeof contract.message.list>) =>
    client.message.list(input, { signal });
  const sent = {
    reference: agent,
    direction: 'outbound',
    created_after: since,
    limit: 100,
  } as const;
  const found: unknown[] = [];
  if (most > 0)
    for await (const message of paginate(list, sent)) if (found.push(message) >= most) break;
  return found.length;
}
