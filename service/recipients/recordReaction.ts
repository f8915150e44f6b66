import type { Selectable } from 'kysely';
import { sql } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { MessageTable } from '../store/tables/messageTables.ts';
import { phoneKey } from '../phones/equivalentNumbers.ts';
import { day } from '../times/durations.ts';

/** A reply or an opt-out counts for the broadcast whose message is at most this old. */
const attributionMs = 7 * day;

/**
 * Counts a received text as a reaction to a broadcast, if the last message from that number to the
 * person belongs to one. A text can arrive before the carrier has responded to that message. Each
 * recipient counts once as a reply and once as an opt-out, however often the same text is recorded.
 */
export async function recordReaction(
  trx: Trx,
  {
    in_reply_to,
    sender,
    keyword,
    created_at,
  }: Pick<Selectable<MessageTable>, 'in_reply_to' | 'sender' | 'keyword' | 'created_at'>,
): Promise<void> {
  if (in_reply_to === null) return;
  const since = new Date(created_at.getTime() - attributionMs);
  await sql`
    with reacted as (
      select recipient.*
      from message
      join broadcast_recipient as recipient on recipient.broadcast_id = message.broadcast_id
        and recipient.phone_key = ${phoneKey(sender)}
      where message.id = ${in_reply_to} and message.broadcast_id is not null
        and coalesce(message.sent_at, ${created_at}) >= ${since}
      for update of recipient
    ), marked as (
      update broadcast_recipient as recipient set has_replied = true,
        has_opted_out = recipient.has_opted_out or ${keyword === 'stop'}
      from reacted
      where recipient.broadcast_id = reacted.broadcast_id
        and recipient.phone_key = reacted.phone_key
    )
    insert into broadcast_tally_change (broadcast_id, kind, messages, segments)
    select broadcast_id, 'replied', 1, 0 from reacted where not has_replied
    union all
    select broadcast_id, 'opted_out', 1, 0 from reacted
    where ${keyword === 'stop'} and not has_opted_out`.execute(trx);
}
