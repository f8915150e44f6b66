import type { Review } from '@textloom/shared/contract';
import { sql, type Selectable } from 'kysely';
import { conversationId } from '../conversations/conversationId.ts';
import { iso } from '../times/iso.ts';
import { explainRule } from '../optout/rules.ts';
import type { MessageTable } from '../store/tables/messageTables.ts';
import type { ReviewTable } from '../store/tables/consentTables.ts';

/** What a review shows of its message. */
type Reviewed = Pick<Selectable<MessageTable>, 'text' | 'contact_id'>;

export type ReviewRow = Selectable<ReviewTable> & Reviewed;

/** Selects what a review shows of its message, for statements that read or return reviews. */
export const reviewedText = [
  sql<string>`(select text from message where message.id = review.message_id)`.as('text'),
  sql<string | null>`(select contact_id from message where message.id = review.message_id)`.as(
    'contact_id',
  ),
] as const;

/** Returns a review as the API shows it. */
export const toReview = ({ account_id: accountId, phone, number, ...row }: ReviewRow): Review => ({
  id: row.id,
  status: row.status,
  keyword: row.keyword,
  rule: row.rule,
  explanation: explanations[row.rule] ?? unexplained,
  message_id: row.message_id,
  text: row.text,
  phone,
  number,
  contact_id: row.contact_id,
  conversation_id: conversationId({ accountId, number, phone }),
  created_at: iso(row.created_at),
  decided_at: iso(row.decided_at),
});

/** A rule of another version has no explanation. */
const explanations: Readonly<Record<string, string>> = explainRule;
const unexplained = 'The text may ask you to stop or start texting.';
