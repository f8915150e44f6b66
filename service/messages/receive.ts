import { sql, type Selectable } from 'kysely';
import type { IncomingText } from '../carriers/carrier.ts';
import type { Context } from '../core/context.ts';
import { toArrival } from '../consents/arrival.ts';
import { hasPhone } from '../consents/hasPhone.ts';
import { equivalentNumbers, findByPhone } from '../phones/equivalentNumbers.ts';
import { newId } from '../lib/ids.ts';
import type { Trx } from '../store/database.ts';
import type { AccountTable, NumberTable } from '../store/tables/tables.ts';
import { toContact, listIds, type ContactRow } from '../contacts/toContact.ts';
import { addReceived } from '../conversations/addReceived.ts';
import { encode } from '../segments/encode.ts';
import { findPrevious, lockAwaited } from './findPrevious.ts';
import { toMessage, type MessageRow } from './toMessage.ts';
import { findCountry } from '../phones/phone.ts';
import { toMedia } from '../media/link.ts';
import { storeMedia } from '../media/storeMedia.ts';
import { actOnKeyword, type Arrival } from './keywords/actOnKeyword.ts';
import { confirmation, readWish, type Wish } from './keywords/readWish.ts';
import { replyAutomatically } from './keywords/replyAutomatically.ts';
import { reviewDoubt } from './keywords/reviewDoubt.ts';
import { recordReaction } from '../recipients/recordReaction.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { minute } from '../times/durations.ts';
import { lockDailyLimit, type DailyLimit } from '../accounts/spendSegments.ts';

/** The owner of the number that a text came to, and what the number says about a reply. */
type Receiver = Selectable<AccountTable> & Pick<Selectable<NumberTable>, 'campaign_id' | 'carrier'>;

/**
 * Stores a text from a recipient as a received message, and applies its keyword. A text to a number
 * that no account holds is `unassigned`, because no account can see it.
 */
export async function receive(
  context: Context,
  carrier: string,
  text: IncomingText,
): Promise<'accepted' | 'unassigned'> {
  const outcome = await context.db
    .transaction()
    .execute((trx) => receiveOne(context, trx, carrier, text));
  if (outcome === 'replied') context.wakeDispatch();
  return outcome === 'unassigned' ? 'unassigned' : 'accepted';
}

/**
 * The clocks of two processes can differ by this much. Meanwhile, no text reaches an account that
 * got the number from another one, because a released number stays in quarantine for longer.
 */
const clockDifferenceMs = minute;

/**
 * Stores the text, unless it is stored already, and replies if its keyword asks for a reply. A text
 * to the other spelling of a number is a text to the number.
 */
async function receiveOne(
  context: Context,
  trx: Trx,
  carrier: string,
  arrived: IncomingText,
): Promise<'unassigned' | 'stored' | 'replied'> {
  const number = await trx
    .selectFrom('number')
    .innerJoin('account', 'account.id', 'number.account_id')
    .selectAll('account')
    .select(['number.number', 'number.account_id', 'number.campaign_id', 'number.carrier'])
    .where('number.number', 'in', equivalentNumbers(arrived.to))
    .where('number.status', '=', 'active')
    .where(
      sql<boolean>`(number.created_at <= ${new Date(arrived.receivedAt.getTime() + clockDifferenceMs)}
      -- Someone has set the clock back since.
      or number.created_at > ${context.clock()})`,
    )
    // Another account can hold the other spelling, or can have released it a short time ago.
    .where(
      sql<boolean>`(number.number = ${arrived.to} or not exists (
        select from released_number as released
        where released.number = ${arrived.to} and released.account_id <> number.account_id))`,
    )
    .orderBy(sql`number.number = ${arrived.to}`, 'desc')
    .limit(1)
    .executeTakeFirst();
  // No account can see a text to a number that no account held when it arrived.
  if (!number) return 'unassigned';
  const text = { ...arrived, to: number.number };
  const accountId = number.account_id;
  const contacts = await trx
    .selectFrom('contact')
    .selectAll()
    .select(listIds)
    .where('account_id', '=', accountId)
    .where(hasPhone([text.from]))
    .execute();
  const contact = findByPhone(contacts)(text.from);
  const { last, awaited } = await findPrevious(trx, accountId, text, context.clock());
  const wish = await readWish(trx, number, text, { inReplyTo: last, now: context.clock() });
  // Locks the daily limit before any message, in the same order as other transactions.
  const limit = wish.keyword ? await lockDailyLimit(trx, number, context.clock()) : undefined;
  const isConfirmation = wish.keyword_rule === confirmation;
  const previous =
    awaited === null || isConfirmation
      ? last
      : ((await lockAwaited(trx, accountId, text, context.clock())) ?? last);
  const inReplyTo = previous && (await lockPrevious(trx, previous));
  const row = await write(context, trx, number, { ...text, wish, inReplyTo, carrier, contact });
  if (!row) return 'stored';
  // Even if the text also answers an earlier question.
  await recordReaction(trx, { ...row, in_reply_to: last });
  const media = await storeMedia(context, trx, row, text.media ?? []);
  const data = {
    ...toMessage(row),
    media: media.map((one) => toMedia(context, one)),
    previous_status: null,
    burst: null,
    contact: contact ? toContact(contact) : null,
  };
  await recordEvents(context, trx, [{ accountId, type: 'message.received', data }]);
  await reviewDoubt(context, trx, row);
  const { language } = wish;
  const hasReply = await handleKeyword(context, trx, number, row, {
    language,
    limit,
    isRepliedTo: text.isRepliedTo ?? false,
    receivedAt: text.receivedAt,
    arrivedAt: text.arrivedAt,
  });
  await addReceived(context, trx, row);
  return hasReply ? 'replied' : 'stored';
}

/** Acts on the keyword of a text. Returns whether the service replies to it. */
async function handleKeyword(
  context: Context,
  trx: Trx,
  receiver: Receiver,
  row: MessageRow,
  {
    language,
    limit,
    isRepliedTo,
    ...arrival
  }: { language: Wish['language']; limit: DailyLimit | undefined; isRepliedTo: boolean } & Arrival,
): Promise<boolean> {
  if (!limit) return false;
  const { remaining } = limit;
  if (!(await actOnKeyword(context, trx, receiver, row, arrival))) return false;
  if (isRepliedTo) return false;
  const { campaign_id: campaignId, carrier: owner } = receiver;
  const reply = { language, remaining, campaignId, owner };
  return replyAutomatically(context, trx, receiver, row, reply);
}

/**
 * Locks the previous message, unless an erasure has deleted it meanwhile. A webhook that a client
 * creates for the replies waits, and then finds this one.
 */
async function lockPrevious(trx: Trx, id: string): Promise<string | null> {
  const { rows } = await sql<{ readonly id: string }>`
    select id from message where id = ${id} for key share`.execute(trx);
  return rows[0]?.id ?? null;
}

/** Stores the message. Returns undefined if the carrier has delivered the text before. */
async function write(
  context: Context,
  trx: Trx,
  { account_id: accountId, default_country }: { account_id: string; default_country: string },
  {
    contact,
    wish,
    ...text
  }: IncomingText & {
    readonly wish: Wish;
    readonly inReplyTo: string | null;
    readonly carrier: string;
    readonly contact: ContactRow | undefined;
  },
): Promise<MessageRow | undefined> {
  const now = context.clock();
  const { encoding, segments } = encode(text.text, 'auto', false)!;
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
      in_reply_to: text.inReplyTo,
      sequence: 1,
      created_at: now,
      final_at: now,
      carrier: text.carrier,
      carrier_ref: text.ref,
      keyword: wish.keyword,
      possible_keyword: wish.possible_keyword,
      keyword_rule: wish.keyword_rule,
      arrived_at: wish.possible_keyword && toArrival(text),
    })
    .onConflict((conflict) =>
      conflict.columns(['carrier', 'carrier_ref']).where('carrier_ref', 'is not', null).doNothing(),
    )
    .returningAll()
    .executeTakeFirst();
}
