import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import { hasArrivedBy, toArrival } from './arrival.ts';
import { erasedPhone } from './erasedPhones.ts';
import { recordConsents, type ConsentStatement } from './recordConsents.ts';

/** The opt-outs of one recipient. */
interface RecipientOptOuts {
  /** When the recipient opted out of all numbers of the account. */
  readonly everywhereAt: Date | undefined;
  /** The numbers that the recipient opted out of one by one, in order. */
  readonly numbers: readonly string[];
}

interface Recipients {
  readonly accountId: string;
  /** In E.164 form. */
  readonly phones: readonly string[];
  /** The contacts with these numbers, for the ledger. */
  readonly contactIds: ReadonlyMap<string, string>;
}

/** Texts from a number of the account to a person. */
export interface Channel {
  /** The number of the person, in E.164 form. */
  readonly phone: string;
  /** The number of the account. Null for all of them. */
  readonly number: string | null;
}

/** Returns channels as a table, for the `from` of a statement. */
export const unnestChannels = (channels: readonly Channel[]) => sql`unnest(
  ${channels.map(({ phone }) => phone)}::text[], ${channels.map(({ number }) => number)}::text[]
) as channel(phone, number)`;

const arrival = sql<Date>`coalesce(opt_out.arrived_at, opt_out.created_at)`;

/** The `number` of opt-outs that apply to all numbers of the account. */
export const everywhere = '';

/**
 * Stores opt-outs and records them in the ledger. No other code opts out. Returns those that are
 * new. The transaction must hold the locks of the contacts.
 * A repeated STOP counts from when it arrived: consent from before does not lift it.
 */
export async function addOptOuts(
  context: Pick<Context, 'clock'>,
  trx: Trx,
  {
    accountId,
    channels,
    contactIds,
  }: Omit<Recipients, 'phones'> & { readonly channels: readonly Channel[] },
  expression: ConsentStatement,
): Promise<Channel[]> {
  const isText = expression.receivedAt !== undefined;
  const at = expression.receivedAt ?? context.clock();
  const arrivedAt = toArrival(expression);
  const { rows } = await sql<Channel>`
    with given as (
      select phone, coalesce(number, ${everywhere}) as number from ${unnestChannels(channels)}
    ), repeated as (
      update opt_out set created_at = greatest(created_at, ${at}::timestamptz),
        arrived_at = ${arrivedAt}
      from given
      where account_id = ${accountId} and opt_out.phone = given.phone
        and opt_out.number = given.number and ${arrival} < ${arrivedAt} and ${isText}::boolean
    )
    insert into opt_out (account_id, phone, number, created_at, arrived_at)
    select ${accountId}, phone, number, ${at}::timestamptz, ${arrivedAt}
    from given order by phone, number
    on conflict do nothing
    returning phone, nullif(number, ${everywhere}) as number`.execute(trx);
  const added = rows.sort((a, b) => (a.phone < b.phone ? -1 : 1));
  const entries = added.map(({ phone, number }) => ({
    ...expression,
    phone,
    contactId: contactIds.get(phone) ?? null,
    action: 'opted_out' as const,
    number,
  }));
  await recordConsents(context, trx, accountId, entries);
  return added;
}

/**
 * Lifts the opt-outs from before the expression: of all numbers and of one number, or every one.
 * Records them in the ledger. No other code lifts opt-outs. Returns how many it lifted. The
 * transaction must hold the locks of the contacts.
 */
export async function liftOptOuts(
  context: Pick<Context, 'clock'>,
  trx: Trx,
  { accountId, phones, contactIds }: Recipients,
  number: string | undefined,
  expression: ConsentStatement,
): Promise<number> {
  const lifted = await trx
    .deleteFrom('opt_out')
    .where('account_id', '=', accountId)
    .where('phone', 'in', phones)
    .$if(number === undefined, (query) => query.where('created_at', '<', expression.at))
    .$if(number !== undefined, (query) =>
      query.where('number', 'in', [everywhere, number!]).where(hasArrivedBy(arrival, expression)),
    )
    .returning(['phone', 'number'])
    .execute();
  const entries = lifted.map((row) => ({
    ...expression,
    phone: row.phone,
    contactId: contactIds.get(row.phone) ?? null,
    action: 'opted_in' as const,
    number: row.number === everywhere ? null : row.number,
  }));
  await recordConsents(context, trx, accountId, entries);
  return lifted.length;
}

/**
 * Returns the opt-outs of recipients, to show them. To decide whether a text may leave, use
 * `readPermissions`, which asks for the sender.
 */
export async function readOptOuts(
  trx: Trx,
  accountId: string,
  phones: readonly string[],
): Promise<ReadonlyMap<string, RecipientOptOuts>> {
  const rows = await trx
    .selectFrom('opt_out')
    .select(['phone', 'number', 'created_at'])
    .where('account_id', '=', accountId)
    .where('phone', 'in', phones)
    .orderBy('number')
    .execute();
  return new Map(
    [...Map.groupBy(rows, ({ phone }) => phone)].map(([phone, own]) => [
      phone,
      {
        everywhereAt: own.find(({ number }) => number === everywhere)?.created_at,
        numbers: own.flatMap(({ number }) => (number === everywhere ? [] : [number])),
      },
    ]),
  );
}

/**
 * Replaces the numbers of opt-outs by their hash, for a person who is erased. The account still
 * cannot text the person.
 */
export async function hideOptOuts(
  { secrets }: Pick<Context, 'secrets'>,
  trx: Trx,
  accountId: string,
  phones: readonly string[],
): Promise<void> {
  await sql`
    with hidden as (
      delete from opt_out where account_id = ${accountId} and phone = any(${phones}::text[])
      returning number, created_at, ${arrival} as arrived_at
    )
    insert into opt_out (account_id, phone, number, created_at, arrived_at)
    select ${accountId}, ${erasedPhone(secrets, accountId, phones[0]!)}, number, max(created_at),
      max(arrived_at)
    from hidden group by number
    on conflict (account_id, phone, number) do update set
      created_at = greatest(opt_out.created_at, excluded.created_at),
      arrived_at = greatest(${arrival}, excluded.arrived_at)`.execute(trx);
}

/**
 * Replaces hashes by numbers again, because the account or the person has given the service these
 * numbers again. Call it before anything else reads or changes the opt-outs of contacts.
 */
export async function revealOptOuts(
  { secrets }: Pick<Context, 'secrets'>,
  trx: Trx,
  accountId: string,
  phones: readonly string[],
): Promise<void> {
  if (phones.length === 0) return;
  const spellings = phones.flatMap((phone) =>
    equivalentNumbers(phone).map((spelling) => ({
      key: erasedPhone(secrets, accountId, phone),
      phone: spelling,
    })),
  );
  const keys = [...new Set(spellings.map(({ key }) => key))].sort();
  const { rows } = await sql<{ readonly phone: string }>`
    select phone from opt_out where account_id = ${accountId} and phone = any(${keys}::text[])
    order by phone, number for update`.execute(trx);
  if (rows.length === 0) return;
  await sql`
    with revealed as (
      delete from opt_out where account_id = ${accountId} and phone = any(${keys}::text[])
      returning phone, number, created_at, ${arrival} as arrived_at
    )
    insert into opt_out (account_id, phone, number, created_at, arrived_at)
    select ${accountId}, spelling.phone, revealed.number, revealed.created_at, revealed.arrived_at
    from revealed join json_to_recordset(${JSON.stringify(spellings)}::json)
      as spelling(key text, phone text) on spelling.key = revealed.phone
    on conflict do nothing`.execute(trx);
}
