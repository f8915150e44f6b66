import { sql, type Selectable } from 'kysely';
import { conversationId } from '../../conversations/conversationId.ts';
import { toEnds } from '../../conversations/toEnds.ts';
import type { Context } from '../../core/context.ts';
import { erased as erasedMessages } from '../../observability/metrics.ts';
import type { Trx } from '../../store/database.ts';
import type { MessageTable } from '../../store/tables/messageTables.ts';
import type { RetentionKind } from '../../store/tables/consentTables.ts';
import { deleteMessages } from '../eraseMessages.ts';
import { eraseMessageTexts } from './eraseMessageTexts.ts';
import type { Policy } from './policy.ts';

/** A message that must wait until this time. */
interface Waiting {
  readonly id: string;
  readonly at: Date;
}

/** A message, and since when it is final. */
export type FinalMessage = Pick<Selectable<MessageTable>, 'id' | 'final_at'>;

export interface Settled {
  readonly kind: RetentionKind;
  readonly waiting: readonly Waiting[];
  readonly erased: number;
}

const day = 86_400_000;
/** Longer than the service usually tries to deliver an event. */
const maxHoldMs = 4 * day;
const retryMs = 600_000;
/** Another transaction has locked the message. */
const lockedMs = 10_000;
/** The account can choose a shorter time while a message waits. */
const maxWaitMs = 3_600_000;

type DueMessage = Pick<
  Selectable<MessageTable>,
  'id' | 'account_id' | 'direction' | 'sender' | 'recipient' | 'purpose'
>;

/**
 * Applies a setting to messages of one account, and returns those that must wait: until they are
 * final for long enough, and until every webhook has their events and a person has decided their
 * review, but no more than four days longer. Locks only messages that it erases, and waits for no
 * lock, so that the messages that leave or arrive do not wait either.
 */
export async function eraseDueMessages(
  context: Context,
  trx: Trx,
  { accountId, kind, keepMs }: Policy,
  messages: readonly FinalMessage[],
): Promise<Settled> {
  const now = context.clock();
  const computeAge = (final: Date | null) =>
    final ? now.getTime() - final.getTime() - keepMs : -Infinity;
  const old = messages.filter(({ final_at }) => computeAge(final_at) >= 0).map(({ id }) => id);
  const needed = await findNeeded(trx, accountId, old);
  const waiting: Waiting[] = [];
  const free = new Set<string>();
  for (const row of messages) {
    const age = computeAge(row.final_at);
    if (age >= 0 && (age > maxHoldMs || !needed.has(row.id))) free.add(row.id);
    else waiting.push({ id: row.id, at: new Date(now.getTime() + wait(age)) });
  }
  const { rows: due } = await sql<DueMessage>`
    select id, account_id, direction, sender, recipient, purpose from message
    where id = any(${[...free]}::text[]) order by id for update skip locked`.execute(trx);
  const dueIds = due.map(({ id }) => id);
  const locked = new Set(dueIds);
  for (const id of free)
    if (!locked.has(id)) waiting.push({ id, at: new Date(now.getTime() + lockedMs) });
  const settled = { kind, waiting, erased: dueIds.length };
  if (dueIds.length === 0) return settled;
  if (kind === 'message') {
    await sql`select set_config('textloom.erases', 'on', true)`.execute(trx);
    await deleteMessages(trx, dueIds);
    await deleteAround(trx, accountId, due);
  } else await eraseMessageTexts(trx, dueIds, now);
  return settled;
}

/** Counts what a transaction has erased after it is complete. */
export function countErased({ kind, erased }: Partial<Settled>): void {
  if (kind && erased) erasedMessages.inc({ what: kind === 'message' ? 'message' : 'text' }, erased);
}

const wait = (age: number): number =>
  age < 0 && age > -Infinity ? Math.min(-age, maxWaitMs) : retryMs;

/**
 * Returns the messages that somebody still needs: a webhook their events, or a person their text.
 * Reads the jobs of the account that wait for a webhook.
 */
async function findNeeded(
  trx: Trx,
  accountId: string,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ readonly id: string }>`
    select message_id as id from event
    where message_id = any(${ids}::text[]) and id in (
      select delivery ->> 'eventId'
      from pgboss.job, jsonb_array_elements(data -> 'deliveries') as delivery
      where name = 'deliver' and state in ('created', 'retry', 'active')
        and (group_id = ${accountId} or group_id is null)
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
  messages: readonly DueMessage[],
): Promise<void> {
  const messageIds = sql`any(${messages.map(({ id }) => id)}::text[])`;
  const phones = messages
    .filter(({ purpose }) => purpose === 'otp')
    .map(({ recipient }) => recipient);
  if (phones.length > 0)
    await sql`
      delete from verification
      where account_id = ${accountId} and phone = any(${phones}::text[])
        and message_id = ${messageIds} and status <> 'pending'`.execute(trx);
  const ids = messages.flatMap((message) => conversationId(toEnds(message)) ?? []);
  // In the order in which new messages lock these rows.
  const { rows } = await sql<{ readonly id: string }>`
    select id from conversation where id = any(${ids}::text[]) and last_message_id = ${messageIds}
    order by id for update`.execute(trx);
  if (rows.length === 0) return;
  await sql`
    delete from conversation
    where id = any(${rows.map(({ id }) => id)}::text[])
      and last_message_id = ${messageIds}`.execute(trx);
}
