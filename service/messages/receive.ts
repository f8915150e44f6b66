import type { Selectable } from 'kysely';
import type { IncomingText } from '../carriers/carrier.ts';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import { iso } from '../lib/iso.ts';
import type { Trx } from '../store/database.ts';
import type { AccountTable } from '../store/tables.ts';
import { toContact, listIds, type ContactRow } from '../contacts/toContact.ts';
import { encode } from '../segments/encode.ts';
import { parseKeyword, keywordReply, type Keyword } from '../lib/keyword.ts';
import { toMessage, type MessageRow } from './toMessage.ts';
import { optIn, optOut } from './optOut.ts';
import { findCountry } from '../lib/phone.ts';
import { priorityByPurpose } from './purpose.ts';
import { toMedia } from '../media/link.ts';
import { storeMedia } from '../media/storeMedia.ts';
import { recipientRefusal } from './recipientRefusal.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { lockBudget, spendSegments } from '../accounts/spendSegments.ts';

/** Stores a text from a recipient as a received message, and applies its keyword. */
export async function receive(
  context: Context,
  carrier: string,
  text: IncomingText,
): Promise<void> {
  const hasReply = await context.db
    .transaction()
    .execute((trx) => receiveOne(context, trx, carrier, text));
  if (hasReply) context.wakeDispatch();
}

/** Stores the text. Returns whether the service replies to it. */
async function receiveOne(
  context: Context,
  trx: Trx,
  carrier: string,
  text: IncomingText,
): Promise<boolean> {
  const number = await trx
    .selectFrom('number')
    .innerJoin('account', 'account.id', 'number.account_id')
    .selectAll('account')
    .select(['number.account_id', 'number.campaign_id'])
    .where('number.number', '=', text.to)
    .where('number.status', '=', 'active')
    .executeTakeFirst();
  // No account can see a text to a number that no account holds.
  if (!number) return false;
  const accountId = number.account_id;
  const contact = await trx
    .selectFrom('contact')
    .selectAll()
    .select(listIds)
    .where('account_id', '=', accountId)
    .where('phone', '=', text.from)
    .executeTakeFirst();
  const row = await write(context, trx, number, { ...text, carrier, contact });
  if (!row) return false;
  const media = await storeMedia(context, trx, row, text.media ?? []);
  const keyword = text.keyword ?? parseKeyword(text.text);
  const data = {
    ...toMessage(row),
    media: media.map((one) => toMedia(context, one)),
    previous_status: null,
    keyword,
    contact: contact ? toContact(contact) : null,
  };
  await recordEvents(context, trx, [{ accountId, type: 'message.received', data }]);
  if (!keyword) return false;
  // Locks the budget before any message, in the same order as other transactions.
  const { remaining } = await lockBudget(trx, number, context.clock());
  if (!(await applyKeyword(context, trx, keyword, { accountId, phone: text.from }))) return false;
  if (text.isRepliedTo) return false;
  return reply(context, trx, number, row, { keyword, remaining, campaignId: number.campaign_id });
}

/** Stores the message. Returns undefined if the carrier has delivered the text before. */
async function write(
  context: Context,
  trx: Trx,
  { account_id: accountId, default_country }: { account_id: string; default_country: string },
  {
    contact,
    ...text
  }: IncomingText & { readonly carrier: string; readonly contact: ContactRow | undefined },
): Promise<MessageRow | undefined> {
  const now = context.clock();
  const { encoding, segments } = encode(text.text, 'auto', false)!;
  const previous = await trx
    .selectFrom('message')
    .select('id')
    .where('account_id', '=', accountId)
    .where('recipient', '=', text.from)
    .where('sender', '=', text.to)
    .where('sent_at', 'is not', null)
    .where('is_keyword_reply', '=', false)
    .orderBy('id', 'desc')
    .limit(1)
    // A webhook that a client creates for the replies in the meantime waits, and then finds this
    // one.
    .forKeyShare()
    .executeTakeFirst();
  return trx
    .insertInto('message')
    .values({
      id: newId('msg'),
      account_id: accountId,
      direction: 'inbound',
      status: 'received',
      recipient: text.to,
      sender: text.from,
      text: text.text,
      encoding,
      segments,
      purpose: 'notification',
      country: findCountry(text.from, default_country),
      contact_id: contact?.id ?? null,
      list_ids: contact?.list_ids ?? [],
      metadata: '{}',
      in_reply_to: previous?.id ?? null,
      sequence: 1,
      created_at: now,
      final_at: now,
      carrier: text.carrier,
      carrier_ref: text.ref,
    })
    .onConflict((conflict) =>
      conflict.columns(['carrier', 'carrier_ref']).where('carrier_ref', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}

/**
 * Applies a keyword and returns whether to reply. A second STOP gets no reply, so that two machines
 * never loop.
 */
function applyKeyword(
  context: Context,
  trx: Trx,
  keyword: Keyword,
  recipient: { accountId: string; phone: string },
): Promise<boolean> {
  switch (keyword) {
    case 'stop':
      return optOut(context, trx, recipient);
    case 'start':
      return optIn(context, trx, recipient, {
        status: 'subscribed',
        consent: { source: 'Reply START', at: iso(context.clock()) },
      });
    case 'help':
      return Promise.resolve(true);
  }
}

/**
 * Replies to a keyword at most once per day for each recipient, within the rules and the budget of
 * the account. Otherwise, an attacker could text from fake senders to make the account pay for
 * replies. Returns false if there is no reply. The keyword takes effect in any case.
 */
async function reply(
  context: Context,
  trx: Trx,
  account: Selectable<AccountTable>,
  to: MessageRow,
  {
    keyword,
    remaining,
    campaignId,
  }: {
    readonly keyword: Keyword;
    /** How many segments of the budget are left. */
    readonly remaining: number;
    readonly campaignId: string | null;
  },
): Promise<boolean> {
  const now = context.clock();
  const text = keywordReply[keyword];
  const id = newId('msg');
  const { encoding, segments } = encode(text, 'auto', false)!;
  if (recipientRefusal(account, to.sender, to.country)) return false;
  if (segments > remaining) return false;
  if (!(await isFirstToday(trx, to, keyword, now))) return false;
  await spendSegments(trx, account, now, segments);
  await trx
    .insertInto('message')
    .values({
      id,
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
      expires_at: new Date(now.getTime() + 86_400_000),
      created_at: now,
      priority: priorityByPurpose.notification,
      due_at: now,
      is_keyword_reply: true,
    })
    .execute();
  return true;
}

/** Records a reply to a keyword. Returns false if there was one in the last 24 hours. */
async function isFirstToday(
  trx: Trx,
  { account_id, sender: phone }: MessageRow,
  keyword: Keyword,
  now: Date,
): Promise<boolean> {
  const row = await trx
    .insertInto('keyword_answer')
    .values({ account_id, phone, keyword, answered_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['account_id', 'phone', 'keyword'])
        .doUpdateSet({ answered_at: now })
        .where('keyword_answer.answered_at', '<', new Date(now.getTime() - 86_400_000)),
    )
    .returning('phone')
    .executeTakeFirst();
  return row !== undefined;
}
