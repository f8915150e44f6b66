import type { Account } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { firstIdAt } from '../../lib/ids.ts';
import type { Db } from '../../store/database.ts';
import type { RetentionKind } from '../../store/tables/consentTables.ts';

const hour = 3_600_000;
const units: readonly {
  readonly kind: RetentionKind;
  readonly name: keyof Account['retention'];
  readonly unitMs: number;
}[] = [
  { kind: 'otp_text', name: 'otp_text_hours', unitMs: hour },
  { kind: 'text', name: 'text_days', unitMs: 24 * hour },
  { kind: 'message', name: 'message_days', unitMs: 24 * hour },
];

/** A setting of an account. */
export interface Policy {
  readonly accountId: string;
  readonly kind: RetentionKind;
  /** How long a message keeps its text, or stays, after it is final. */
  readonly keepMs: number;
}

export interface Walk extends Policy {
  /** The messages before this ID are old enough to look at. */
  readonly before: string;
}

/** Most messages are final this long after their creation, so that few of them must wait. */
const usualMs = 60_000;

/** Selects each setting of each account that is not empty. */
const policies = sql`
  select account.id as account_id, kind, (retention ->> setting.name)::integer * unit as keep_ms
  from account cross join jsonb_to_recordset(${JSON.stringify(
    units.map(({ unitMs, ...rest }) => ({ ...rest, unit: unitMs })),
  )}::jsonb) as setting(kind text, name text, unit float8)
  where retention ->> setting.name is not null`;

/**
 * Returns the settings with messages that are old enough, and that the service has not looked at.
 * Looks once at the index of the IDs for each setting, however many messages there are.
 */
export async function findWalks(db: Db, now: Date): Promise<Walk[]> {
  const distinct = await sql<{ readonly keep_ms: number }>`
    select distinct keep_ms from (${policies}) as policy`.execute(db);
  const cutoffs = distinct.rows.map(({ keep_ms }) => ({
    keep_ms,
    before: firstIdAt('msg', new Date(now.getTime() - keep_ms - usualMs)),
  }));
  const { rows } = await sql<Walk>`
    select policy.account_id as "accountId", kind, keep_ms as "keepMs", before
    from (${policies}) as policy
    join jsonb_to_recordset(${JSON.stringify(cutoffs)}::jsonb) as cutoff(keep_ms float8, before text)
      using (keep_ms)
    left join retention_walk as walk using (account_id, kind)
    where exists (
      select from message
      where account_id = policy.account_id and id > coalesce(cursor, '') and id < before
    )`.execute(db);
  return rows;
}

/** Returns the settings of some accounts. */
export async function readPolicies(db: Db, accountIds: readonly string[]): Promise<Policy[]> {
  const { rows } = await sql<Policy>`
    select account_id as "accountId", kind, keep_ms as "keepMs" from (${policies}) as policy
    where account_id = any(${accountIds}::text[])`.execute(db);
  return rows;
}
