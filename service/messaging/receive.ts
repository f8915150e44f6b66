import type { IncomingText } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { iso } from '../iso.ts';
import type { Trx } from '../store/database.ts';
import { listIds } from './contactOf.ts';
import { encode } from './encode.ts';
import { keywordOf, keywordReply, type Keyword } from './keyword.ts';
import { messageOf, type MessageRow } from './messageOf.ts';
import { optIn, optOut } from './optOut.ts';
import { countryOf } from './phone.ts';
import { priorityOf } from './purpose.ts';
import { recordEvents } from './recordEvents.ts';

/**
 * Takes what recipients have sent: each text becomes a received message, and keywords take effect.
 * One that fails keeps no other from being taken, and makes all be brought again; those that were
 * taken count once.
 */
export async function receive(
  context: Context,
  carrier: string,
  texts: readonly IncomingText[],
): Promise<void> {
  const failures: unknown[] = [];
  for (const text of texts) {
    await context.db
      .transaction()
      .execute((trx) => receiveOne(context, trx, carrier, text))
      .then((isAnswered) => isAnswered && context.wakeDispatch())
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

/** Whether it is answered. */
async function receiveOne(
  context: Context,
  trx: Trx,
  carrier: string,
  text: IncomingText,
): Promise<boolean> {
  const number = await trx
    .selectFrom('number')
    .innerJoin('account', 'account.id', 'number.account_id')
    .select(['number.account_id', 'number.campaign_id', 'account.default_country'])
    .where('number.number', '=', text.to)
    .where('number.status', '=', 'active')
    .executeTakeFirst();
  // A text to a number that is no one's has no one to be shown to.
  if (!number) return false;
  const accountId = number.account_id;
  const row = await write(context, trx, number, { ...text, carrier });
  if (!row) return false;
  const keyword = keywordOf(text.text);
  const data = { ...messageOf(row), previous_status: null, keyword };
  await recordEvents(context, trx, [{ accountId, type: 'message.received', data }]);
  if (!keyword || !(await obey(context, trx, keyword, { accountId, phone: text.from })))
    return false;
  await reply(context, trx, row, { text: keywordReply[keyword], campaignId: number.campaign_id });
  return true;
}

/** Undefined where the carrier has brought the text before. */
async function write(
  context: Context,
  trx: Trx,
  { account_id: accountId, default_country }: { account_id: string; default_country: string },
  text: IncomingText & { readonly carrier: string },
): Promise<MessageRow | undefined> {
  const now = context.clock();
  const { encoding, segments } = encode(text.text, 'auto', false)!;
  const contact = await trx
    .selectFrom('contact')
    .select(['id', listIds])
    .where('account_id', '=', accountId)
    .where('phone', '=', text.from)
    .executeTakeFirst();
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
    // A webhook that is made for its replies meanwhile waits, and then finds this one.
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
      country: countryOf(text.from, default_country),
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

/** Whether the keyword is answered: a second STOP is not, so that two machines never talk for ever. */
function obey(
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

async function reply(
  context: Context,
  trx: Trx,
  to: MessageRow,
  { text, campaignId }: { readonly text: string; readonly campaignId: string | null },
): Promise<void> {
  const now = context.clock();
  const id = newId('msg');
  const { encoding, segments } = encode(text, 'auto', false)!;
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
      priority: priorityOf.notification,
      due_at: now,
      is_keyword_reply: true,
    })
    .execute();
}
