import type { MessageErrorCode, MessageStatus } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Receipt } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { advance, type Change } from '../messaging/advance.ts';
import type { Trx } from '../store/database.ts';
import type { ReceiptOutcome } from '../store/tables.ts';

const meaningOf: Record<ReceiptOutcome, { to: MessageStatus; error?: MessageErrorCode }> = {
  delivered: { to: 'delivered' },
  undelivered: { to: 'undelivered', error: 'carrier_undeliverable' },
  rejected: { to: 'undelivered', error: 'carrier_rejected' },
  discarded: { to: 'undelivered', error: 'carrier_discarded' },
  expired: { to: 'expired', error: 'carrier_expired' },
};

/** A statement takes so many parameters and no more. */
const mostAtOnce = 1_000;

/**
 * Writes receipts down, then applies those whose message is known. One that has overtaken the
 * answer to its submit waits in the table, and that answer looks for it: each of the two commits
 * its own row before it looks for the other's, so that one of them always finds the pair.
 */
export async function takeReceipts(context: Context, receipts: readonly Receipt[]): Promise<void> {
  for (let start = 0; start < receipts.length; start += mostAtOnce) {
    await takeSome(context, receipts.slice(start, start + mostAtOnce));
  }
}

async function takeSome(context: Context, receipts: readonly Receipt[]): Promise<void> {
  const rows = receipts.map(({ ref, outcome, code }) => ({
    id: newId('rcp'),
    carrier: context.carrier.name,
    ref,
    outcome,
    carrier_code: code,
    received_at: context.clock(),
  }));
  await context.db.insertInto('receipt').values(rows).execute();
  await matchReceipts(
    context,
    rows.map(({ ref }) => ref),
  );
}

/** Applies the waiting receipts for these refs, in the order in which they came. */
export async function matchReceipts(context: Context, refs: readonly string[]): Promise<void> {
  if (refs.length === 0) return;
  await context.db.transaction().execute(async (trx) => {
    const messageIds = await lockOwners(trx, context.carrier.name, refs);
    if (messageIds.length === 0) return;
    await applyToParts(trx, context.carrier.name, refs);
    await advance(context, trx, await verdicts(trx, messageIds));
  });
}

/** The messages that the refs belong to, locked so that two receipts of one message take turns. */
async function lockOwners(trx: Trx, carrier: string, refs: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('message')
    .select('id')
    .where('id', 'in', (from) =>
      from
        .selectFrom('part')
        .select('message_id')
        .where('carrier', '=', carrier)
        .where('ref', 'in', refs),
    )
    .orderBy('id')
    .forUpdate()
    .execute();
  return rows.map((row) => row.id);
}

/** The first receipt of a part counts; what contradicts it later is kept and changes nothing. */
async function applyToParts(trx: Trx, carrier: string, refs: readonly string[]): Promise<void> {
  await sql`
    with waiting as (
      update receipt set matched = true
      from part
      where receipt.carrier = ${carrier} and receipt.ref = any(${refs}::text[]) and not receipt.matched
        and part.carrier = receipt.carrier and part.ref = receipt.ref
      returning receipt.*
    ), first as (
      select distinct on (ref) ref, outcome, carrier_code from waiting order by ref, id
    )
    update part set outcome = first.outcome, carrier_code = first.carrier_code
    from first
    where part.carrier = ${carrier} and part.ref = first.ref and part.outcome is null`.execute(trx);
}

/** Any part that failed makes the message fail; only when all parts arrived, it has arrived. */
async function verdicts(trx: Trx, messageIds: readonly string[]): Promise<Change[]> {
  const parts = await trx
    .selectFrom('part')
    .select(['message_id', 'outcome', 'carrier_code'])
    .where('message_id', 'in', messageIds)
    .orderBy('part')
    .execute();
  return messageIds.flatMap((messageId): Change[] => {
    const own = parts.filter((part) => part.message_id === messageId);
    const failed = own.find(({ outcome }) => outcome !== null && outcome !== 'delivered');
    if (failed)
      return [{ messageId, ...meaningOf[failed.outcome!], carrierCode: failed.carrier_code! }];
    return own.every(({ outcome }) => outcome === 'delivered')
      ? [{ messageId, to: 'delivered' }]
      : [];
  });
}
