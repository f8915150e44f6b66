import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import { canBeAbout, matchReceipts, withAlternateIds } from './receipts.ts';

const batch = 500;

/** The receipt of each carrier after which the next run of this process starts. */
const cursors = new WeakMap<Context, Map<string, string>>();

/**
 * Applies waiting receipts whose submit response came later, if the process died before it looked
 * for them. Each run looks at the next receipts of each carrier, because those of other programs
 * can wait in any number.
 */
export async function matchWaitingReceipts(context: Context): Promise<void> {
  const after = cursors.get(context) ?? new Map<string, string>();
  cursors.set(context, after);
  for (const carrier of context.carriers.all) {
    const waiting = await context.db
      .selectFrom('receipt')
      .select(['id', 'ref'])
      .where('carrier', '=', carrier.name)
      .where('matched', '=', false)
      .where('id', '>', after.get(carrier.name) ?? '')
      .orderBy('id')
      .limit(batch)
      .execute();
    after.set(carrier.name, waiting.length === batch ? waiting.at(-1)!.id : '');
    if (waiting.length === 0) continue;
    const spellings = waiting.flatMap(({ id, ref }) =>
      withAlternateIds(carrier, [ref]).map((spelling) => ({ id, spelling })),
    );
    const refs = spellings.map(({ spelling }) => spelling);
    const { rows } = await sql<{ ref: string }>`
      select distinct receipt.ref
      from unnest(${spellings.map(({ id }) => id)}::text[], ${refs}::text[])
        as spelled(receipt_id, ref)
      join receipt on receipt.id = spelled.receipt_id and not receipt.matched
      join part on part.ref = spelled.ref and (part.ref = receipt.ref or part.outcome is null)
      join message on message.id = part.message_id
      where part.carrier = ${carrier.name} and part.ref = any(${refs}::text[])
        and ${canBeAbout(context.clock())}`.execute(context.db);
    await matchReceipts(
      context,
      carrier,
      rows.map(({ ref }) => ref),
    );
  }
}
