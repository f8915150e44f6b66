import { sql } from 'kysely';
import { findAwaited } from '../../consents/confirmationRequest.ts';
import type { Context } from '../../core/context.ts';
import { firstIdAt } from '../../lib/ids.ts';
import type { Trx } from '../../store/database.ts';
import { day, hour, minute } from '../../times/durations.ts';
import type { Policy } from './policy.ts';

/** A message, and for how long a setting has been due for it. */
export interface Aged {
  readonly id: string;
  readonly ageMs: number;
}

/** Says whether an event of an account may wait for a webhook. */
export type IsUndelivered = (accountId: string, eventId: string) => boolean;

/** Longer than the service usually tries to deliver an event. */
const maxUndeliveredMs = 4 * day;
/** When to look again at a message that something quick can release. */
export const retryMs = 10 * minute;
/** The same for a message that a person can release. */
const retryPeopleMs = hour;

/**
 * Returns the messages that somebody still needs, and after how long to look at them again: a
 * webhook their events, but no more than four days longer, a workflow their events until its wait
 * is over, a person their text for the decision of a review, or the service their ID to understand
 * the answer of a contact.
 */
export async function findHeld(
  { clock }: Context,
  trx: Trx,
  { accountId, kind }: Policy,
  due: readonly Aged[],
  isUndelivered: IsUndelivered,
): Promise<ReadonlyMap<string, number>> {
  if (due.length === 0) return new Map();
  const ids = due.map(({ id }) => id);
  const fresh = due.filter(({ ageMs }) => ageMs <= maxUndeliveredMs).map(({ id }) => id);
  const undelivered = await findUndelivered(trx, fresh, (id) => isUndelivered(accountId, id));
  const named = kind === 'otp_text' ? [] : await findNamed(trx, accountId, ids);
  const undecided = await findUndecided(trx, ids);
  const awaited = kind === 'message' ? await findAwaited(trx, accountId, ids, clock()) : [];
  return new Map([
    ...[...undecided, ...awaited].map((id) => [id, retryPeopleMs] as const),
    ...[...undelivered, ...named].map((id) => [id, retryMs] as const),
  ]);
}

/** While more deliveries of an account wait, all its events count as undelivered. */
const maxDeliveries = 100_000;
/** The transaction that stores an event takes less than this time. */
const newMs = minute;

/**
 * Reads once which events wait for a webhook, because nothing finds the jobs by their events. Later
 * events count as undelivered. Counts the jobs first, and does not read those of an account that
 * has too many, because their contents take far longer than the rows.
 */
export async function readUndelivered(
  { db, clock }: Context,
  accountIds: readonly string[],
  limit = maxDeliveries,
): Promise<IsUndelivered> {
  if (accountIds.length === 0) return () => true;
  const newest = firstIdAt('evt', new Date(clock().getTime() - newMs));
  // Jobs of earlier versions have no group.
  const { rows } = await sql<{ readonly owner: string; readonly id: string | null }>`
    with job as not materialized (
      select coalesce(group_id, '') as owner, data from pgboss.job
      where name = 'deliver' and state in ('created', 'retry', 'active')
        and coalesce(group_id, '') = any(${['', ...accountIds]}::text[])
    ), counted as materialized (
      select owner, count(*) as jobs from job group by owner
    ), waiting as not materialized (
      select owner, data -> 'deliveries' as deliveries from counted join job using (owner)
      where jobs <= ${limit}
    ), total as (
      select owner, sum(jsonb_array_length(deliveries)) as count from waiting group by owner
    )
    select owner, null as id from counted where jobs > ${limit}
    union all
    select owner, null from total where count > ${limit}
    union all
    select owner, delivery ->> 'eventId'
    from total join waiting using (owner), jsonb_array_elements(deliveries) as delivery
    where count <= ${limit}`.execute(db);
  const waiting = new Set(rows.map(({ owner, id }) => id ?? owner));
  return (accountId, id) =>
    id >= newest || waiting.has(id) || waiting.has(accountId) || waiting.has('');
}

async function findUndelivered(
  trx: Trx,
  ids: readonly string[],
  isUndelivered: (eventId: string) => boolean,
): Promise<string[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<{ readonly id: string; readonly message_id: string }>`
    select id, message_id from event where message_id = any(${ids}::text[])`.execute(trx);
  return rows.filter(({ id }) => isUndelivered(id)).map(({ message_id }) => message_id);
}

/**
 * Returns the messages that a webhook for a time names, and the replies to them. A workflow that
 * waits for several messages reads all their events again at the end. The service deletes the
 * webhook when its time is over. Reads the webhooks of the account once for all these messages.
 */
async function findNamed(trx: Trx, accountId: string, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ readonly id: string }>`
    select distinct id from (
      select id, unnest(array[id, in_reply_to]) as named from message
      where id = any(${ids}::text[])
    ) as related join (
      select jsonb_array_elements_text(filter -> 'message_id') as named from webhook
      where account_id = ${accountId} and status = 'enabled' and expires_at is not null
        and (filter -> 'message_id') is not null
    ) as awaited using (named)`.execute(trx);
  return rows.map(({ id }) => id);
}

async function findUndecided(trx: Trx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ readonly message_id: string }>`
    select message_id from review
    where message_id = any(${ids}::text[]) and decided_at is null`.execute(trx);
  return rows.map(({ message_id }) => message_id);
}
