import { sql, type Selectable } from 'kysely';
import type { Context } from '../../core/context.ts';
import type { Trx } from '../../store/database.ts';
import type { WebhookTable } from '../../store/tables/webhookTables.ts';
import { bringRetriesForward, firstCount } from '../bringRetriesForward.ts';
import type { Attempt } from './attempt.ts';

/** Limits how many deliveries start, so that the transaction stays short. */
const maxTotal = 5_000;

/**
 * Starts what waits for receivers that accept events again. `webhooks` are as before the attempts,
 * and `accepted` are the attempts that arrived. Costs the same few statements however many
 * receivers are back.
 */
export async function resumeDeliveries(
  context: Pick<Context, 'enqueue' | 'clock'>,
  trx: Trx,
  webhooks: readonly Pick<Selectable<WebhookTable>, 'id' | 'failing_since'>[],
  accepted: readonly Attempt[],
): Promise<void> {
  const acceptedBy = Map.groupBy(accepted, ({ job }) => job.webhookId);
  const resumed = webhooks
    .map(({ id, failing_since }) => {
      const own = acceptedBy.get(id) ?? [];
      return { id, own, hasRecovered: failing_since !== null && own.length > 0 };
    })
    .filter(
      ({ own, hasRecovered }) => hasRecovered || own.some(({ job }) => job.dueAt !== undefined),
    );
  if (resumed.length === 0) return;
  const recovered = resumed.filter(({ hasRecovered }) => hasRecovered).map(({ id }) => id);
  const neighbors = await listFailingNeighbors(trx, recovered);
  const share = Math.min(firstCount, Math.ceil(maxTotal / resumed.length));
  const neighborShare = Math.ceil((share * recovered.length) / neighbors.length);
  await bringRetriesForward(context, trx, [
    ...resumed.map(({ id, own }) => ({ id, count: Math.max(2 * own.length, share) })),
    ...neighbors.map((id) => ({ id, count: neighborShare })),
  ]);
}

/** Limits the neighbors, for each webhook that has recovered and in total. */
const maxNeighbors = { each: 100, total: 1_000 };

/**
 * Returns the failing webhooks of the same accounts and origins, those that fail longest first. The
 * whole server is back, such as an n8n with a webhook for each waiting execution.
 */
async function listFailingNeighbors(trx: Trx, webhookIds: readonly string[]): Promise<string[]> {
  if (webhookIds.length === 0) return [];
  const { rows } = await sql<{ readonly id: string }>`
    with recovered as (
      select distinct account_id, substring(url from ${origin}) as origin from webhook
      where id = any(${webhookIds}::text[])
    )
    select neighbor.id from recovered join webhook as neighbor using (account_id)
    where neighbor.failing_since is not null and neighbor.status = 'enabled'
      and substring(neighbor.url from ${origin}) = recovered.origin
    order by neighbor.failing_since limit ${Math.min(maxNeighbors.each * webhookIds.length, maxNeighbors.total)}`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Matches the scheme, the host and the port of a URL. */
const origin = '^[^/]+//[^/?#]+';
