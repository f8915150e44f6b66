import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import {
  submitReference,
  type Carrier,
  type Receipt,
  type SubmitResponse,
} from '../../../service/carriers/carrier.ts';
import { recordCallbacks } from '../../../service/dispatch/recordCallbacks.ts';
import { openInbox } from '../../../service/dispatch/openInbox.ts';
import { alternateIds } from '../../../service/carriers/smpp/receiptId.ts';
import type { Context } from '../../../service/core/context.ts';
import {
  checkAges,
  fetchOverdueReceipts,
} from '../../../service/dispatch/receipts/fetchOverdueReceipts.ts';
import { matchOrphanReceipts } from '../../../service/dispatch/receipts/matchOrphanReceipts.ts';
import { recordSubmitResults } from '../../../service/dispatch/results/recordSubmitResults.ts';
import {
  canBeAbout,
  matchReceipts,
  recordReceipts,
} from '../../../service/dispatch/receipts/receipts.ts';
import { sweep } from '../../../service/runtime/sweep.ts';
import { firstIdAt, newId } from '../../../service/lib/ids.ts';
import type { MessageRow } from '../../../service/messages/toMessage.ts';
import { receive } from '../../../service/messages/receive.ts';
import { incoming } from '../../../service/observability/metrics.ts';
import { openTestContext } from '../harness/openTestContext.ts';
import { accountRow, messageRow, numberRow } from '../harness/rows.ts';

const hour = 3_600_000;
const begin = new Date('2026-03-01T12:00:00Z');
/** Ignores the events of an inbox. */
const quiet = {
  onSubmitResponses: () => undefined,
  onCapacity: () => undefined,
  onError: () => undefined,
};

/** Compares data from carriers with stored data. Nothing runs except what a test calls. */
describe('carrier input:', () => {
  let context: Context;
  let close: () => Promise<void>;
  let now = begin;
  const account = 'acc_one';
  const number = '+12065552000';
  const carrier = (spellings: Carrier['alternateIds'] = () => []) => ({
    name: 'acme',
    alternateIds: spellings,
  });

  beforeAll(async () => {
    ({ context, close } = await openTestContext({ clock: () => now }));
    await context.db
      .insertInto('account')
      .values([account, 'acc_two'].map((id) => accountRow({ id, created_at: begin })))
      .execute();
    const numbers = [number, '+12065552001'].map((one) =>
      numberRow({ account_id: account, number: one, created_at: begin }),
    );
    await context.db.insertInto('number').values(numbers).execute();
  });
  afterAll(() => close());

  let phones = 0;
  const newPhone = () => `+1312${5_570_000 + ++phones}`;
  const addMessage = async (more: Partial<MessageRow> = {}): Promise<MessageRow> =>
    context.db
      .insertInto('message')
      .values(
        messageRow({
          ...{ account_id: account, sender: number, recipient: newPhone(), status: 'sent' },
          ...{ created_at: now, sent_at: now, expires_at: new Date(now.getTime() + 24 * hour) },
          carrier: 'acme',
          ...more,
          ...{ metadata: '{}', media: null, error: null },
        }),
      )
      .returningAll()
      .executeTakeFirstOrThrow();
  const addPart = async (message: MessageRow, ref: string, more = {}): Promise<void> => {
    await context.db
      .insertInto('part')
      .values({ carrier: 'acme', ref, message_id: message.id, part: 0, outcome: null, ...more })
      .execute();
  };
  const readStatus = async ({ id }: MessageRow) =>
    (
      await context.db
        .selectFrom('message')
        .select('status')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).status;
  const take = (receipt: Partial<Receipt>, spellings?: Carrier['alternateIds']) =>
    recordReceipts(context, carrier(spellings), [
      { ref: 'none', outcome: 'delivered', code: 'DELIVRD', ...receipt },
    ]);
  const accepted = ({ id }: MessageRow, ref: string): SubmitResponse => ({
    messageId: id,
    claim: 'clm_1',
    result: { kind: 'accepted', refs: [ref] },
  });
  const pass = (milliseconds: number) => {
    now = new Date(now.getTime() + milliseconds);
  };

  describe('a receipt', () => {
    it('counts for the message with its ID and its addresses', async () => {
      const message = await addMessage();
      await addPart(message, 'a1');
      await take({ ref: 'a1', message: { from: number, to: message.recipient } });
      expect(await readStatus(message)).toBe('delivered');
    });

    it('that waited counts although the clock was set back after the message', async () => {
      const [first, second] = [await addMessage(), await addMessage()];
      pass(-3 * hour);
      await take({ ref: 'a21' });
      await take({ ref: 'a22' });
      await addPart(first, 'a21');
      await matchReceipts(context, carrier(), ['a21']);
      expect(await readStatus(first)).toBe('delivered');
      await addPart(second, 'a22');
      const found = sql`
        select message.id from message, receipt
        where message.id = ${second.id} and receipt.ref = 'a22' and ${canBeAbout(now)}`;
      expect((await found.execute(context.db)).rows).toEqual([{ id: second.id }]);
      pass(3 * hour);
    });

    it.each<[string, (message: MessageRow) => Receipt['message']]>([
      ['names no addresses', () => undefined],
      ['names only its recipient', ({ recipient }) => ({ to: recipient })],
      [
        'writes another prefix of one digit',
        ({ sender, recipient }) => ({
          from: sender.replace('+1', '8'),
          to: recipient.replace('+1', '0'),
        }),
      ],
      [
        'spells its addresses differently',
        ({ sender, recipient }) => ({
          from: sender.slice(2),
          to: recipient.slice(1),
        }),
      ],
    ])('counts if it %s', async (_, about) => {
      const message = await addMessage();
      await addPart(message, `b${phones}`);
      await take({ ref: `b${phones}`, message: about(message) });
      expect(await readStatus(message)).toBe('delivered');
    });

    it.each<[string, (message: MessageRow) => Receipt['message']]>([
      ['another recipient', () => ({ from: number, to: '+13125999999' })],
      [
        'a recipient whose number has the same last six digits',
        ({ recipient }) => ({
          from: number,
          to: `${recipient.slice(0, -7)}${(Number(recipient.at(-7)) + 1) % 10}${recipient.slice(-6)}`,
        }),
      ],
      [
        'a national number with the same last six digits',
        ({ recipient }) => ({
          from: number,
          to: `${(Number(recipient.at(-7)) + 1) % 10}${recipient.slice(-6)}`,
        }),
      ],
      [
        'a recipient with the same number in another area',
        ({ recipient }) => ({ from: number, to: recipient.replace('+1312', '+1313') }),
      ],
      ['another sender', ({ recipient }) => ({ from: '+12065552001', to: recipient })],
      ['another sender that is a name', ({ recipient }) => ({ from: 'ACME', to: recipient })],
    ])('does not count if it names %s, with any way to spell IDs', async (_, about) => {
      for (const spellings of [undefined, alternateIds]) {
        const message = await addMessage();
        const ref = String(1_000 + phones);
        await addPart(message, ref);
        await take({ ref, outcome: 'undelivered', message: about(message) }, spellings);
        expect(await readStatus(message)).toBe('sent');
        // The genuine receipt still counts.
        await take({ ref, message: { from: number, to: message.recipient } }, spellings);
        expect(await readStatus(message)).toBe('delivered');
      }
    });

    it('finds its message under another spelling of the ID, and never the message of someone else', async () => {
      const [own, other] = [await addMessage(), await addMessage()];
      await addPart(own, '1f4');
      await addPart(other, '500');
      await take({ ref: '500', message: { from: number, to: own.recipient } }, alternateIds);
      expect(await readStatus(own)).toBe('delivered');
      expect(await readStatus(other)).toBe('sent');
    });

    it('waits for its own message if another spelling matches a message that already has its receipt', async () => {
      const earlier = await addMessage();
      await addPart(earlier, '10');
      const about = { from: number, to: earlier.recipient };
      await take({ ref: '10', message: about }, alternateIds);
      const message = await addMessage({ recipient: earlier.recipient });
      await take({ ref: '16', message: about }, alternateIds);
      await addPart(message, '16');
      await matchReceipts(context, carrier(alternateIds), ['16']);
      expect(await readStatus(message)).toBe('delivered');
    });

    it('counts for a sender that is a name or a short code, however the carrier writes it', async () => {
      for (const [sender, named] of [
        ['ACME', 'Acme'],
        ['24680', '+24680'],
      ] as const) {
        const message = await addMessage({ sender });
        await addPart(message, `n${phones}`);
        await take({ ref: `n${phones}`, message: { from: named, to: message.recipient } });
        expect(await readStatus(message)).toBe('delivered');
      }
    });
  });

  describe('a receipt of a submit whose response was lost', () => {
    const unanswered = async (more: Partial<MessageRow> = {}) => {
      const message = await addMessage(more);
      await addPart(message, `${message.id}-1`, { is_unanswered: true });
      return message;
    };
    const about = ({ recipient }: MessageRow, reference?: number) => ({
      from: number,
      to: recipient,
      reference,
    });

    it('counts for the message whose reference it names, even among several', async () => {
      const first = await unanswered();
      const second = await unanswered({ recipient: first.recipient });
      await take({ ref: 'c1', message: about(first, submitReference(`${second.id}-1`)) });
      await matchOrphanReceipts(context);
      expect([await readStatus(first), await readStatus(second)]).toEqual(['sent', 'delivered']);
    });

    it('still counts when the response to its part of a long text arrives late', async () => {
      const message = await unanswered();
      await addPart(message, `${message.id}-2`, { part: 1, is_unanswered: true });
      await take({ ref: 'c11', message: about(message, submitReference(`${message.id}-1`)) });
      await matchOrphanReceipts(context);
      for (const refs of [['c11'], [null, 'c12']])
        await recordSubmitResults(context, carrier(), [
          { messageId: message.id, claim: 'clm_1', result: { kind: 'accepted', refs } },
        ]);
      expect(await readStatus(message)).toBe('sent');
      await take({ ref: 'c12' });
      expect(await readStatus(message)).toBe('delivered');
    });

    it('counts for no message whose reference it does not name', async () => {
      const message = await unanswered();
      await take({ ref: 'c2', message: about(message, submitReference(`${message.id}-1`) ^ 1) });
      pass(6_000);
      await matchOrphanReceipts(context);
      expect(await readStatus(message)).toBe('sent');
    });

    it('counts for the only possible message, once its own response would have come', async () => {
      const message = await unanswered();
      await take({ ref: 'c3', message: about(message) });
      pass(4_000);
      await matchOrphanReceipts(context);
      expect(await readStatus(message)).toBe('sent');
      pass(2_000);
      await matchOrphanReceipts(context);
      expect(await readStatus(message)).toBe('delivered');
    });

    it.each<[string, (message: MessageRow) => Receipt['message']]>([
      ['does not name its sender', ({ recipient }) => ({ to: recipient })],
      [
        'spells its addresses differently',
        ({ sender, recipient }) => ({ from: sender.slice(2), to: recipient.slice(1) }),
      ],
    ])('counts if it names the reference and %s', async (_, addresses) => {
      const [message, other] = [await unanswered(), await unanswered()];
      const reference = submitReference(`${message.id}-1`);
      const ref = `f${phones}`;
      await take({ ref, message: { ...addresses(message), reference } });
      await take({ ref: `${ref}x`, message: { ...addresses(other), reference: reference ^ 1 } });
      await matchOrphanReceipts(context);
      expect([await readStatus(message), await readStatus(other)]).toEqual(['delivered', 'sent']);
    });

    it('counts for no message if it names only a reference, which many messages share', async () => {
      const message = await unanswered();
      const reference = submitReference(`${message.id}-1`);
      await take({ ref: 'f1', message: { reference } });
      await take({ ref: 'f2', message: { from: number, to: newPhone(), reference } });
      pass(6_000);
      await matchOrphanReceipts(context);
      expect(await readStatus(message)).toBe('sent');
    });

    it('counts for none of two messages with the reference that it names', async () => {
      const first = await unanswered();
      const second = await addMessage({ recipient: first.recipient });
      const shared = submitReference(`${first.id}-1`);
      let twin = 0;
      while (submitReference(`twin-${twin}`) !== shared) twin++;
      await addPart(second, `twin-${twin}`, { is_unanswered: true });
      await take({ ref: 'f3', message: about(first, shared) });
      await matchOrphanReceipts(context);
      expect([await readStatus(first), await readStatus(second)]).toEqual(['sent', 'sent']);
    });

    it('counts for no message without the reference if it spells the addresses differently', async () => {
      const message = await unanswered();
      await take({ ref: 'f4', message: { from: number, to: message.recipient.slice(1) } });
      await take({ ref: 'f5', message: { to: message.recipient } });
      pass(6_000);
      await matchOrphanReceipts(context);
      expect(await readStatus(message)).toBe('sent');
    });

    it('counts although somebody set the clock back after the message', async () => {
      const message = await unanswered();
      pass(-3 * hour);
      await take({ ref: 'c10', message: about(message) });
      pass(6_000);
      await matchOrphanReceipts(context);
      expect(await readStatus(message)).toBe('delivered');
      pass(3 * hour);
    });

    it('counts for none of two possible messages', async () => {
      const first = await unanswered();
      const second = await unanswered({ recipient: first.recipient });
      await take({ ref: 'c4', message: about(first) });
      pass(6_000);
      await matchOrphanReceipts(context);
      expect([await readStatus(first), await readStatus(second)]).toEqual(['sent', 'sent']);
    });

    it('waits while the carrier may still get another message between its addresses', async () => {
      const message = await unanswered();
      const rival = await addMessage({
        recipient: message.recipient,
        status: 'queued',
        submitting_at: now,
        sent_at: null,
      });
      await take({ ref: 'c5', message: about(message) });
      pass(6_000);
      await matchOrphanReceipts(context);
      expect(await readStatus(message)).toBe('sent');
      await context.db.deleteFrom('message').where('id', '=', rival.id).execute();
      await matchOrphanReceipts(context);
      expect(await readStatus(message)).toBe('delivered');
    });

    it('counts for a message although another one was sent after it', async () => {
      const message = await unanswered();
      await take({ ref: 'c9', message: about(message) });
      pass(6_000);
      await unanswered({ recipient: message.recipient });
      await matchOrphanReceipts(context);
      expect(await readStatus(message)).toBe('delivered');
    });

    it('counts for no message between other addresses, and for no message that was sent after it', async () => {
      const message = await unanswered();
      await take({ ref: 'c6', message: { from: number, to: newPhone() } });
      await take({ ref: 'c7', message: { from: '+12065552001', to: message.recipient } });
      pass(6_000);
      await matchOrphanReceipts(context);
      expect(await readStatus(message)).toBe('sent');
      const phone = newPhone();
      await take({ ref: 'c8', message: { from: number, to: phone } });
      pass(6_000);
      const later = await unanswered({ recipient: phone });
      pass(6_000);
      await matchOrphanReceipts(context);
      expect(await readStatus(later)).toBe('sent');
    });
  });

  describe('a message without a receipt', () => {
    it('waits three days for a receipt, and accepts one on the third day', async () => {
      const [late, never] = [await addMessage(), await addMessage()];
      await addPart(late, 'd1');
      for (const hours of [25, 24, 22]) {
        pass(hours * hour);
        await sweep(context);
        expect([await readStatus(late), await readStatus(never)]).toEqual(['sent', 'sent']);
      }
      await take({ ref: 'd1' });
      expect(await readStatus(late)).toBe('delivered');
      pass(2 * hour);
      await sweep(context);
      expect(await readStatus(never)).toBe('unconfirmed');
    });

    it('waits no longer because of a receipt of another message under the same ID', async () => {
      const message = await addMessage();
      await addPart(message, 'd2');
      await take({ ref: 'd2', message: { from: number, to: newPhone() } });
      await take({ ref: 'd2', message: { from: '+12065552001', to: message.recipient } });
      pass(25 * hour);
      await sweep(context);
      await matchReceipts(context, carrier(), ['d2']);
      expect(await readStatus(message)).toBe('sent');
      pass(48 * hour);
      await take({ ref: 'd2', message: { from: number, to: newPhone() } });
      await sweep(context);
      expect(await readStatus(message)).toBe('unconfirmed');
    });

    it('gets no receipt from before its creation', async () => {
      await take({ ref: 'd4' });
      pass(1);
      const message = await addMessage({ status: 'queued', sent_at: null, claim: 'clm_1' });
      await recordSubmitResults(context, carrier(), [accepted(message, 'd4')]);
      expect(await readStatus(message)).toBe('sent');
      pass(73 * hour);
      await sweep(context);
      expect(await readStatus(message)).toBe('unconfirmed');
    });

    it('gives its ID to the next message that the carrier accepts under it', async () => {
      await addPart(await addMessage({ status: 'unconfirmed', final_at: now }), 'd5');
      const next = await addMessage({ status: 'queued', sent_at: null, claim: 'clm_1' });
      await recordSubmitResults(context, carrier(), [accepted(next, 'd5')]);
      await take({ ref: 'd5' });
      expect(await readStatus(next)).toBe('delivered');
    });

    it('leaves nothing behind if its response comes after it is deleted', async () => {
      const messageId = newId('msg');
      for (const refs of [['d7'], [null]])
        await recordSubmitResults(context, carrier(), [
          { messageId, claim: 'clm_1', result: { kind: 'accepted', refs } },
        ]);
      const parts = context.db.selectFrom('part').select('ref');
      expect(await parts.where('message_id', '=', messageId).execute()).toEqual([]);
    });

    it('keeps its ID while its receipt may still come', async () => {
      const message = await addMessage();
      await addPart(message, 'd6');
      const next = await addMessage({ status: 'queued', sent_at: null, claim: 'clm_1' });
      await recordSubmitResults(context, carrier(), [accepted(next, 'd6')]);
      await take({ ref: 'd6' });
      expect([await readStatus(message), await readStatus(next)]).toEqual(['delivered', 'sent']);
    });

    it('eventually gets a receipt that a crash kept from being matched', async () => {
      const message = await addMessage();
      await take({ ref: 'd3', message: { from: number, to: message.recipient } });
      await addPart(message, 'd3');
      const { sender, recipient } = message;
      await context.db
        .updateTable('receipt')
        .set({ carrier: 'handset', sender, recipient })
        .where('ref', '=', 'd3')
        .execute();
      await context.db
        .updateTable('part')
        .set({ carrier: 'handset' })
        .where('ref', '=', 'd3')
        .execute();
      await sweep(context);
      expect(await readStatus(message)).toBe('delivered');
    });

    it('eventually gets it even under another spelling of the ID', async () => {
      const message = await addMessage();
      const other = await addMessage();
      await take({ ref: '502', message: { from: number, to: message.recipient } }, alternateIds);
      await addPart(other, '502');
      await addPart(message, '1f6');
      pass(74 * hour);
      const acme = { ...context.carriers.all[0]!, ...carrier(alternateIds) };
      await sweep({ ...context, carriers: { ...context.carriers, all: [acme] } });
      expect([await readStatus(message), await readStatus(other)]).toEqual([
        'delivered',
        'unconfirmed',
      ]);
    });

    it('waits a day beyond its time to live', async () => {
      const message = await addMessage({ expires_at: new Date(now.getTime() + 72 * hour) });
      pass(95 * hour);
      await sweep(context);
      expect(await readStatus(message)).toBe('sent');
      pass(2 * hour);
      await sweep(context);
      expect(await readStatus(message)).toBe('unconfirmed');
    });
  });

  it('callbacks count in the order in which they arrived, not in the order of the queue', async () => {
    const inbox = openInbox(context, carrier(), quiet);
    const message = await addMessage();
    await addPart(message, 'c1');
    const job = (arrivedAt: number, outcome: Receipt['outcome']) => ({
      id: String(arrivedAt),
      createdOn: new Date(arrivedAt),
      data: {
        // The clock of the process that received it.
        ...{ carrier: 'acme', receivedAt: -arrivedAt },
        events: [{ kind: 'receipt', ref: 'c1', outcome, code: outcome } as const],
      },
    });
    const jobs = [job(2, 'undelivered'), job(1, 'delivered')];
    await recordCallbacks(context.db, jobs, () => inbox);
    expect(await readStatus(message)).toBe('delivered');
  });

  it('submit responses are reported, so that waiting messages go out', async () => {
    let notified = 0;
    const inbox = openInbox(context, carrier(), { ...quiet, onSubmitResponses: () => notified++ });
    const message = await addMessage({ status: 'queued', sent_at: null, claim: 'clm_1' });
    await inbox.submitResponses([
      { messageId: message.id, claim: 'clm_1', result: { kind: 'accepted', refs: ['e1'] } },
    ]);
    expect([notified, await readStatus(message)]).toEqual([1, 'sent']);
  });

  it('a submit response and its receipt are matched by an ID of any length', async () => {
    const inbox = openInbox(context, carrier(), quiet);
    const [message, other] = [
      await addMessage({ status: 'queued', sent_at: null, claim: 'clm_1' }),
      await addMessage({ status: 'queued', sent_at: null, claim: 'clm_1' }),
    ];
    const refs = ['1', '2'].map((end) => `${'long'.repeat(2000)}\0${end}`);
    await inbox.submitResponses(
      [message, other].map(({ id }, at) => ({
        messageId: id,
        claim: 'clm_1',
        result: { kind: 'accepted', refs: [refs[at]!] },
      })),
    );
    expect(
      await inbox.receipts([{ ref: refs[0]!, outcome: 'delivered', code: 'DELIVRD' }]),
    ).toEqual(['accepted']);
    expect([await readStatus(message), await readStatus(other)]).toEqual(['delivered', 'sent']);
  });

  it.each([
    ['016092234567', 0],
    ['ACME', 0],
    ['24680', 0],
    ['+4916092234567', 1],
  ])('a STOP from %s gets %i replies', async (from, count) => {
    const text = { ref: newId('txt'), from, to: number, text: 'STOP', receivedAt: now };
    await receive(context, 'acme', text);
    const replies = await context.db
      .selectFrom('message')
      .select('id')
      .where('is_keyword_reply', '=', true)
      .where('recipient', '=', from)
      .execute();
    expect(replies).toHaveLength(count);
  });

  it('a text to a number that no account holds is counted apart, and reported once an hour', async () => {
    const reports: string[] = [];
    const inbox = openInbox(context, carrier(), {
      ...quiet,
      onError: (error) => reports.push(String(error)),
    });
    const counted = async () =>
      (await incoming.get()).values.find(
        ({ labels }) => labels.kind === 'text' && labels.outcome === 'unassigned',
      )?.value ?? 0;
    const before = await counted();
    const unknown = {
      ...{ ref: newId('txt'), from: newPhone(), to: '2065552000', text: 'STOP' },
      receivedAt: now,
    };
    for (let text = 0; text < 2; text++)
      expect(await inbox.texts([unknown])).toEqual(['unassigned']);
    expect(await counted()).toBe(before + 2);
    expect(reports).toEqual([expect.stringContaining('default_country')]);
    expect(reports[0]).not.toMatch(/\d/);
    pass(hour);
    await inbox.texts([unknown, { ...unknown, to: number }]);
    expect(reports).toHaveLength(2);
    expect(await counted()).toBe(before + 3);
  });

  describe('an overdue receipt', () => {
    const running = new AbortController().signal;
    const fetch = (own: Context, signal = running) =>
      fetchOverdueReceipts(own, own.carriers.all[0]!, signal);
    const asking = (
      answer: (refs: readonly string[]) => Promise<Receipt[]>,
      { isOpen = false } = {},
    ): Context => ({
      ...context,
      carriers: {
        ...context.carriers,
        all: [
          {
            ...context.carriers.all[0]!,
            ...carrier(),
            circuit: () => ({ isOpen, retryInMs: 0 }),
            fetchReceipts: answer,
          },
        ],
      },
    });
    const addSent = async (ref: string, more: Partial<MessageRow> = {}) => {
      const message = await addMessage({ carrier: 'acme', ...more });
      await addPart(message, ref);
      return message;
    };
    /** Returns the references of this test that a run asks for. */
    const ask = async (prefix: string, options?: { isOpen: boolean }) => {
      const asked: string[] = [];
      const collect = async (refs: readonly string[]) => {
        asked.push(...refs.filter((ref) => ref.startsWith(prefix)));
        return [];
      };
      await fetch(asking(collect, options));
      return asked;
    };
    const countAges = (seconds: number) => checkAges.filter((age) => age <= seconds).length;
    it('is asked for once at each age', async () => {
      // Asks about the messages of the other tests first.
      while ((await ask('')).length > 0);
      await addSent('o1');
      pass(59_000);
      expect(await ask('o')).toEqual([]);
      pass(1_000);
      expect(await ask('o')).toEqual(['o1']);
      expect(await ask('o')).toEqual([]);
      pass(10 * 60_000);
      expect(await ask('o')).toEqual(['o1']);
      pass(7 * hour);
      expect(await ask('o')).toHaveLength(countAges(8 * 3_600) - 2);
      expect(await ask('o')).toEqual([]);
    });

    it('settles the message, and nobody asks again', async () => {
      const message = await addSent('p1');
      pass(61_000);
      await fetch(
        asking(async (refs) =>
          refs.map((ref) => ({ ref, outcome: 'undelivered', code: '30003' }) as const),
        ),
      );
      expect(await readStatus(message)).toBe('undelivered');
      pass(10 * 60_000);
      expect(await ask('p')).toEqual([]);
    });

    it('is asked for in batches, even if many messages were sent at the same moment', async () => {
      const refs = Array.from({ length: 120 }, (_, at) => `q${at}`);
      for (const ref of refs) await addSent(ref);
      pass(61_000);
      const runs = [await ask('q'), await ask('q'), await ask('q'), await ask('q')];
      expect(runs.map(({ length }) => length)).toEqual([50, 50, 20, 0]);
      expect(new Set(runs.flat())).toEqual(new Set(refs));
    });

    it('is not asked for while the carrier fails, and not lost either', async () => {
      await addSent('r1');
      pass(61_000);
      expect(await ask('r', { isOpen: true })).toEqual([]);
      expect(await ask('r')).toEqual(['r1']);
    });

    it('is not asked for once the service stops', async () => {
      await addSent('u1');
      pass(11 * 60_000);
      const stopping = new AbortController();
      let runs = 0;
      const stop = async () => {
        runs++;
        stopping.abort();
        return [];
      };
      await fetch(asking(stop), stopping.signal);
      expect(runs).toBe(1);
      while ((await ask('')).length > 0);
    });

    it('is asked for although the clock was hours ahead before', async () => {
      pass(30 * hour);
      await addSent('t1');
      pass(61_000);
      expect(await ask('t')).toEqual(['t1']);
      pass(-30 * hour);
      expect(await ask('t')).toEqual([]);
      await addSent('t2');
      pass(61_000);
      expect(await ask('t')).toEqual(['t2']);
      expect(await ask('t')).toEqual([]);
      pass(30 * hour);
    });

    it('is not asked for if the carrier never named its ID, or if the message is final', async () => {
      const nameless = await addMessage({ carrier: 'acme' });
      await addPart(nameless, 's1', { is_unanswered: true });
      await addSent('s2', { status: 'delivered', final_at: now });
      const other = await addMessage({ carrier: 'other' });
      await addPart(other, 's3');
      pass(61_000);
      expect(await ask('s')).toEqual([]);
    });
  });

  describe('a reply', () => {
    const replyTo = async (from: string, to: string) => {
      const ref = newId('txt');
      await receive(context, 'acme', { ref, from, to, text: 'Yes', receivedAt: now });
      const { in_reply_to } = await context.db
        .selectFrom('message')
        .select('in_reply_to')
        .where('carrier_ref', '=', ref)
        .executeTakeFirstOrThrow();
      return in_reply_to;
    };

    it('belongs to the latest message that its own number sent to its sender', async () => {
      const earlier = await addMessage();
      const question = await addMessage({ recipient: earlier.recipient });
      await addMessage({ recipient: earlier.recipient, sender: '+12065552001' });
      await addMessage();
      expect(await replyTo(earlier.recipient, number)).toBe(question.id);
      const other = await replyTo(earlier.recipient, '+12065552001');
      expect([earlier.id, question.id, null]).not.toContain(other);
    });

    it('belongs to the message that left last, even if it was created first', async () => {
      const at = (hours: number) => new Date(begin.getTime() + hours * 3_600_000);
      const scheduled = await addMessage({ created_at: at(0), sent_at: at(2) });
      const { recipient } = scheduled;
      await addMessage({ recipient, created_at: at(1), sent_at: at(1) });
      expect(await replyTo(recipient, number)).toBe(scheduled.id);
      await addMessage({ recipient, created_at: at(0), sent_at: at(1.5) });
      expect(await replyTo(recipient, number)).toBe(scheduled.id);
      const latest = await addMessage({ recipient, created_at: at(3), sent_at: at(3.01) });
      await addMessage({ recipient, created_at: at(3.002), sent_at: at(3.003) });
      expect(await replyTo(recipient, number)).toBe(latest.id);
    });

    it('belongs to no unsent message, and to no reply to a keyword', async () => {
      const question = await addMessage();
      await addMessage({ recipient: question.recipient, is_keyword_reply: true });
      await addMessage({ recipient: question.recipient, sent_at: null, status: 'queued' });
      expect(await replyTo(question.recipient, number)).toBe(question.id);
    });

    it('belongs to the message whose carrier has not responded, unless the submit has just begun', async () => {
      const { recipient, id: earlier } = await addMessage();
      const [old, latest] = [5_000, 0].map((ageMs) =>
        firstIdAt('clm', new Date(Date.now() - ageMs)),
      );
      const submitting = {
        sent_at: null,
        status: 'queued',
        submitting_at: now,
        recipient,
      } as const;
      await addMessage({ ...submitting, claim: latest! });
      expect(await replyTo(recipient, number)).toBe(earlier);
      const question = await addMessage({ ...submitting, claim: old! });
      expect(await replyTo(recipient, number)).toBe(question.id);
      await addMessage({ ...submitting, submitting_at: null, claim: null });
      expect(await replyTo(recipient, number)).toBe(question.id);
    });

    it.each(['undelivered', 'failed', 'expired', 'canceled'] as const)(
      'belongs to no later message that is %s, unless there is no other',
      async (status) => {
        const question = await addMessage();
        const { recipient } = question;
        const at = (hours: number) => new Date(now.getTime() + hours * hour);
        await addMessage({ recipient, status });
        await addMessage({ recipient, status, created_at: at(-2), sent_at: at(1) });
        expect(await replyTo(recipient, number)).toBe(question.id);
        const lost = await addMessage({ status });
        expect(await replyTo(lost.recipient, number)).toBe(lost.id);
      },
    );

    it('belongs to no message of the account that had the number before', async () => {
      const moved = '+12065552009';
      const question = await addMessage({ sender: moved });
      await context.db
        .insertInto('number')
        .values(numberRow({ account_id: 'acc_two', number: moved, created_at: begin }))
        .execute();
      expect(await replyTo(question.recipient, moved)).toBeNull();
    });
  });
});
