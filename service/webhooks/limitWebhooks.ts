import { formatCount, limits } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import { fail } from '../errors/serviceError.ts';
import type { Trx } from '../store/database.ts';
import type { WebhookTable } from '../store/tables/webhookTables.ts';

type WebhookRow = Selectable<WebhookTable>;

/**
 * Refuses a webhook if the account now has too many of its kind. The webhook is already stored, so
 * it counts as well. An event goes to each webhook that asks for it, so the number of webhooks that
 * can ask for the same event must have a limit. The transaction must hold the lock of the account.
 */
export async function limitWebhooks(
  trx: Trx,
  { account_id, filter }: Pick<WebhookRow, 'account_id' | 'filter'>,
): Promise<void> {
  const messageIds = filter?.message_id;
  const isMessageWebhook = sql<boolean>`(filter -> 'message_id') is not null`;
  const { count } = await trx
    .selectFrom('webhook')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('account_id', '=', account_id)
    .where(isMessageWebhook, '=', messageIds !== undefined)
    .executeTakeFirstOrThrow();
  if (messageIds === undefined) {
    if (count > limits.webhooks)
      fail('limit_reached', {
        detail: `An account has at most ${limits.webhooks} webhooks without a filter on message_id.`,
      });
    return;
  }
  if (count > limits.messageWebhooks)
    fail('limit_reached', {
      detail: `An account has at most ${formatCount(limits.messageWebhooks)} webhooks with a filter on message_id.`,
    });
  const { rows } = await sql<{ id: string }>`
    select named.message_id as id from webhook, jsonb_array_elements_text(filter -> 'message_id') as named (message_id)
    where account_id = ${account_id}
      and (filter -> 'message_id') ?| ${messageIds}::text[]
      and named.message_id = any(${messageIds}::text[])
    group by named.message_id
    having count(distinct id) > ${limits.webhooksOfMessage}`.execute(trx);
  if (rows.length > 0)
    fail('limit_reached', {
      detail: `At most ${limits.webhooksOfMessage} webhooks of an account can name the same message.`,
    });
}
