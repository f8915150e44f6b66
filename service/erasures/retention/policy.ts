import type { Account } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { firstIdAt } from '../../lib/ids.ts';
import type { Db } from '../../store/database.ts';
import type { RetentionKind } from '../../store/tables/consentTables.ts';
import { hour, minute } from '../../times/durations.ts';

const units: readonly {
  readonly kind: RetentionKind;
  readonly name: keyof Account['retention'];
  readonly unitMs: number;
}[] = [
  { kind: 'otp_text', name: 'otp_text_hours', unitMs: hour },
  { kind: 'text', name: 'text_days', unitMs: 24 * hour },
  { kind: 'message', name: 'message_days', unitMs: 24 * hour },
];

/** A setting of an account, whether it has a value or not. */
export interface Setting {
  readonly accountId: string;
  readonly kind: RetentionKind;
}

export interface Policy extends Setting {
  /** How long a message keeps its text, or stays, after it is final. */
  readonly keepMs: number;
}

/** Most messages are final this long after their creation, so that few of them must wait. */
const usualMs = minute;

/** The messages before this ID are old enough to look at. */
export const walkEnd = (keepMs: number, now: Date): string =>
  firstIdAt('msg', new Date(now.getTime() - keepMs - usualMs));

/**
 * Starts again where a cursor is ahead of the clock, which was wrong before. Otherwise, the service
 * would never look at the messages from now until that time. The clocks of two processes can
 * differ, because a cursor is always at least an hour behind the clock that it comes from.
 */
export const restartWalks = (db: Db, now: Date) =>
  sql`
    update retention_walk set cursor = ''
    where account_id <> '' and cursor > ${firstIdAt('msg', now)}`.execute(db);

/** Selects each setting of each account that is not empty. */
const policies = sql`
  select account.id as account_id, kind, (retention ->> setting.name)::integer * unit as keep_ms
  from account cross join jsonb_to_recordset(${JSON.stringify(
    units.map(({ unitMs, ...rest }) => ({ ...rest, unit: unitMs })),
  )}::jsonb) as setting(kind text, name text, unit float8)
  where retention ->> setting.name is not null`;

/** Codes come first. The other accounts and settings take turns. */
const order = sql`order by kind <> 'otp_text', random()`;

/**
 * Returns the settings with messages that are old enough, and that the service has not looked at.
 * Looks once at the index of the IDs for each setting, however many messages there are.
 */
export async function findWalks(db: Db, now: Date): Promise<Setting[]> {
  const distinct = await sql<{ readonly keep_ms: number }>`
    select distinct keep_ms from (${policies}) as policy`.execute(db);
  const cutoffs = distinct.rows.map(({ keep_ms }) => ({ keep_ms, before: walkEnd(keep_ms, now) }));
  const { rows } = await sql<Setting>`
    select policy.account_id as "accountId", kind
    from (${policies}) as policy
    join jsonb_to_recordset(${JSON.stringify(cutoffs)}::jsonb) as cutoff(keep_ms float8, before text)
      using (keep_ms)
    left join retention_walk as walk using (account_id, kind)
    where exists (
      select from message
      where account_id = policy.account_id and id < before
        and id > coalesce(cursor, '')
    ) ${order}`.execute(db);
  return rows;
}

/** Reads no more than this many messages to find the settings whose messages have waited. */
const maxWaits = 1_000;

/** Returns the settings whose messages have waited the longest. */
export async function findWaits(db: Db, now: Date): Promise<Setting[]> {
  const { rows } = await sql<Setting>`
    select account_id as "accountId", kind from (
      select distinct account_id, kind from (
        select account_id, kind from retention_wait where retry_at <= ${now}
        order by retry_at limit ${maxWaits}
      ) as due
    ) as setting ${order}`.execute(db);
  return rows;
}

/** Returns the value of a setting now, or undefined if it is empty. */
export async function readPolicy(
  db: Db,
  { accountId, kind }: Setting,
): Promise<Policy | undefined> {
  const { rows } = await sql<Policy>`
    select account_id as "accountId", kind, keep_ms as "keepMs" from (${policies}) as policy
    where account_id = ${accountId} and kind = ${kind}`.execute(db);
  return rows[0];
}
