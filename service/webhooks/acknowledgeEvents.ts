import { isAccepted } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import type { Context } from '../core/context.ts';
import { deliveries } from '../observability/metrics.ts';
import type { Trx } from '../store/database.ts';
import type { WebhookTable } from '../store/tables/webhookTables.ts';
import { bringRetriesForward } from './bringRetriesForward.ts';

/**
 * Records that the receiver of a webhook has handled events of its account, as if it had accepted
 * the attempts so far. The transaction must hold the lock of the webhook, so that no attempt is
 * recorded meanwhile.
 */
export async function acknowledgeEvents(
  context: Pick<Context, 'enqueue' | 'clock'>,
  trx: Trx,
  { id, account_id, failing_since }: Selectable<WebhookTable>,
  eventIds: readonly string[],
): Promise<void> {
  const { rows: handled } = await sql<{ event_id: string }>`
    insert into acknowledged_event (webhook_id, event_id)
    select ${id}, id from event
    where account_id = ${account_id} and id = any(${[...new Set(eventIds)]}::text[])
    order by id for key share
    on conflict do nothing
    returning event_id`.execute(trx);
  if (handled.length === 0) return;
  const handledIds = handled.map(({ event_id }) => event_id);
  await sql`
    delete from event_claim
    where webhook_id = ${id} and event_id = any(${handledIds}::text[])`.execute(trx);
  const { rows: attempts } = await sql<{ status_code: number | null }>`
    update delivery set is_acknowledged = true, next_attempt_at = null
    where webhook_id = ${id} and event_id = any(${handledIds}::text[])
    returning status_code`.execute(trx);
  const failed = attempts.filter(({ status_code }) => !isAccepted(status_code));
  if (failed.length > 0) deliveries.inc({ outcome: 'acknowledged' }, failed.length);
  if (failing_since === null) return;
  await trx.updateTable('webhook').set({ failing_since: null }).where('id', '=', id).execute();
  await bringRetriesForward(context, trx, [{ id }]);
}
