import { formatCount, limits } from '@textloom/shared/contract';
import { sql, type RawBuilder, type Selectable } from 'kysely';
import { fail } from '../errors/serviceError.ts';
import type { Trx } from '../store/database.ts';
import type { WebhookTable } from '../store/tables/webhookTables.ts';
import { goneReason } from './health/updateWebhookHealth.ts';

type WebhookRow = Selectable<WebhookTable>;

/**
 * Refuses a webhook if the account now has too many of its kind, unless it can replace one whose
 * receiver responded with 410. The webhook is already stored, so it counts as well. An event goes
 * to each webhook that asks for it, so the number of webhooks that can ask for the same event must
 * have a limit. The transaction must hold the lock of the account.
 */
export async function limitWebhooks(
  trx: Trx,
  webhook: Pick<WebhookRow, 'id' | 'account_id' | 'filter'>,
): Promise<void> {
  const { account_id, filter } = webhook;
  const messageIds = filter?.message_id;
  const isGeneral = messageIds === undefined;
  const isOfKind = sql<boolean>`((filter -> 'message_id') is null) = ${isGeneral}`;
  const { count } = await trx
    .selectFrom('webhook')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', account_id)
    .where(isOfKind)
    .executeTakeFirstOrThrow();
  const limit = isGeneral ? limits.webhooks : limits.messageWebhooks;
  if (count > limit && !(await deleteGone(trx, webhook, isOfKind)))
    fail('limit_reached', {
      detail: `An account can have at most ${formatCount(limit)} webhooks ${isGeneral ? 'without' : 'with'} a filter on message_id. Delete webhooks that nobody uses.`,
    });
  if (isGeneral) return;
  const { rows } = await sql<{ id: string }>`
    select named.message_id as id from webhook, jsonb_array_elements_text(filter -> 'message_id') as named (message_id)
    where account_id = ${account_id}
      and (filter -> 'message_id') ?| ${messageIds}::text[]
      and named.message_id = any(${messageIds}::text[])
    group by named.message_id
    having count(distinct id) > ${limits.webhooksOfMessage}`.execute(trx);
  if (rows.length > 0)
    fail('limit_reached', {
      detail: `At most ${limits.webhooksOfMessage} webhooks of an account can name the same message. Delete webhooks that nobody uses.`,
    });
}

/**
 * Deletes the webhook of this kind that ended first with a 410, as those of deleted Zaps do.
 * Returns false if there is none.
 */
async function deleteGone(
  trx: Trx,
  { id, account_id }: Pick<WebhookRow, 'id' | 'account_id'>,
  isOfKind: RawBuilder<boolean>,
): Promise<boolean> {
  const gone = await trx
    .selectFrom('webhook')
    .select('id')
    .where('account_id', '=', account_id)
    .where('id', '!=', id)
    .where(isOfKind)
    .where('status', '=', 'disabled')
    .where('disabled_reason', '=', goneReason)
    .orderBy('updated_at')
    .limit(1)
    // Attempts lock webhooks in the order of their IDs, so this must wait for none.
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (gone) await trx.deleteFrom('webhook').where('id', '=', gone.id).execute();
  return gone !== undefined;
}
