import { readPermissions } from '../../consents/permissions.ts';
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
