import type { Review } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { hasArrivedBy } from '../consents/arrival.ts';
import type { ConsentStatement } from '../consents/recordConsents.ts';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { reviewedText, toReview } from './toReview.ts';

interface Settlement {
  readonly accountId: string;
  /** The numbers of the person. */
  readonly phones: readonly string[];
  /** The account's number that this applies to. Null for all numbers. */
  readonly number: string | null;
  /** What the person wants. */
  readonly keyword: Review['keyword'];
}

const arrival = sql<Date>`coalesce(
  (select arrived_at from message where message.id = review.message_id), review.created_at)`;

/**
 * Closes the open reviews of people who have made clear what they want: confirms those that ask for
 * it, and dismisses those of earlier texts that ask for the opposite. The transaction must hold the
 * locks of their contacts.
 */
export async function settleReviews(
  context: Context,
  trx: Trx,
  { accountId, phones, number, keyword }: Settlement,
  expression: ConsentStatement,
): Promise<void> {
  const decided = await trx
    .updateTable('review')
    .set({
      status: sql<
        Review['status']
      >`case keyword when ${keyword} then 'confirmed' else 'dismissed' end`,
      decided_at: context.clock(),
    })
    .where('account_id', '=', accountId)
    .where('phone', '=', sql<string>`any(${phones}::text[])`)
    .where('status', '=', 'open')
    .where((row) => row.or([row('keyword', '=', keyword), hasArrivedBy(arrival, expression)]))
    .$if(number !== null, (query) => query.where('number', '=', number!))
    .returningAll()
    .returning(reviewedText)
    .execute();
  await recordEvents(
    context,
    trx,
    decided.map((row) => ({ accountId, type: 'review.decided', data: toReview(row) })),
  );
}
