import { sql, type Selectable } from 'kysely';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import type { VerificationPrefixTable } from '../store/tables/verificationTables.ts';
import { latestTime } from '../times/latestTime.ts';
import { guardRules, pooledDigits, type PrefixState } from './prefixRules.ts';

/** Reads the states of prefixes, and locks them until the transaction ends. */
export async function lockPrefixes(
  trx: Trx,
  accountId: string,
  prefixes: readonly string[],
): Promise<ReadonlyMap<string, PrefixState>> {
  const rows = await trx
    .selectFrom('verification_prefix')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('prefix', '=', sql<string>`any(${[...new Set(prefixes)]}::text[])`)
    .orderBy('prefix')
    .forUpdate()
    .execute();
  return new Map(rows.map((row) => [row.prefix, toState(row)]));
}

const toState = (row: Selectable<VerificationPrefixTable>): PrefixState => ({
  prefix: row.prefix,
  digits: row.digits,
  status: row.status,
  debt: row.debt,
  history: row.history,
  probes: row.probes,
  strikes: row.strikes,
  until: row.until.getTime(),
  updatedAt: row.updated_at.getTime(),
});

/** Returns the used part of the pool of an account. */
export async function readPool(trx: Trx, accountId: string, now: Date): Promise<number> {
  const halfLife = guardRules.debtHalfLife / 1000;
  const { rows } = await sql<{ used: number }>`
    select coalesce(sum(greatest(0, debt * power(
      0.5, greatest(0, extract(epoch from ${now}::timestamptz - updated_at)) / ${halfLife}::float8
    ) - ${guardRules.freeCredit}::float8)), 0)::float8 as used
    from verification_prefix
    where account_id = ${accountId} and digits = ${sql.lit(pooledDigits)}
      and debt > ${sql.lit(guardRules.freeCredit)} and updated_at <= ${latestTime(now)}`.execute(
    trx,
  );
  return rows[0]!.used;
}

/** Stores the states of prefixes. Another transaction may have added some of them meanwhile. */
export async function storePrefixes(
  trx: Trx,
  accountId: string,
  states: readonly (PrefixState & { readonly country: string | null })[],
): Promise<void> {
  if (states.length === 0) return;
  const rows = states
    .toSorted((a, b) => (a.prefix < b.prefix ? -1 : 1))
    .map(({ updatedAt, until, ...state }) => ({
      account_id: accountId,
      ...state,
      until: new Date(until),
      updated_at: new Date(updatedAt),
    }));
  await sql`
    ${insertMany('verification_prefix', rows)}
    on conflict (account_id, prefix) do update set
      status = excluded.status, debt = excluded.debt, history = excluded.history,
      probes = excluded.probes, strikes = excluded.strikes, until = excluded.until,
      updated_at = excluded.updated_at`.execute(trx);
}
