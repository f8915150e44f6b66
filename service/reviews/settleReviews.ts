import type { Review } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { hasArrivedBy } from '../consents/arrival.ts';
import { unnestChannels, type Channel } from '../consents/optOuts.ts';
import type { ConsentStatement } from '../consents/recordConsents.ts';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { reviewedText, toReview } from './toReview.ts';

interface Settlement {
  readonly accountId: string;
  /** The texts that this applies to. */
  readonly channels: readonly Channel[];
  /** The wish of the people. */
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
  { accountId, channels, keyword }: Settlement,
  expression: ConsentStatement,
): Promise<void> {
  const phones = channels.map(({ phone }) => phone);
  // In the order in which an erasure locks them.
  const locked = sql<string>`any(array(
    select id from review
    where account_id = ${accountId} and status = 'open' and phone = any(${phones}::text[])
      and exists (select from ${unnestChannels(channels)}
        where channel.phone = review.phone and coalesce(channel.number, review.number) = review.number)
    order by id for update))`;
  const decided = await trx
    .updateTable('review')
    .set({
      status: sql<
        Review['status']
      >`case keyword when ${keyword} then 'confirmed' else 'dismissed' end`,
      decided_at: context.clock(),
    })
    .where('id', '=', locked)
    .where('status', '=', 'open')
    .where((row) => row.or([row('keyword', '=', keyword), hasArrivedBy(arrival, expression)]))
    .returningAll()
    .returning(reviewedText)
    .execute();
  await recordEvents(
    context,
    trx,
    decided.map((row) => ({ accountId, type: 'review.decided', data: toReview(row) })),
  );
}
