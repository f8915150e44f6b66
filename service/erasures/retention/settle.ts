import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { erased } from '../../observability/metrics.ts';
import type { Trx } from '../../store/database.ts';
import { deleteMessages } from '../eraseMessages.ts';
import { eraseTextsOf } from './eraseTextsOf.ts';
import type { Policy } from './policy.ts';

/** A message that must wait until this time. */
export interface Waiting {
  readonly id: string;
  readonly at: Date;
}

const day = 86_400_000;
/** Longer than the service tries to deliver an event. */
const maxHoldMs = 4 * day;
const retryMs = 600_000;

/**
 * Applies a setting to messages of one account, and returns those that must wait: until they are
 * final for long enough, and until every webhook has their events and a person has decided their
 * review, but no more than four days longer.
 */
export async function settle(
  context: Context,
  trx: Trx,
  { accountId, kind, keepMs }: Policy,
  ids: readonly string[],
): Promise<Waiting[]> {
  if (ids.length === 0) return [];
  const now = context.clock();
  const { rows } = await sql<{
    readonly id: string;
    readonly final_at: Date | null;
    readonly phone: string;
  }>`
    select id, final_at, case direction when 'inbound' then sender else recipient end as phone
    from message where id = any(${ids}::text[]) order by id for update`.execute(trx);
  const needed = await findNeeded(trx, ids);
  const waiting: Waiting[] = [];
  const due: (typeof rows)[number][] = [];
  for (const row of rows) {
    const age = row.final_at ? now.getTime() - row.final_at.getTime() - keepMs : -Infinity;
    if (age >= 0 && (age > maxHoldMs || !needed.has(row.id))) due.push(row);
    else waiting.push({ id: row.id, at: new Date(now.getTime() + wait(age)) });
  }
  const dueIds = due.map(({ id }) => id);
  if (dueIds.length === 0) return waiting;
  if (kind === 'message') {
    await sql`select set_config('textloom.erases', 'on', true)`.execute(trx);
    await deleteMessages(trx, dueIds);
    await deleteAround(
      trx,
      accountId,
      dueIds,
      due.map(({ phone }) => phone),
    );
  } else await eraseTextsOf(trx, dueIds, now);
  erased.inc({ what: kind === 'message' ? 'message' : 'text' }, dueIds.length);
  return waiting;
}

const wait = (age: number): number => (age < 0 && age > -Infinity ? -age : retryMs);

/**
 * Returns the messages that somebody still needs: a webhook their events, or a person their text.
 * Reads all jobs that wait for a webhook.
 */
async function findNeeded(trx: Trx, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ readonly id: string }>`
    select message_id as id from event
    where message_id = any(${ids}::text[]) and id in (
      select delivery ->> 'eventId'
      from pgboss.job, jsonb_array_elements(data -> 'deliveries') as delivery
      where name = 'deliver' and state in ('created', 'retry', 'active')
    )
    union
    select message_id from review where message_id = any(${ids}::text[]) and decided_at is null
    `.execute(trx);
  return new Set(rows.map(({ id }) => id));
}

/** Deletes conversations whose last message is gone, and ended verifications. */
async function deleteAround(
  trx: Trx,
  accountId: string,
  messageIds: readonly string[],
  phones: readonly string[],
): Promise<void> {
  const own = sql`account_id = ${accountId} and phone = any(${phones}::text[])`;
  await sql`
    delete from verification
    where ${own} and message_id = any(${messageIds}::text[]) and status <> 'pending'`.execute(trx);
  await sql`
    delete from conversation
    where ${own} and last_message_id = any(${messageIds}::text[])`.execute(trx);
}
