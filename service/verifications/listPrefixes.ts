import type { VerificationPrefix } from '@textloom/shared/contract';
import { sql, type RawBuilder } from 'kysely';
import { iso } from '../times/iso.ts';
import type { Trx } from '../store/database.ts';
import { readCursor, toPage, type Page, type Paging } from '../store/readPage.ts';
import { isOfLastDay } from './countCodes.ts';
import { pooledDigits } from './prefixRules.ts';

interface Shown {
  readonly prefix: string;
  readonly country: string | null;
  readonly status: VerificationPrefix['status'];
  readonly until: Date;
  readonly started: number;
  readonly approved: number;
  readonly refused: number;
}

/** Returns when a block ends. A block from a clock that was ahead starts now, as in `age`. */
const until = (now: Date) =>
  sql`state.until - greatest(state.updated_at - ${now}::timestamptz, interval '0')`;

/** Selects prefixes with the codes of the last 24 hours. */
const countedPrefixes = (accountId: string, now: Date, matching: RawBuilder<unknown>) => sql<Shown>`
  select state.prefix, state.country, ${until(now)} as until,
    case when state.status = 'blocked' and ${until(now)} <= ${now} then 'limited'
      else state.status end as status,
    coalesce(sum(started), 0)::int as started,
    coalesce(sum(approved), 0)::int as approved,
    coalesce(sum(refused), 0)::int as refused
  from verification_prefix state
  left join verification_hour on verification_hour.account_id = state.account_id
    and verification_hour.prefix = state.prefix and ${isOfLastDay(now)}
  where state.account_id = ${accountId}
    and ${matching}
  group by state.account_id, state.prefix`;

/** Matches the shortest prefixes, and longer ones that get fewer codes or none. */
const isListed = sql`(state.digits = ${sql.lit(pooledDigits)} or state.status <> 'open')`;

/** Lists prefixes, those with the most codes first. */
export async function listPrefixes(
  trx: Trx,
  accountId: string,
  now: Date,
  { limit, cursor }: Paging,
): Promise<Page<VerificationPrefix>> {
  const after = cursor === undefined ? undefined : placeOfCursor(cursor);
  const { rows } = await sql<Shown>`
    select * from (${countedPrefixes(accountId, now, isListed)}) as counted
    where (started + refused > 0 or status <> 'open')
      and ${after ? sql`(-started, prefix) > (${-after.started}::int, ${after.prefix})` : sql`true`}
    order by -started, prefix
    limit ${limit + 1}`.execute(trx);
  const place = ({ started, prefix }: Shown) => `${started} ${prefix}`;
  return toPage(rows, limit, { place, show: toPrefix });
}

/** Returns the prefix that a page starts after. */
function placeOfCursor(cursor: string): { readonly started: number; readonly prefix: string } {
  const [, started, prefix] = readCursor(cursor, /^(\d{1,9}) (\+\d{1,15})$/);
  return { started: Number(started), prefix: prefix! };
}

const toPrefix = ({ until, ...shown }: Shown): VerificationPrefix => ({
  prefix: shown.prefix,
  country: shown.country,
  status: shown.status,
  started: shown.started,
  approved: shown.approved,
  refused: shown.refused,
  blocked_until: shown.status === 'blocked' ? iso(until) : null,
});

/** Opens a prefix and all longer ones, and forgets their debts. Returns undefined if unknown. */
export async function unblockPrefix(
  trx: Trx,
  accountId: string,
  written: string,
  now: Date,
): Promise<VerificationPrefix | undefined> {
  const prefix = `+${written.replace(/\D/g, '')}`;
  await sql`
    select from verification_prefix
    where account_id = ${accountId} and starts_with(prefix, ${prefix})
    order by prefix for update`.execute(trx);
  await sql`
    update verification_prefix
    set status = 'open', debt = 0, strikes = 0, probes = 0
    where account_id = ${accountId} and starts_with(prefix, ${prefix})`.execute(trx);
  const isPrefix = sql`state.prefix = ${prefix}`;
  const { rows } = await countedPrefixes(accountId, now, isPrefix).execute(trx);
  return rows[0] && toPrefix(rows[0]);
}
