import { sql, type RawBuilder, type Selectable } from 'kysely';
import type { CarrierRef, Receipt } from '../../carriers/carrier.ts';
import { errorByOutcome } from '../../carriers/errorByOutcome.ts';
import { endsMatch, isSameAddress } from '../../carriers/sameAddress.ts';
import { splitIntoChunks } from '../../lib/splitIntoChunks.ts';
import type { Context } from '../../core/context.ts';
import { newId } from '../../lib/ids.ts';
import { optOutRefused } from '../results/optOutRefused.ts';
import { advance, lockMessages, type Change } from '../../messages/advance.ts';
import type { Db, Trx } from '../../store/database.ts';
import { insertMany } from '../../store/insertMany.ts';
import type { MessageTable, PartTable, ReceiptTable } from '../../store/tables/messageTables.ts';

type ReceiptRow = Omit<Selectable<ReceiptTable>, 'matched'>;

/**
 * Applies the receipts whose message is known, and stores the others. A receipt that arrives before
 * its submit result waits in the table, and the submit result looks for it. Each of the two commits
 * its own row before it looks for the other's, so that one of them always finds the pair.
 */
export async function recordReceipts(
  context: Context,
  carrier: CarrierRef,
  receipts: readonly Receipt[],
): Promise<void> {
  for (const some of splitIntoChunks(receipts, context.batch()))
    await matchReceipts(context, carrier, await applyReceipts(context, carrier, some, []));
}

/** Applies the waiting receipts for these references, in the order of their arrival. */
export async function matchReceipts(
  context: Context,
  carrier: CarrierRef,
  refs: readonly string[],
): Promise<void> {
  if (refs.length > 0 && (await findUnmatched(context.db, carrier, refs)).length > 0)
    await applyReceipts(context, carrier, [], refs);
}

const findUnmatched = async (
  db: Db,
  carrier: CarrierRef,
  refs: readonly string[],
): Promise<ReceiptRow[]> => {
  const { rows } = await sql<ReceiptRow>`
    select * from receipt
    where carrier = ${carrier.name} and ref = any(${withAlternateIds(carrier, refs)}::text[]) and not matched`.execute(
    db,
  );
  return rows;
};

export const withAlternateIds = (carrier: CarrierRef, refs: readonly string[]): string[] =>
  refs.flatMap((ref) => [ref, ...carrier.alternateIds(ref)]);

/**
 * Applies new receipts, and waiting receipts for the same or further references. Returns the
 * references of new receipts whose message is unknown. Those receipts wait from now on.
 */
async function applyReceipts(
  context: Context,
  carrier: CarrierRef,
  receipts: readonly Receipt[],
  furtherRefs: readonly string[],
): Promise<string[]> {
  const { unmatched, changed } = await context.db.transaction().execute(async (trx) => {
    const now = context.clock();
    const incoming = receipts.map(({ ref, outcome, code, message }) => ({
      id: newId('rcp'),
      carrier: carrier.name,
      ref,
      outcome,
      carrier_code: code,
      received_at: now,
      sender: message?.from ?? null,
      recipient: message?.to ?? null,
      reference: message?.reference ?? null,
    }));
    const refs = [...receipts.map(({ ref }) => ref), ...furtherRefs];
    const waiting = await findUnmatched(trx, carrier, refs);
    const owners = await findOwners(trx, carrier, { incoming, waiting, now });
    const messageIds = [...new Set([...owners.values()].map(({ message_id }) => message_id))];
    await lockMessages(trx, messageIds);
    const hasOwner = ({ id }: ReceiptRow) => owners.has(id);
    const arrived = [...(await takeWaiting(trx, waiting.filter(hasOwner))), ...incoming];
    await applyToParts(
      trx,
      carrier.name,
      arrived.flatMap((receipt) => {
        const owner = owners.get(receipt.id);
        return owner ? [{ ...receipt, ref: owner.ref, message_id: owner.message_id }] : [];
      }),
    );
    const unmatched = incoming.filter((receipt) => !hasOwner(receipt));
    if (unmatched.length > 0) await insertMany('receipt', unmatched).execute(trx);
    const changes = messageIds.length > 0 ? await statusChanges(trx, messageIds) : [];
    return {
      unmatched: unmatched.map(({ ref }) => ref),
      changed: await advance(context, trx, changes),
    };
  });
  context.activity.countResults(changed);
  await optOutRefused(context, changed);
  return unmatched;
}

type Owner = Pick<Selectable<PartTable>, 'ref' | 'message_id'>;

interface Receipts {
  readonly incoming: readonly ReceiptRow[];
  /** The receipts that are stored, and whose message was unknown until now. */
  readonly waiting: readonly ReceiptRow[];
  readonly now: Date;
}

/**
 * Finds the part that each receipt is about: the part with the exact reference, or otherwise a part
 * whose reference is another spelling of it and which has no receipt yet. Carriers reuse IDs, so
 * the addresses in the receipt must match those of the message, and a receipt that waited must not
 * be older than the message, unless someone has set the clock back since. Other receipts arrive
 * after their message, whatever the clocks say.
 */
async function findOwners(
  db: Db,
  carrier: CarrierRef,
  { incoming, waiting, now }: Receipts,
): Promise<Map<string, Owner>> {
  const receipts = [...incoming, ...waiting];
  const refs = withAlternateIds(
    carrier,
    receipts.map(({ ref }) => ref),
  );
  const { rows } = await sql<
    Owner &
      Pick<PartTable, 'outcome'> &
      Pick<Selectable<MessageTable>, 'sender' | 'recipient' | 'created_at'>
  >`
    select part.ref, part.message_id, part.outcome,
      message.sender, message.recipient, message.created_at
    from part join message on message.id = part.message_id
    where part.carrier = ${carrier.name} and part.ref = any(${refs}::text[])`.execute(db);
  const parts = new Map(rows.map((row) => [row.ref, row]));
  return new Map(
    receipts.flatMap((receipt) => {
      const { id, ref, sender, recipient, received_at } = receipt;
      const owner = [ref, ...carrier.alternateIds(ref)]
        .map((spelling) => parts.get(spelling))
        .find(
          (part) =>
            part &&
            (part.ref === ref || part.outcome === null) &&
            (received_at >= part.created_at ||
              part.created_at > now ||
              !waiting.includes(receipt)) &&
            isSameAddress(part.sender, sender) &&
            isSameAddress(part.recipient, recipient),
        );
      return owner ? [[id, owner]] : [];
    }),
  );
}

/** Whether a receipt that waits came after a message, in a query, as in `findOwners`. */
export const cameAfter = (now: Date): RawBuilder<boolean> =>
  sql`(receipt.received_at >= message.created_at or message.created_at > ${now})`;

/** Whether a receipt that waits can be about a message, in a query, as in `findOwners`. */
export const canBeAbout = (now: Date): RawBuilder<boolean> => sql`(
  ${cameAfter(now)}
  and ${endsMatch(sql`receipt.sender`, sql`message.sender`)}
  and ${endsMatch(sql`receipt.recipient`, sql`message.recipient`)}
)`;

/** Removes waiting receipts, and returns those that no other transaction has removed. */
async function takeWaiting(trx: Trx, waiting: readonly ReceiptRow[]): Promise<ReceiptRow[]> {
  if (waiting.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    delete from receipt where id = any(${waiting.map(({ id }) => id)}::text[]) returning id`.execute(
    trx,
  );
  const taken = new Set(rows.map(({ id }) => id));
  return waiting.filter(({ id }) => taken.has(id));
}

/**
 * Applies the first receipt of each part, unless the part now belongs to another message, because
 * the carrier uses its ID again. Later receipts that contradict it change nothing. The
 * condition on the array of references makes the database use the index, even before it has
 * statistics about a new table.
 */
async function applyToParts(
  trx: Trx,
  carrier: string,
  receipts: readonly (ReceiptRow & Pick<Owner, 'message_id'>)[],
): Promise<void> {
  const inOrder = receipts.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  const first = new Map(inOrder.toReversed().map((receipt) => [receipt.ref, receipt]));
  if (first.size === 0) return;
  const rows = [...first.values()];
  await sql`
    update part set outcome = first.outcome, carrier_code = first.carrier_code
    from unnest(
      ${rows.map(({ ref }) => ref)}::text[],
      ${rows.map(({ outcome }) => outcome)}::text[],
      ${rows.map(({ carrier_code }) => carrier_code)}::text[],
      ${rows.map(({ message_id }) => message_id)}::text[]
    ) as first(ref, outcome, carrier_code, message_id)
    where part.carrier = ${carrier} and part.ref = any(${[...first.keys()]}::text[])
      and part.ref = first.ref and part.message_id = first.message_id and part.outcome is null`.execute(
    trx,
  );
}

/**
 * One failed part makes the message undelivered. The message is delivered only when all parts are.
 */
async function statusChanges(trx: Trx, messageIds: readonly string[]): Promise<Change[]> {
  const { rows } = await sql<
    Pick<Selectable<PartTable>, 'message_id' | 'outcome' | 'carrier_code'>
  >`
    select message_id, outcome, carrier_code from part
    where message_id = any(${messageIds}::text[])
    order by part`.execute(trx);
  const partsByMessage = Map.groupBy(rows, ({ message_id }) => message_id);
  // A message that was deleted, or whose carrier uses its ID again, has no parts.
  return [...partsByMessage].flatMap(([messageId, own]): Change[] => {
    for (const { outcome, carrier_code: carrierCode } of own)
      if (outcome !== null && outcome !== 'delivered') {
        const to = outcome === 'expired' ? 'expired' : 'undelivered';
        return [{ messageId, to, error: errorByOutcome[outcome], carrierCode: carrierCode! }];
      }
    return own.every(({ outcome }) => outcome === 'delivered')
      ? [{ messageId, to: 'delivered' }]
      : [];
  });
}
