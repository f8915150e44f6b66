import { sql } from 'kysely';
import type { Trx } from '../store/database.ts';

/**
 * Counts no more messages as unread than conversations still have, after some were deleted. The
 * transaction must hold the locks of these rows, so that every counted message is visible.
 */
export async function forgetUnread(trx: Trx, ids: readonly string[]): Promise<void> {
  await sql`
    update conversation set unread = (
      select count(*) from (
        select from message
        where message.account_id = conversation.account_id and direction = 'inbound'
          and sender = any(conversation.phones) and recipient = conversation.number
        limit conversation.unread
      ) as received
    )
    where id = any(${ids}::text[]) and unread > 0`.execute(trx);
}
