import { sql, type RawBuilder } from 'kysely';
import { isUnsent } from '../messages/statusMachine.ts';

/** Matches the messages in a queue. */
export const isQueued = sql<boolean>`${isUnsent()}
  and message.submitting_at is null and message.not_before is null`;

/** Every sender with matching messages, by one lookup each. Use it in a `with recursive`. */
const everySender = (name: string, matches: RawBuilder<boolean>) => {
  const senders = sql.table(name);
  return sql`${senders} as (
    (select account_id, sender from message where ${matches} order by account_id, sender limit 1)
    union all
    select next.account_id, next.sender
    from ${senders} cross join lateral (
      select account_id, sender from message
      where ${matches} and (account_id, sender) > (${senders}.account_id, ${senders}.sender)
      order by account_id, sender limit 1
    ) as next
  )`;
};

export const everySenderQueue = everySender('sender_queue', isQueued);

/** Every sender with messages that a pause or a carrier keeps out of its queue. */
export const everyHeldSender = everySender(
  'held_sender',
  sql`${isUnsent()} and message.submitting_at is null and message.not_before is not null`,
);
