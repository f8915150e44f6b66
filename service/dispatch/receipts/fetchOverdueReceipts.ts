import { sql } from 'kysely';
import type { Carrier } from '../../carriers/carrier.ts';
import type { Context } from '../../core/context.ts';
import { recordReceipts } from './receipts.ts';

const minuteSeconds = 60;
const hourSeconds = 60 * minuteSeconds;
/** The service asks for the receipt of a sent message at these ages, in seconds. */
export const checkAges = [
  minuteSeconds,
  10 * minuteSeconds,
  ...[1, 6, 24, 70].map((hours) => hours * hourSeconds),
];
const batch = 50;

/**
 * Asks a carrier for the receipts that its callbacks did not bring. Each message without a receipt
 * is asked about once at each age, which covers lost callbacks and services that no provider can
 * reach.
 *
 * Each run of a process asks for at most 50 messages per carrier and age. An index finds them, so
 * the cost does not grow with the number of stored messages.
 */
export async function fetchOverdueReceipts(
  context: Context,
  carrier: Carrier,
  signal: AbortSignal,
): Promise<void> {
  for (const age of checkAges) {
    if (!carrier.fetchReceipts || carrier.circuit().isOpen || signal.aborted) return;
    const refs = await claimOverdue(context, carrier.name, age);
    if (refs.length === 0) continue;
    await recordReceipts(context, carrier, await carrier.fetchReceipts(refs, signal));
  }
}

/**
 * Returns the references of the next messages of an age, and moves the mark behind them, so that no
 * other process asks about them. After a crash in between, the next age asks again. A mark that is
 * ahead comes from a clock that was wrong, and would hide all messages until the clock catches up.
 */
async function claimOverdue(
  { db, clock }: Context,
  carrier: Carrier['name'],
  age: number,
): Promise<string[]> {
  const until = new Date(clock().getTime() - age * 1000);
  return db.transaction().execute(async (trx) => {
    await sql`
      insert into receipt_check as mark (carrier, age_seconds, sent_at, message_id)
      values (${carrier}, ${age}, '-infinity', '')
      on conflict (carrier, age_seconds) do update set sent_at = ${until}, message_id = ''
      where mark.sent_at > ${until}::timestamptz + interval '1 minute'`.execute(trx);
    const { rows } = await sql<{ id: string; refs: string[] }>`
      with mark as (
        select sent_at, message_id from receipt_check
        where carrier = ${carrier} and age_seconds = ${age}
        for update
      ), overdue as (
        select message.id, message.sent_at from message, mark
        where message.final_at is null and message.status = 'sent'
          and message.carrier = ${carrier} and message.sent_at <= ${until}
          and (message.sent_at, message.id) > (mark.sent_at, mark.message_id)
        order by message.sent_at, message.id
        limit ${batch}
      ), moved as (
        update receipt_check set sent_at = last.sent_at, message_id = last.id
        from (select id, sent_at from overdue order by sent_at desc, id desc limit 1) as last
        where carrier = ${carrier} and age_seconds = ${age}
      )
      select overdue.id, array_agg(part.ref) as refs
      from overdue
      join part on part.message_id = overdue.id
      where part.carrier = ${carrier} and part.outcome is null and not part.is_unanswered
      group by overdue.id`.execute(trx);
    return rows.flatMap(({ refs }) => refs);
  });
}
