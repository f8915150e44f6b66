import { sql, type Selectable } from 'kysely';
import type { Context } from '../../core/context.ts';
import type { Trx } from '../../store/database.ts';
import type { BurstTable, WebhookTable } from '../../store/tables/webhookTables.ts';
import { deliverBursts } from './deliverBursts.ts';
import { latestDueAt } from './latestDueAt.ts';

/** A burst can have many texts, and their events are in memory at the same time. */
const batch = 100;

/**
 * Delivers a batch of bursts whose window is over. Skips those that another process has locked.
 * Returns whether there may be more.
 */
export async function closeBursts(
  context: Pick<Context, 'db' | 'enqueue' | 'clock'>,
): Promise<boolean> {
  const { db, clock } = context;
  // Costs far less than a transaction, and there is rarely a burst.
  const due = await sql`select 1 from burst where due_at <= ${clock()} limit 1`.execute(db);
  if (due.rows.length === 0) return false;
  return db.transaction().execute(async (trx) => {
    const { rows } = await sql<Selectable<BurstTable>>`
      delete from burst where (webhook_id, conversation_id) in (
        select webhook_id, conversation_id from burst where due_at <= ${clock()}
        order by due_at limit ${batch} for update skip locked)
      returning *`.execute(trx);
    await deliverBursts(context, trx, rows);
    return rows.length === batch;
  });
}

/**
 * Applies a new window or expiration to the open bursts of a webhook. If the webhook joins no more
 * texts, they close immediately. A burst that is getting a text at this moment keeps its window.
 */
export async function changeWindow(
  trx: Trx,
  webhook: Pick<Selectable<WebhookTable>, 'id' | 'burst_seconds' | 'expires_at'>,
  now: Date,
): Promise<void> {
  const end = now.getTime() + (webhook.burst_seconds ?? 0) * 1_000;
  const dueAt = new Date(Math.min(end, latestDueAt(webhook)));
  await sql`
    update burst set due_at = ${dueAt}
    where (webhook_id, conversation_id) in (
      select webhook_id, conversation_id from burst
      where webhook_id = ${webhook.id} and due_at > ${dueAt}
      for update skip locked)`.execute(trx);
}
