import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Webhook } from '@textloom/shared/contract';
import { sql } from 'kysely';
import type { Context } from '../../../service/core/context.ts';
import { newId } from '../../../service/lib/ids.ts';
import { receive } from '../../../service/messages/receive.ts';
import { insertMany } from '../../../service/store/insertMany.ts';
import { countReads } from '../harness/countReads.ts';
import { openTestContext } from '../harness/openTestContext.ts';
import { accountRow, messageRow, numberRow } from '../harness/rows.ts';

const now = new Date('2026-03-01T12:00:00Z');

describe('a text to a number that has sent several messages', () => {
  let context: Context;
  let close: () => Promise<void>;
  const [account, other, number] = ['acc_one', 'acc_two', '+12065552000'];

  beforeAll(async () => {
    ({ context, close } = await openTestContext({ clock: () => now }));
    const accounts = [account, other].map((id) => accountRow({ id, created_at: now }));
    await context.db.insertInto('account').values(accounts).execute();
    const own = numberRow({ account_id: account, number, created_at: now });
    await context.db.insertInto('number').values(own).execute();
  });
  afterAll(() => close());

  let people = 0;
  let recipient = '';
  beforeEach(() => {
    recipient = `+1312${5_570_000 + ++people}`;
  });

  const send = async (more: Partial<Parameters<typeof messageRow>[0]> = {}): Promise<string> => {
    const row = messageRow({
      ...{ account_id: account, sender: number, recipient, status: 'sent' },
      ...{ created_at: now, sent_at: now, ...more },
    });
    await context.db.insertInto('message').values(row).execute();
    return row.id;
  };
  interface Wait {
    readonly account_id?: string;
    readonly events?: string[];
    readonly filter?: Webhook['filter'];
    readonly status?: Webhook['status'];
    readonly expires_at?: Date | null;
  }
  const toWebhookRow = (message: string, { events, filter, ...more }: Wait = {}) => ({
    ...{ id: newId('whk'), account_id: account, url: `https://example.com/${newId('whk')}` },
    ...{ secret: '', status: 'enabled' as const, disabled_reason: null, expires_at: null },
    ...{ created_at: now, updated_at: now, ...more },
    events: JSON.stringify(events ?? ['message.received']),
    filter: JSON.stringify({ message_id: [message], ...filter }),
  });
  const wait = (message: string, more?: Wait) =>
    context.db.insertInto('webhook').values(toWebhookRow(message, more)).execute();
  const reply = async (text = 'Tomorrow', from = recipient) => {
    const ref = newId('txt');
    await receive(context, 'acme', { ref, from, to: number, text, receivedAt: now });
    const received = context.db.selectFrom('message').select('in_reply_to');
    return (await received.where('carrier_ref', '=', ref).executeTakeFirstOrThrow()).in_reply_to;
  };

  it.each([
    ['in events of its type', {}],
    ['in all events of messages', { events: ['webhook.expired', 'message.*'] }],
    ['until a later time', { expires_at: new Date(now.getTime() + 1) }],
    ['between these numbers', { filter: { to: [number], status: ['received', 'sent'] } }],
  ] satisfies [string, Wait][])('answers the question that a webhook awaits %s', async (_, how) => {
    const question = await send();
    await wait(question, how);
    await send();
    expect(await reply()).toBe(question);
  });

  it.each([
    ['has expired', { expires_at: now }],
    ['is disabled', { status: 'disabled' }],
    ['asks for other events', { events: ['message.sent', 'message.failed', 'contact.*'] }],
    ['asks for other statuses', { filter: { status: ['delivered'] } }],
    ['asks for other numbers', { filter: { from: ['+12065559999'] } }],
    ['belongs to another account', { account_id: other }],
  ] satisfies [string, Wait][])('answers the last message if the webhook %s', async (_, how) => {
    await wait(await send(), how);
    const last = await send();
    expect(await reply()).toBe(last);
  });

  it('answers each of several questions once, the newest first', async () => {
    const questions = [await send(), await send()];
    for (const one of questions) await wait(one);
    const last = await send();
    const answers = [await reply(), await reply('HELP'), await reply(), await reply()];
    expect(answers).toEqual([questions[1], questions[0], questions[0], last]);
  });

  it('answers a question until its wait ends, even after a reply that decides nothing', async () => {
    const [earlier, question] = [await send(), await send()];
    for (const one of [earlier, question])
      await wait(one, { expires_at: new Date(now.getTime() + 1) });
    await send();
    const answers = [await reply('Who is this?'), await reply('When?'), await reply('Yes please')];
    expect(answers).toEqual([question, earlier, question]);
  });

  it('answers no question that has failed, is about to leave, or is to somebody else', async () => {
    await wait(await send({ status: 'undelivered' }));
    await wait(await send({ status: 'queued', sent_at: null }));
    await wait(await send({ recipient: '+13125579999' }));
    const last = await send();
    expect(await reply()).toBe(last);
  });

  it('answers a question to the other spelling of a number', async () => {
    recipient = '+5215512345678';
    const question = await send();
    await wait(question);
    await send();
    expect(await reply('Tomorrow', '+525512345678')).toBe(question);
  });

  it('answers a later request to confirm with YES', async () => {
    await wait(await send());
    const request = await send();
    const contact_id = newId('con');
    const contact = {
      ...{ id: contact_id, account_id: account, phone: recipient, attributes: '{}' },
      ...{ status: 'pending' as const, created_at: now, updated_at: now },
    };
    await context.db.insertInto('contact').values(contact).execute();
    const consent = {
      ...{ id: newId('cns'), account_id: account, contact_id, phone: recipient },
      ...{ action: 'confirmation_requested' as const, method: 'api' as const },
      ...{ message_id: request, consented_at: now, created_at: now },
    };
    await context.db.insertInto('consent').values(consent).execute();
    expect(await reply('YES')).toBe(request);
  });

  it('finds the question among thousands of others that wait', async () => {
    const rows = Array.from({ length: 3_000 }, () => toWebhookRow(newId('msg')));
    await insertMany('webhook', rows, ['events', 'filter']).execute(context.db);
    await sql`vacuum analyze webhook`.execute(context.db);
    const question = await send();
    await wait(question);
    await send();
    let answered: string | null = null;
    const reads = await countReads(context.db, 'webhook', async () => {
      answered = await reply();
    });
    expect(answered).toBe(question);
    expect(reads).toBeLessThan(100);
  });
});
