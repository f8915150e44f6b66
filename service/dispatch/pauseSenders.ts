import { sql } from 'kysely';
import type { SubmitResponse } from '../carriers/carrier.ts';
import type { Context } from '../core/context.ts';

/**
 * Pauses the queues of senders from which a carrier accepts nothing for now. A long queue would
 * otherwise try every message again and again.
 *
 * Runs in its own transaction, because a dispatch locks numbers before messages.
 */
export async function pauseSenders(
  { db }: Pick<Context, 'db'>,
  responses: readonly SubmitResponse[],
): Promise<void> {
  const pauses = responses.flatMap(({ messageId: id, result }) =>
    result.kind === 'unsent' && result.pausesSender
      ? [{ id, seconds: result.retryAfterMs / 1000 }]
      : [],
  );
  if (pauses.length === 0) return;
  await sql`
    with paused as materialized (
      select number.id, pause.seconds
      from json_to_recordset(${JSON.stringify(pauses)}::json) as pause(id text, seconds float)
      join message on message.id = pause.id
      join number on number.account_id = message.account_id and number.number = message.sender
      order by number.id
      for no key update of number
    )
    update number set paced_until = greatest(number.paced_until, now() + make_interval(secs => until.seconds))
    from (select id, max(seconds) as seconds from paused group by id) as until
    where number.id = until.id`.execute(db);
}
