import { sql } from 'kysely';
import { toArrival } from '../../consents/arrival.ts';
import { holdOptOut, readPermissions } from '../../consents/permissions.ts';
import type { ConsentStatement } from '../../consents/recordConsents.ts';
import type { Context } from '../../core/context.ts';
import { createReview } from '../../reviews/createReview.ts';
import type { Trx } from '../../store/database.ts';
import type { MessageRow } from '../toMessage.ts';

/** Opens a review of a text that may ask to stop or start, if that would change anything. */
export async function reviewDoubt(
  context: Context,
  trx: Trx,
  { account_id: accountId, sender: phone, recipient: number, ...row }: MessageRow,
): Promise<void> {
  const { possible_keyword: keyword, keyword_rule: rule, id: messageId, created_at: at } = row;
  if (keyword === null || keyword === 'help' || rule === null) return;
  const reply = { accountId, recipient: phone, sender: number, purpose: 'marketing' } as const;
  const wouldChange =
    keyword === 'stop'
      ? !(await holdOptOut(context, trx, reply))
      : (await readPermissions(context, trx, [reply]))(reply) !== undefined;
  if (wouldChange)
    await createReview(context, trx, { accountId, phone, number, keyword, rule, messageId, at });
}

/**
 * Opens reviews of texts that may ask to stop and arrived after the START, the reviewed text or the
 * consent that lifts an opt-out now. They changed nothing while this opt-out still applied.
 */
export async function reviewLaterDoubts(
  context: Context,
  trx: Trx,
  { accountId, phones }: { readonly accountId: string; readonly phones: readonly string[] },
  expression: ConsentStatement,
): Promise<void> {
  // Nothing of this consent arrived here: the account says when the person gave it.
  const isLater =
    expression.method === 'api'
      ? sql<boolean>`created_at > ${expression.at}`
      : sql<boolean>`arrived_at > ${toArrival(expression)}`;
  const later = await trx
    .selectFrom('message')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('sender', '=', sql<string>`any(${phones}::text[])`)
    .where('direction', '=', 'inbound')
    .where('possible_keyword', '=', 'stop')
    .where(isLater)
    .where(sql<boolean>`not exists (select from review where message_id = message.id)`)
    .orderBy('id')
    // An erasure that is deleting one of them ends first.
    .forKeyShare()
    .execute();
  for (const row of later) await reviewDoubt(context, trx, row);
}
