import { sql } from 'kysely';
import { toArrival } from '../../consents/arrival.ts';
import { readPermissions } from '../../consents/permissions.ts';
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
  const refusal = (await readPermissions(context, trx, [reply]))(reply);
  const wouldChange =
    keyword === 'stop' ? refusal !== 'recipient_opted_out' : refusal !== undefined;
  if (wouldChange)
    await createReview(context, trx, { accountId, phone, number, keyword, rule, messageId, at });
}

/**
 * Opens reviews of texts that may ask to stop and arrived later than a START that the service
 * processes now. They changed nothing while the opt-out that the START lifts still applied.
 */
export async function reviewLaterDoubts(
  context: Context,
  trx: Trx,
  { accountId, phones }: { readonly accountId: string; readonly phones: readonly string[] },
  expression: ConsentStatement,
): Promise<void> {
  const later = await trx
    .selectFrom('message')
    .selectAll()
    .where('account_id', '=', accountId)
    .where('sender', '=', sql<string>`any(${phones}::text[])`)
    .where('direction', '=', 'inbound')
    .where('possible_keyword', '=', 'stop')
    .where('arrived_at', '>', toArrival(expression))
    .where(sql<boolean>`not exists (select from review where message_id = message.id)`)
    .orderBy('id')
    .execute();
  for (const row of later) await reviewDoubt(context, trx, row);
}
