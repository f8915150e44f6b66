import type { MessageErrorCode, MessageStatus } from '@textloom/shared/contract';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Receipt } from '../carriers/carrier.ts';
import { chunksOf } from '../chunksOf.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { advance, type Change } from '../messaging/advance.ts';
import type { Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import type { PartTable, ReceiptOutcome, ReceiptTable } from '../store/tables.ts';

const meaningOf: Record<ReceiptOutcome, { to: MessageStatus; error?: MessageErrorCode }> = {
  delivered: { to: 'delivered' },
  undelivered: { to: 'undelivered', error: 'carrier_undeliverable' },
  rejected: { to: 'undelivered', error: 'carrier_rejected' },
  discarded: { to: 'undelivered', error: 'carrier_discarded' },
  expired: { to: 'expired', error: 'carrier_expired' },
};

/** More in one transaction would keep others from the messages for too long. */
const mostAtOnce = 1_000;

/**
 * Writes receipts down and applies those whose message is known. One that has overtaken the answer
 * to its submit waits in the table, and that answer looks for it: each of the two commits its own
 * row before it looks for the other's, so that one of them always finds the pair.
 */
export async function takeReceipts(context: Context, receipts: readonly Receipt[]): Promise<void> {
  for (const some of chunksOf(receipts, mostAtOnce))
    await matchReceipts(context, await apply(context, some, []));
}

/** Applies the waiting receipts for these refs, in the order in which they came. */
export async function matchReceipts(context: Context, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  const { rows } = await sql<{ ref: string }>`
    select distinct ref from receipt
    where carrier = ${context.carrier.name} and ref = any(${refs}::text[]) and not matched`.execute(
    context.db,
  );
  if (rows.length === 0) return;
  await apply(
    context,
    [],
    rows.map(({ ref }) => ref),
  );
}

/**
 * Applies new receipts, and waiting ones of theirs or of further refs. Returns the refs of the new
 * ones whose message is not known, which wait from now on.
 */
const apply = (
  context: Context,
  receipts: readonly Receipt[],
  furtherRefs: readonly string[],
): Promise<string[]> =>
  context.db.transaction().execute(async (trx) => {
    const carrier = context.carrier.name;
    const { known, messageIds } = await lockOwners(trx, carrier, [
      ...receipts.map(({ ref }) => ref),
      ...furtherRefs,
    ]);
    const news = receipts.map(({ ref, outcome, code }) => ({
      id: newId('rcp'),
      carrier,
      ref,
      outcome,
      carrier_code: code,
      received_at: context.clock(),
      matched: known.has(ref),
    }));
    await applyToParts(trx, carrier, news, [...known]);
    if (messageIds.length > 0) await advance(context, trx, await verdicts(trx, messageIds));
    return news.flatMap(({ ref, matched }) => (matched ? [] : [ref]));
  });

/** The messages that refs belong to, locked so that two receipts of one message take turns. */
async function lockOwners(
  trx: Trx,
  carrier: string,
  refs: readonly string[],
): Promise<{ known: ReadonlySet<string>; messageIds: readonly string[] }> {
  const { rows } = await sql<{ ref: string; message_id: string }>`
    select ref, message_id from part
    where carrier = ${carrier} and ref = any(${refs}::text[])`.execute(trx);
  const messageIds = [...new Set(rows.map(({ message_id }) => message_id))];
  await sql`
    select id from message where id = any(${messageIds}::text[]) order by id for update`.execute(
    trx,
  );
  return { known: new Set(rows.map(({ ref }) => ref)), messageIds };
}

/** The first receipt of a part counts; what contradicts it later is kept and changes nothing. */
async function applyToParts(
  trx: Trx,
  carrier: string,
  news: readonly Insertable<ReceiptTable>[],
  known: readonly string[],
): Promise<void> {
  const none = sql`select id, ref, outcome, carrier_code, matched from receipt where false`;
  await sql`
    with waiting as (
      update receipt set matched = true
      where carrier = ${carrier} and ref = any(${known}::text[]) and not matched
      returning id, ref, outcome, carrier_code
    ), news as (
      ${news.length === 0 ? none : sql`${insertMany('receipt', news)} returning id, ref, outcome, carrier_code, matched`}
    ), first as (
      select distinct on (ref) ref, outcome, carrier_code
      from (
        select * from waiting
        union all
        select id, ref, outcome, carrier_code from news where matched
      ) as receipt
      order by ref, id
    )
    update part set outcome = first.outcome, carrier_code = first.carrier_code
    from first
    where part.carrier = ${carrier} and part.ref = first.ref and part.outcome is null`.execute(trx);
}

/** Any part that failed makes the message fail; only when all parts arrived, it has arrived. */
async function verdicts(trx: Trx, messageIds: readonly string[]): Promise<Change[]> {
  const { rows } = await sql<
    Pick<Selectable<PartTable>, 'message_id' | 'outcome' | 'carrier_code'>
  >`
    select message_id, outcome, carrier_code from part
    where message_id = any(${messageIds}::text[])
    order by part`.execute(trx);
  const partsOf = Map.groupBy(rows, ({ message_id }) => message_id);
  return messageIds.flatMap((messageId): Change[] => {
    const own = partsOf.get(messageId)!;
    const failed = own.find(({ outcome }) => outcome !== null && outcome !== 'delivered');
    if (failed)
      return [{ messageId, ...meaningOf[failed.outcome!], carrierCode: failed.carrier_code! }];
    return own.every(({ outcome }) => outcome === 'delivered')
      ? [{ messageId, to: 'delivered' }]
      : [];
  });
}
