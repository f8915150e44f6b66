import { sql } from 'kysely';
import { unknownCarrier } from '../../carriers/carrier.ts';
import type { Context } from '../../core/context.ts';
import { cameAfter, canBeAbout, matchReceipts } from './receipts.ts';
import { isUnsent } from '../../messages/statusMachine.ts';

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

const hash = sql`sha256(convert_to(part.ref, 'UTF8'))`;
/** Does the same as `submitReference` in a query. */
const partReference = sql`(get_byte(${hash}, 0) * 256 + get_byte(${hash}, 1))`;

/**
 * Finds the receipts of parts whose submit response, and therefore whose carrier ID, never arrived.
 * A receipt with an unknown ID belongs to the only part to its recipient whose reference it names.
 * If it names no reference, it belongs to the only such part between its exact addresses, unless
 * another message is possible too. Without a recipient, it belongs to none: there are only 65,536
 * references.
 */
export async function matchOrphanReceipts(context: Context): Promise<void> {
  const now = context.clock();
  const { rows } = await sql<Candidate>`
    with orphan as materialized (
      select part.carrier as part_carrier, part.ref as part_ref,
        ${partReference} as part_reference,
        message.account_id, message.sender, message.recipient, message.created_at
      from part join message on message.id = part.message_id
      where part.is_unanswered and part.outcome is null and message.status = 'sent'
    )
    select receipt.id, receipt.carrier, receipt.reference, receipt.received_at, part_ref,
      false as is_ambiguous
    from orphan as message
    join receipt on receipt.carrier = part_carrier and not receipt.matched
      and receipt.reference = part_reference and receipt.recipient <> ''
      and ${canBeAbout(now)}
    union all
    select receipt.id, receipt.carrier, receipt.reference, receipt.received_at, part_ref,
      exists (
        select from message as rival
        where rival.account_id = message.account_id and rival.sender = message.sender
          and rival.recipient = message.recipient
          and ${isUnsent('rival')} and rival.submitting_at is not null
      ) as is_ambiguous
    from orphan as message
    join receipt on receipt.carrier = part_carrier and not receipt.matched
      and receipt.reference is null
      and receipt.sender = message.sender and receipt.recipient = message.recipient
      and ${cameAfter(now)}
    order by id
    limit ${batch}`.execute(context.db);
  const settled = now.getTime() - settledMs;
  for (const candidates of Map.groupBy(rows, ({ id }) => id).values()) {
    const [first, ...others] = candidates;
    const { reference, is_ambiguous, received_at } = first!;
    const isCertain = reference !== null || (!is_ambiguous && received_at.getTime() < settled);
    if (others.length === 0 && isCertain) await assignReceipt(context, first!);
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
  await matchReceipts(context, unknownCarrier(carrier), [part_ref]);
}
