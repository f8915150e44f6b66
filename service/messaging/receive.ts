import type { IncomingText } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import type { Trx } from '../store/database.ts';
import { encode } from './encode.ts';
import { keywordOf, keywordReply, type Keyword } from './keyword.ts';
import { messageOf, type MessageRow } from './messageOf.ts';
import { optIn, optOut } from './optOut.ts';
import { priorityOf } from './purpose.ts';
import { recordEvents } from './recordEvents.ts';

/**
 * Takes what recipients have sent: each text becomes a received message, and keywords take effect.
 * One that fails keeps no other from being taken, and makes all be brought again; those that were
 * taken count once.
 */
export async function receive(context: Context, texts: readonly IncomingText[]): Promise<void> {
  const failures: unknown[] = [];
  for (const text of texts) {
    await context.db
      .transaction()
      .execute((trx) => receiveOne(context, trx, text))
      .catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw failures[0];
}

async function receiveOne(context: Context, trx: Trx, text: IncomingText): Promise<void> {
  const number = await trx
    .selectFrom('number')
    .select('account_id')
    .where('number', '=', text.to)
    .where('status', '=', 'active')
    .executeTakeFirst();
  // A text to a number that is no one's has no one to be shown to.
  if (!number) return;
  const accountId = number.account_id;
  const row = await write(context, trx, accountId, text);
  if (!row) return;
  const keyword = keywordOf(text.text);
  const data = { ...messageOf(row), previous_status: null, keyword };
  await recordEvents(context, trx, [{ accountId, type: 'message.received', data }]);
  if (keyword && (await obey(context, trx, keyword, { accountId, phone: text.from }))) {
    await reply(context, trx, row, keywordReply[keyword]);
  }
}

/** Undefined where the carrier has brought the text before. */
async function write(
  context: Context,
  trx: Trx,
  accountId: string,
  text: IncomingText,
): Promise<MessageRow | undefined> {
  const now = context.clock();
  const { encoding, segments } = encode(text.text, 'auto', false)!;
  const contact = await trx
    .selectFrom('contact')
    .select('id')
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
      contact_id: contact?.id ?? null,
      metadata: '{}',
      in_reply_to: previous?.id ?? null,
      sequence: 1,
      created_at: now,
      final_at: now,
      carrier: context.carrier.name,
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
      return optIn(context, trx, recipient);
    case 'help':
      return Promise.resolve(true);
  }
}

async function reply(context: Context, trx: Trx, to: MessageRow, text: string): Promise<void> {
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
      contact_id: to.contact_id,
      metadata: '{}',
      in_reply_to: to.id,
      sequence: 0,
      expires_at: new Date(now.getTime() + 86_400_000),
      created_at: now,
      is_keyword_reply: true,
    })
    .execute();
  await context.enqueue(trx, 'dispatch', [
    { data: { messageId: id }, priority: priorityOf.notification },
  ]);
}
