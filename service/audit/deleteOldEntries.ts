import { sql } from 'kysely';
import type { Context } from '../core/context.ts';

const day = 86_400_000;
const maxDeletionMs = 1_000;

/** Deletes the entries that are too old, a batch at a time, so that it holds up nothing else. */
export async function deleteOldEntries({
  db,
  clock,
  batch,
  auditRetentionDays,
}: Pick<Context, 'db' | 'clock' | 'batch' | 'auditRetentionDays'>): Promise<void> {
  const before = new Date(clock().getTime() - auditRetentionDays * day);
  const end = performance.now() + maxDeletionMs;
  for (let isMore = true; isMore && performance.now() < end;)
    isMore = await db.transaction().execute(async (trx) => {
      await sql`select set_config('textloom.expires_audit', 'on', true)`.execute(trx);
      const { numAffectedRows } = await sql`
        delete from audit_log where ctid = any(array(
          select ctid from audit_log where created_at < ${before}
          order by created_at limit ${batch()} for update skip locked
        ))`.execute(trx);
      return (numAffectedRows ?? 0n) > 0n;
    });
}
