import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import { workInBatches } from '../core/workInBatches.ts';
import type { Trx } from '../store/database.ts';

/** The tables with rows of webhooks, each with the second column of an index on `webhook_id`. */
const tables = [
  ['delivery', 'id'],
  ['acknowledged_event', 'event_id'],
  ['event_claim', 'event_id'],
] as const;

const maxWebhooks = 50;

/**
 * Deletes the rows of deleted webhooks, a batch in each transaction. Nobody adds rows to them: all
 * code that does so locks the webhook first.
 */
export const deleteWebhookRows = ({ db, batch }: Pick<Context, 'db' | 'batch'>): Promise<void> =>
  workInBatches(db, async (trx) => {
    const { rows: webhooks } = await sql<{ id: string }>`
      select id from deleted_webhook order by id limit ${maxWebhooks}
      for update skip locked`.execute(trx);
    let left = batch();
    for (const { id } of webhooks)
      for (const [table, key] of tables)
        if (left > 0) left -= await deleteRows(trx, { table, key, webhookId: id, limit: left });
    const forgotten = await forgetWithoutRows(
      trx,
      webhooks.map(({ id }) => id),
    );
    return left < batch() || forgotten > 0;
  });

interface Batch {
  readonly table: string;
  readonly key: string;
  readonly webhookId: string;
  readonly limit: number;
}

/** Skips rows that an erasure has locked, so that the two never wait for each other. */
async function deleteRows(trx: Trx, { table, key, webhookId, limit }: Batch): Promise<number> {
  const rows = sql.table(table);
  const { numAffectedRows = 0n } = await sql`
    delete from ${rows} where ctid = any(array(
      select ctid from ${rows} where webhook_id = ${webhookId}
      order by ${sql.ref(key)} limit ${limit} for update skip locked
    ))`.execute(trx);
  return Number(numAffectedRows);
}

/** Forgets the webhooks that have no rows anymore, and returns their number. */
async function forgetWithoutRows(trx: Trx, ids: readonly string[]): Promise<number> {
  const hasNone = tables.map(
    ([table]) =>
      sql`not exists (select from ${sql.table(table)} where webhook_id = deleted_webhook.id)`,
  );
  const { numAffectedRows = 0n } = await sql`
    delete from deleted_webhook
    where id = any(${ids}::text[]) and ${sql.join(hasNone, sql` and `)}`.execute(trx);
  return Number(numAffectedRows);
}
