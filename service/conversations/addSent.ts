import { sql, type Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import type { MessageTable } from '../store/tables/messageTables.ts';
import { conversationId } from './conversationId.ts';
import { toEnds } from './toEnds.ts';

/**
 * Makes new messages the last ones of their conversations, where these exist. Starts none, and
 * leaves out broadcasts, so that a message to everyone does not bury the conversations that need
 * an answer. To prevent deadlocks, a transaction locks conversations last.
 */
export async function addSent(
  trx: Trx,
  messages: readonly Selectable<MessageTable>[],
): Promise<void> {
  const newest = new Map(
    messages
      .filter(({ broadcast_id }) => broadcast_id === null)
      .map((message) => [conversationId(toEnds(message)), message] as const)
      .filter(([id]) => id !== null),
  );
  if (newest.size === 0) return;
  const values = [...newest].map(([id, message]) => ({
    id,
    message_id: message.id,
    at: message.created_at,
  }));
  await sql`
    with newest as (
      select * from json_to_recordset(${JSON.stringify(values)}::json)
        as newest (id text, message_id text, at timestamptz)
    ), locked as materialized (
      select id from conversation where id = any(${[...newest.keys()]}::text[])
      order by id for no key update
    )
    update conversation set
      last_message_id = greatest(conversation.last_message_id, newest.message_id),
      updated_at = greatest(conversation.updated_at, newest.at)
    from locked join newest using (id)
    where conversation.id = locked.id`.execute(trx);
}
