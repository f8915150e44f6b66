import { contract } from '@textloom/shared/contract';
import type { Selectable } from 'kysely';
import { spendSegments } from '../../accounts/spendSegments.ts';
import type { Context } from '../../core/context.ts';
import { latestTime } from '../../times/latestTime.ts';
import { withDefaults } from '../../core/withDefaults.ts';
import { newId } from '../../lib/ids.ts';
import type { Keyword } from '../../lib/keyword.ts';
import type { Language } from '../../replies/findLanguage.ts';
import { renderReply } from '../../replies/renderReply.ts';
import type { Trx } from '../../store/database.ts';
import type { AccountTable } from '../../store/tables/tables.ts';
import { encodeForCarrier } from '../draftMessages.ts';
import { day } from '../../times/durations.ts';
import { priorityByPurpose } from '../purpose.ts';
import { recipientRefusal } from '../checks/recipientRefusal.ts';
import type { MessageRow } from '../toMessage.ts';

const unset = withDefaults(contract.message.send.input, {});

interface Reply {
  readonly language: Language;
  /** How many segments of the daily limit are left. */
  readonly remaining: number;
  readonly campaignId: string | null;
  /** The name of the carrier that offered the number, as in `RoutedMessage`. */
  readonly owner: string | null;
}

/**
 * Replies to the keyword of a received text, within the rules and the daily limit of the account.
 * Each of its numbers replies to each keyword of a recipient at most once in 24 hours, which makes
 * at most three replies. Otherwise, two machines could reply to each other forever, and an attacker
 * could text from fake senders to make the account pay. Returns false if there is no reply. The
 * keyword takes effect in any case.
 */
export async function replyAutomatically(
  context: Context,
  trx: Trx,
  account: Selectable<AccountTable>,
  to: MessageRow,
  { language, remaining, campaignId, owner }: Reply,
): Promise<boolean> {
  const { keyword } = to;
  if (keyword === null) return false;
  const now = context.clock();
  const text = renderReply(account, keyword, language);
  const route = { from: to.recipient, to: to.sender, owner };
  const { encoding, segments } = encodeForCarrier(context, unset, text, () => route);
  if (recipientRefusal(account, to.sender, to.country)) return false;
  if (segments > remaining) return false;
  if (!(await isFirstToday(trx, to, keyword, now))) return false;
  await spendSegments(trx, account, now, segments);
  await trx
    .insertInto('message')
    .values({
      id: newId('msg'),
      account_id: to.account_id,
      direction: 'outbound',
      status: 'queued',
      recipient: to.sender,
      sender: to.recipient,
      text,
      encoding,
      segments,
      purpose: 'notification',
      country: to.country,
      contact_id: to.contact_id,
      list_ids: to.list_ids,
      campaign_id: campaignId,
      metadata: '{}',
      in_reply_to: to.id,
      sequence: 0,
      expires_at: new Date(now.getTime() + day),
      created_at: now,
      priority: priorityByPurpose.notification,
      due_at: now,
      is_keyword_reply: true,
    })
    .execute();
  return true;
}

/** A sender gets no second reply to a keyword if the first one is from after this time. */
export const repliesCountFrom = (now: Date): Date => new Date(now.getTime() - day);

/** Records a reply to a keyword. Returns false if there was one in the last 24 hours. */
async function isFirstToday(
  trx: Trx,
  { account_id, sender: phone, recipient: number }: MessageRow,
  keyword: Keyword,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('automatic_reply')
    .values({ account_id, phone, number, keyword, replied_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'phone', 'number', 'keyword'])
        .doUpdateSet({ replied_at: now })
        .where((where) =>
          where.not(
            where.between('automatic_reply.replied_at', repliesCountFrom(now), latestTime(now)),
          ),
        ),
    )
    .returning('phone')
    .executeTakeFirst();
  return row !== undefined;
}
