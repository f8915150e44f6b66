import { eventTypes } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { lowestId } from '../lib/ids.ts';
import { contains } from './erasure.ts';

/** The service deletes the events of messages together with their messages. */
const otherTypes = eventTypes.filter((type) => !type.startsWith('message.'));

/**
 * Returns the time until which an erasure covers what is stored: now, or the time of the latest
 * visible data of the person. The clock of another process can be ahead, and someone can have set
 * this clock back. Reads only data with IDs of the last minute or of a later time.
 */
export async function coverUntil(
  { context, trx, account }: Pick<UnitOfWork, 'context' | 'trx' | 'account'>,
  phones: readonly string[],
): Promise<Date> {
  const now = sql`${context.clock()}::timestamptz`;
  const own = sql`account_id = ${account.id}`;
  const isOwn = (column: string) => sql`${own} and ${sql.ref(column)} = any(${phones}::text[])`;
  const { rows } = await sql<{ readonly until: Date }>`
    select greatest(${now}, max(at)) as until from (
      select max(created_at) as at from message
      where ${isOwn('recipient')} and id > ${lowestId('msg', 0)}
      union all
      select max(created_at) from message
      where ${isOwn('sender')} and direction = 'inbound' and id > ${lowestId('msg', 0)}
      union all
      select max(created_at) from consent where ${isOwn('phone')} and id > ${lowestId('cns', 0)}
      union all
      select max(created_at) from verification
      where ${isOwn('phone')} and id > ${lowestId('ver', 0)}
      union all
      select max(created_at) from conversation where ${isOwn('phone')}
      union all
      select max(created_at) from event
      where ${own} and type = any(${otherTypes}::text[]) and id > ${lowestId('evt', 0)}
        and ${contains(sql`body`, phones)}
      union all
      select max(created_at) from idempotency where ${own} and created_at > ${now}
        and (${contains(sql`key`, phones)} or ${contains(sql`body`, phones)})
    ) as stored`.execute(trx);
  return rows[0]!.until;
}
