import type { MessageErrorCode, MessageStatus } from '@textloom/shared/contract';
import { sql, type Insertable, type Selectable } from 'kysely';
import type { Carrier, Receipt } from '../carriers/carrier.ts';
import { chunksOf } from '../lib/chunksOf.ts';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import { advance, type Change } from '../messages/advance.ts';
import type { Db, Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import type {
  MessageTable,
  PartTable,
  ReceiptOutcome,
  ReceiptTable,
} from '../store/messageTables.ts';

const meaningOf: Record<ReceiptOutcome, { to: MessageStatus; error?: MessageErrorCode }> = {
  delivered: { to: 'delivered' },
  undelivered: { to: 'undelivered', error: 'carrier_undeliverable' },
  rejected: { to: 'undelivered', error: 'carrier_rejected' },
  discarded: { to: 'undelivered', error: 'carrier_discarded' },
  expired: { to: 'expired', error: 'carrier_expired' },
};

/** Two addresses match if this many characters at their ends are the same. */
const endDigits = 7;

type Spelling = Pick<Carrier, 'name' | 'alternateIds'>;
type WaitingReceipt = Pick<Selectable<ReceiptTable>, 'id' | 'ref' | 'sender' | 'recipient'>;

/**
 * Stores receipts and applies those whose message is known. A receipt that arrives before its submit
 * result waits in the table, and the submit result looks for it. Each of the two commits its own row
 * before it looks for the other's, so that one of them always finds the pair.
 */
export async function takeReceipts(
  context: Context,
  carrier: Spelling,
  receipts: readonly Receipt[],
): Promise<void> {
  for (const some of chunksOf(receipts, context.batch()))
    await matchReceipts(context, carrier, await apply(context, carrier, some, []));
}

/** Applies the waiting receipts for these references, in the order of their arrival. */
export async function matchReceipts(
  context: Context,
  carrier: Spelling,
  refs: readonly string[],
): Promise<void> {
  if (refs.length > 0 && (await findWaiting(context.db, carrier, refs)).length > 0)
    await apply(context, carrier, [], refs);
}

const findWaiting = async (
  db: Db,
  carrier: Spelling,
  refs: readonly string[],
): Promise<WaitingReceipt[]> => {
  const { rows } = await sql<WaitingReceipt>`
    select id, ref, sender, recipient from receipt
    where carrier = ${carrier.name} and ref = any(${spelled(carrier, refs)}::text[]) and not matched`.execute(
    db,
  );
  return rows;
};

const spelled = (carrier: Spelling, refs: readonly string[]): string[] =>
  refs.flatMap((ref) => [ref, ...carrier.alternateIds(ref)]);

/**
 * Applies new receipts, and waiting receipts for the same or further references. Returns the
 * references of new receipts whose message is unknown. Those receipts wait from now on.
 */
const apply = (
  context: Context,
  carrier: Spelling,
  receipts: readonly Receipt[],
  furtherRefs: readonly string[],
): Promise<string[]> =>
  context.db.transaction().execute(async (trx) => {
    const coming = receipts.map(({ ref, outcome, code, about }) => ({
      id: newId('rcp'),
      carrier: carrier.name,
      ref,
      outcome,
      carrier_code: code,
      received_at: context.clock(),
      sender: about?.from ?? null,
      recipient: about?.to ?? null,
      reference: about?.reference ?? null,
    }));
    const refs = [...receipts.map(({ ref }) => ref), ...furtherRefs];
    const waiting = await findWaiting(trx, carrier, refs);
    const owners = await findOwners(trx, carrier, [...coming, ...waiting]);
    const messageIds = [...new Set([...owners.values()].map(({ message_id }) => message_id))];
    await lock(trx, messageIds);
    const news = coming.map((row) => ({
      ...row,
      ref: owners.get(row.id)?.ref ?? row.ref,
      matched: owners.has(row.id),
    }));
    const found = waiting.flatMap(({ id }) => {
      const owner = owners.get(id);
      return owner ? [{ id, ref: owner.ref }] : [];
    });
    await applyToParts(trx, carrier.name, news, found);
    if (messageIds.length > 0) await advance(context, trx, await verdicts(trx, messageIds));
    return news.flatMap(({ ref, matched }) => (matched ? [] : [ref]));
  });

type Owner = Pick<Selectable<PartTable>, 'ref' | 'message_id'>;

/**
 * Finds the part that each receipt is about: the part with the exact reference, or otherwise a part
 * whose reference is another spelling of it and which has no receipt yet. Carriers reuse IDs, so the
 * addresses in the receipt must match those of the message.
 */
async function findOwners(
  db: Db,
  carrier: Spelling,
  receipts: readonly WaitingReceipt[],
): Promise<Map<string, Owner>> {
  const refs = spelled(
    carrier,
    receipts.map(({ ref }) => ref),
  );
  const { rows } = await sql<
    Owner & Pick<PartTable, 'outcome'> & Pick<MessageTable, 'sender' | 'recipient'>
  >`
    select part.ref, part.message_id, part.outcome, message.sender, message.recipient
    from part join message on message.id = part.message_id
    where part.carrier = ${carrier.name} and part.ref = any(${refs}::text[])`.execute(db);
  const parts = new Map(rows.map((row) => [row.ref, row]));
  return new Map(
    receipts.flatMap(({ id, ref, sender, recipient }) => {
      const owner = [ref, ...carrier.alternateIds(ref)]
        .map((spelling) => parts.get(spelling))
        .find(
          (part) =>
            part &&
            (part.ref === ref || part.outcome === null) &&
            isSame(part.sender, sender) &&
            isSame(part.recipient, recipient),
        );
      return owner ? [[id, owner]] : [];
    }),
  );
}

/** Compares the addresses of a receipt and a message in a query, as `isSame` does. */
export const namesMessage = sql<boolean>`(
  right(ltrim(lower(receipt.sender), '+'), ${endDigits}) = right(ltrim(lower(message.sender), '+'), ${endDigits})
  or coalesce(receipt.sender, '') = ''
) and (
  right(ltrim(lower(receipt.recipient), '+'), ${endDigits}) = right(ltrim(lower(message.recipient), '+'), ${endDigits})
  or coalesce(receipt.recipient, '') = ''
)`;

/** Carriers write numbers in several ways, but all of them have the same ending. */
function isSame(address: string, other: string | null): boolean {
  const [own, named] = [address, other ?? ''].map((one) => one.replace(/^\+/, '').toLowerCase());
  return named === '' || own!.slice(-endDigits) === named!.slice(-endDigits);
}
/** Locks the messages, so that two receipts of one message take turns. */
async function lock(trx: Trx, messageIds: readonly string[]): Promise<void> {
  await sql`
    select id from message where id = any(${messageIds}::text[]) order by id for update`.execute(
    trx,
  );
}

/** Applies the first receipt of each part. Later receipts that contradict it are stored but change nothing. */
async function applyToParts(
  trx: Trx,
  carrier: string,
  news: readonly Insertable<ReceiptTable>[],
  waiting: readonly { readonly id: string; readonly ref: string }[],
): Promise<void> {
  if (news.length === 0 && waiting.length === 0) return;
  const none = sql`select id, ref, outcome, carrier_code, matched from receipt where false`;
  await sql`
    with waiting as (
      update receipt set matched = true, ref = found.ref
      from unnest(
        ${waiting.map(({ id }) => id)}::text[],
        ${waiting.map(({ ref }) => ref)}::text[]
      ) as found(id, ref)
      where receipt.id = found.id and not receipt.matched
      returning receipt.id, receipt.ref, receipt.outcome, receipt.carrier_code
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

/** One failed part makes the message undelivered. The message is delivered only when all parts are. */
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
