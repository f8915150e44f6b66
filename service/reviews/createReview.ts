import type { Review } from '@textloom/shared/contract';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import type { Trx } from '../store/database.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { reviewedText, toReview } from './toReview.ts';

interface Doubt {
  readonly accountId: string;
  readonly phone: string;
  readonly number: string;
  readonly keyword: Review['keyword'];
  readonly rule: string;
  readonly messageId: string;
  /** When the text arrived. */
  readonly at: Date;
}

/** Opens the review of a received text that may ask for something. */
export async function createReview(
  context: Context,
  trx: Trx,
  { accountId, messageId, at, ...doubt }: Doubt,
): Promise<void> {
  const row = await trx
    .insertInto('review')
    .values({
      id: newId('rev'),
      account_id: accountId,
      ...doubt,
      status: 'open',
      message_id: messageId,
      created_at: at,
      decided_at: null,
    })
    .returningAll()
    .returning(reviewedText)
    .executeTakeFirstOrThrow();
  await recordEvents(context, trx, [{ accountId, type: 'review.created', data: toReview(row) }]);
}
