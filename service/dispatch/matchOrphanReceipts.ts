import { sql } from 'kysely';
import { submitReference } from '../carriers/carrier.ts';
import type { Context } from '../core/context.ts';
import { cameAfter, matchReceipts } from './receipts.ts';

const batch = 500;
/** After this time, a late submit response has found a receipt that arrived before it. */
const settledMs = 5_000;

interface Candidate {
  readonly id: string;
  readonly carrier: string;
  readonly reference: number | null;
  readonly received_at: Date;
  /** The reference that the service gave the part. */
  readonly part_ref: string;
  /** Whether another message between the same addresses waits for its submit response. */
  readonly is_ambiguous: boolean;
}

/**
 * Finds the receipts of parts whose submit response, and therefore whose carrier ID, never arrived.
 * A receipt with an unknown ID belongs to the part between its two addresses whose reference it
 * names. If it names no reference, it belongs to the only such part, unless another message is
 * possible too.
 */
export async function matchOrphanReceipts(context: Context): Promise<void> {
  const { rows } = await sql<Candidate>`
    select receipt.id, receipt.carrier, receipt.reference, receipt.received_at,
      part.ref as part_ref,
      exists (
        select from message as rival
        where rival.account_id = message.account_id and rival.sender = message.sender
          and rival.recipient = message.recipient
          and rival.status in ('scheduled', 'queued') and rival.submitting_at is not null
      ) as is_ambiguous
    from part
    join message on message.id = part.message_id
    join receipt on receipt.carrier = part.carrier and not receipt.matched
      and receipt.sender = message.sender and receipt.recipient = message.recipient
      and ${cameAfter(context.clock())}
    where part.is_unanswered and part.outcome is null and message.status = 'sent'
    order by receipt.id
    limit ${batch}`.execute(context.db);
  const settled = context.clock().getTime() - settledMs;
  for (const candidates of Map.groupBy(rows, ({ id }) => id).values()) {
    const named = candidates.find(
      ({ reference, part_ref }) => reference === submitReference(part_ref),
    );
    const [first, ...others] = candidates;
    const { reference, is_ambiguous, received_at } = first!;
    const isOnly = reference === null && others.length === 0 && !is_ambiguous;
    const owner = named ?? (isOnly && received_at.getTime() < settled ? first : undefined);
    if (owner) await assignReceipt(context, owner);
  }
}

async function assignReceipt(
  context: Context,
  { id, carrier, part_ref }: Candidate,
): Promise<void> {
  await context.db
    .updateTable('receipt')
    .set({ ref: part_ref })
    .where('id', '=', id)
    .where('matched', '=', false)
    .execute();
  await matchReceipts(context, { name: carrier, alternateIds: () => [] }, [part_ref]);
}
