import type { Review } from '@textloom/shared/contract';
import type { Call, Handlers } from './handlers.ts';
import { readAccount } from '../accounts/readAccount.ts';
import { hasPhone } from '../consents/hasPhone.ts';
import { lockExisting } from '../contacts/lockContacts.ts';
import { fail, failMissing } from '../errors/serviceError.ts';
import { minute } from '../times/durations.ts';
import { iso } from '../times/iso.ts';
import { equivalentNumbers } from '../phones/equivalentNumbers.ts';
import { requirePhone } from '../phones/requirePhone.ts';
import { optIn } from '../messages/optIn.ts';
import { optOut, getOptOutNumber } from '../messages/optOut.ts';
import { recordReaction } from '../recipients/recordReaction.ts';
import { reviewedText, toReview, type ReviewRow } from '../reviews/toReview.ts';
import { readPage } from '../store/readPage.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';

export const review = {
  list(call, { status, phone, ...paging }) {
    const found = selectReviews(call)
      .where((where) => where.and({ status }))
      .$if(phone !== undefined, (query) =>
        query.where(hasPhone([requirePhone(call, phone!, '/phone')])),
      );
    return readPage('rev', found, paging, toReview);
  },

  get: async (call, { id }) => toReview(await read(call, id)),

  async decide(call, { id, decision }) {
    const status = decision === 'confirm' ? 'confirmed' : 'dismissed';
    const found = await read(call, id);
    if (status === 'confirmed' && found.keyword === 'stop') await countOptOut(call, found);
    await lockPerson(call, found);
    const row = await read(call, id);
    // An opt-out or opt-in also settles the review.
    if (row.status === 'open')
      await (status === 'confirmed' ? carryOut(call, row) : dismiss(call, row));
    return requireStatus(toReview(await read(call, id)), status);
  },
} satisfies Handlers['review'];

const selectReviews = ({ trx, account }: Call) =>
  trx.selectFrom('review').selectAll().select(reviewedText).where('account_id', '=', account.id);

async function read(call: Call, id: string): Promise<ReviewRow> {
  const row = await selectReviews(call).where('id', '=', id).executeTakeFirst();
  return row ?? failMissing('review');
}

/** The same decision can be repeated. */
const requireStatus = (found: Review, status: Review['status']): Review =>
  found.status === status
    ? found
    : fail('status_conflict', { detail: `The review is already ${found.status}.` });

/** How long after the reply to a message its carrier can respond. */
const lateMs = minute;

/**
 * Counts the text as an opt-out of its broadcast, once. This comes first, in the same order as a
 * STOP. If the review turns out to be dismissed, the transaction undoes it.
 */
async function countOptOut({ trx, account }: Call, { message_id }: ReviewRow): Promise<void> {
  const text =
    (await trx
      .selectFrom('message')
      .select(['sender', 'recipient', 'created_at'])
      .where('id', '=', message_id)
      .executeTakeFirst()) ?? failMissing('review');
  // The text can answer an earlier question.
  const last = await trx
    .selectFrom('message')
    .select('id')
    .where('account_id', '=', account.id)
    .where('recipient', 'in', equivalentNumbers(text.sender))
    .where('sender', '=', text.recipient)
    .where('is_keyword_reply', '=', false)
    .where('id', '<', message_id)
    .where('sent_at', '<=', new Date(text.created_at.getTime() + lateMs))
    .orderBy('sent_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  await recordReaction(trx, { ...text, in_reply_to: last?.id ?? null, keyword: 'stop' });
}

/** Locks the contact before the review, in the same order as a STOP. */
const lockPerson = ({ trx, account }: Call, { phone }: ReviewRow) =>
  lockExisting(trx, { accountId: account.id, phones: [phone] });

async function dismiss({ context, trx, account, now }: Call, { id }: ReviewRow): Promise<void> {
  const row = await trx
    .updateTable('review')
    .set({ status: 'dismissed', decided_at: now })
    .where('id', '=', id)
    .where('status', '=', 'open')
    .returningAll()
    .returning(reviewedText)
    .executeTakeFirst();
  if (!row) return;
  const event = { accountId: account.id, type: 'review.decided', data: toReview(row) } as const;
  await recordEvents(context, trx, [event]);
}

/** Does what the sender of the text wants. */
async function carryOut(call: Call, row: ReviewRow): Promise<void> {
  const { context, trx, keyId } = call;
  const { account_id: accountId, phone, number, message_id: messageId, text: words, rule } = row;
  const { created_at: at } = row;
  const text = await trx
    .selectFrom('message')
    .select('arrived_at')
    .where('id', '=', messageId)
    .executeTakeFirst();
  // The person wanted this when the text arrived, and can have changed their mind since.
  const arrivedAt = (text ?? failMissing('review')).arrived_at ?? undefined;
  const expression = { method: 'review', at, arrivedAt, words, rule, messageId, keyId } as const;
  if (row.keyword === 'stop') {
    const scope = getOptOutNumber(await readAccount(trx, accountId), number);
    await optOut(context, trx, { accountId, phone, number: scope }, expression);
  } else {
    const consent = { source: 'Reviewed text', at: iso(at) };
    const subscription = { status: 'subscribed', consent, confirms: true } as const;
    await optIn(context, trx, { accountId, phone, number }, subscription, expression);
  }
}
