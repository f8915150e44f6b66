import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { eventTypes, messageStatus, type MessageStatus } from '@textloom/shared/contract';
import fc from 'fast-check';
import { sql, type Selectable } from 'kysely';
import { encodeTime } from 'ulid';
import type { Context } from '../../../service/core/context.ts';
import { broadcast } from '../../../service/handlers/broadcast.ts';
import { contact } from '../../../service/handlers/contact.ts';
import { conversation } from '../../../service/handlers/conversation.ts';
import { event } from '../../../service/handlers/event.ts';
import type { Call } from '../../../service/handlers/handlers.ts';
import { message, parseFilters } from '../../../service/handlers/message.ts';
import { findSenders } from '../../../service/messages/checks/requireSender.ts';
import { foldTally } from '../../../service/reports/foldTally.ts';
import type { Db, Trx } from '../../../service/store/database.ts';
import { selectMessages } from '../../../service/search/selectMessages.ts';
import { insertMany } from '../../../service/store/insertMany.ts';
import type { AccountTable } from '../../../service/store/tables/tables.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';

const count = 6_000;
const hours = 500;
const own = '+12065550002';
const rareOwn = '+12065550003';
const newest = Date.now();
const createdAt = (at: number) => newest - (count - at) * ((hours * 3_600_000) / count);
/** An ID can be a little older or newer than its row. */
const toId = (prefix: 'brd' | 'con' | 'evt' | 'msg', at: number) =>
  `${prefix}_${encodeTime(createdAt(at) + ((at % 7) - 3) * 5_000)}${String(at).padStart(16, '0')}`;
const phoneOfContact = (at: number) => (at === 20 ? '+5491123456789' : `+1206${2_000_000 + at}`);
/** Two messages of each contact. */
const toPhone = (at: number) => (at === 3_020 ? '+541123456789' : phoneOfContact(at % 3_000));

const rareStatuses = new Map<number, MessageStatus>([
  [7, 'sent'],
  [9, 'received'],
  [4_001, 'sent'],
  [5_998, 'queued'],
]);
/** Messages with an error, but without an event. */
const failed = new Map<number, readonly [MessageStatus, string]>([
  [60, ['expired', 'ttl_expired']],
  [61, ['failed', 'carrier_rejected']],
  [62, ['undelivered', 'carrier_undeliverable']],
  [4_102, ['failed', 'carrier_rejected']],
]);
const values = {
  status: (at: number) => failed.get(at)?.[0] ?? rareStatuses.get(at) ?? 'delivered',
  country: (at: number) => (at === 40 || at === 3_000 ? 'DE' : at % 90 === 0 ? 'CA' : 'US'),
  campaign_id: (at: number) => (at < 50 ? 'reg_old' : at % 2 === 0 ? 'reg_half' : null),
  list_ids: (at: number) => (at % 400 === 0 ? ['lst_few', 'lst_both'] : at % 3 ? [] : ['lst_both']),
  purpose: (at: number) => (at === 100 ? 'alert' : 'notification'),
} as const;

const newMessage = (at: number, account_id: string) => ({
  id: toId('msg', at),
  account_id,
  direction: values.status(at) === 'received' ? ('inbound' as const) : ('outbound' as const),
  status: values.status(at),
  recipient: values.status(at) === 'received' ? own : toPhone(at),
  sender:
    values.status(at) === 'received' ? toPhone(at) : at === 30 || at === 3_500 ? rareOwn : own,
  text: 'Hi',
  encoding: 'gsm7' as const,
  segments: 1,
  purpose: values.purpose(at),
  contact_id: toId('con', at % 3_000),
  metadata: '{}',
  error: failed.has(at) ? JSON.stringify({ code: failed.get(at)![1] }) : null,
  sequence: 1,
  created_at: new Date(createdAt(at)),
  due_at: new Date(createdAt(at)),
  country: values.country(at),
  campaign_id: values.campaign_id(at),
  list_ids: values.list_ids(at),
});
const newContact = (at: number, account_id: string) => ({
  id: toId('con', at),
  account_id,
  phone: phoneOfContact(at),
  attributes: '{}',
  status: at === 5 ? ('pending' as const) : ('subscribed' as const),
  created_at: new Date(createdAt(at)),
  updated_at: new Date(createdAt(at)),
});
const newEvent = (at: number, account_id: string) => {
  const status = rareStatuses.get(at) ?? 'delivered';
  const type = at === 77 ? 'message.failed' : `message.${status === 'queued' ? 'sent' : status}`;
  const body = JSON.stringify({ id: toId('evt', at), type, data: {} });
  const created_at = new Date(createdAt(at));
  return { id: toId('evt', at), account_id, type, message_id: toId('msg', at), body, created_at };
};

const newConversation = (at: number, account_id: string) => ({
  id: `cnv_${String(at).padStart(32, '0')}`,
  account_id,
  number: own,
  phone: phoneOfContact(at),
  phones: [phoneOfContact(at)],
  status: at === 8 ? ('closed' as const) : ('open' as const),
  unread: at === 11 ? 1 : 0,
  created_at: new Date(createdAt(at)),
  updated_at: new Date(createdAt(at)),
});
const broadcastId = toId('brd', 1);
const recipientStatuses = new Map([
  [6, 'pending' as const],
  [2_000, 'skipped' as const],
]);
const newRecipient = (at: number) => ({
  broadcast_id: broadcastId,
  phone_key: phoneOfContact(at),
  phone: phoneOfContact(at),
  contact_id: toId('con', at),
  status: recipientStatuses.get(at) ?? ('created' as const),
  skipped_reason: null,
  message_id: null,
});

type Optional<I> = Omit<I, 'limit'> & { readonly limit?: number };
type Filters = Optional<Parameters<typeof message.list.prepare>[1]>;

describe('a list with a filter that few rows match', () => {
  let store: TestStore;
  let db: Db;
  let account: Selectable<AccountTable>;
  let context: Context;
  beforeAll(async () => {
    store = await openTestStore({ accounts: 2 });
    const [{ id } = { id: '' }, other] = store.accounts;
    db = store.db;
    context = { db, clock: () => new Date(), origin: () => '' } as Context;
    account = await db
      .selectFrom('account')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (let from = 0; from < count; from += 1_000) {
      const all = Array.from({ length: 1_000 }, (_, at) => from + at);
      const chooseOwner = (at: number) => (at % 1_000 === 999 ? other!.id : id);
      for (const [table, create] of [
        ['contact', newContact],
        ['message', newMessage],
        ['event', newEvent],
        ['conversation', newConversation],
      ] as const)
        await insertMany(
          table,
          all.map((at) => create(at, chooseOwner(at))),
          ['attributes', 'metadata', 'error'],
        ).execute(db);
      await insertMany('broadcast_recipient', all.map(newRecipient)).execute(db);
      // The newest changes wait for the tally.
      if (from < 4_000) await foldTally(db);
    }
    await addBroadcast();
    await db.transaction().execute(async (trx) => {
      await sql`set local textloom.erases = 'on'`.execute(trx);
      await sql`delete from message where 'lst_few' = any(list_ids) and created_at > ${new Date(createdAt(600))}`.execute(
        trx,
      );
    });
    await sql`analyze`.execute(db);
  });
  afterAll(() => store.close());

  const list = (filters: Filters) =>
    readsBy(async (trx) => {
      const caller = { context: { ...context, db: trx as Db }, account };
      return (await message.list.prepare(caller, { limit: 20, ...filters }))({ trx } as Call);
    });

  const toContact = (at: number) => ({ contact_id: toId('con', at) });

  it.each<[string, Filters, number[]]>([
    ['country that no message went to', { country: 'FR' }, []],
    ['country of two messages', { country: 'DE' }, [3_000, 40]],
    ['campaign that is over', { campaign_id: 'reg_old' }, [49, 48, 47, 46, 45]],
    ['unknown campaign', { campaign_id: 'reg_none' }, []],
    ['list of two messages, and of some that were erased', { list_id: 'lst_few' }, [400, 0]],
    ['unknown list', { list_id: 'lst_none' }, []],
    ['purpose of one message', { purpose: 'alert' }, [100]],
    ['status sent of two messages', { status: ['sent'] }, [4_001, 7]],
    ['status queued of one message', { status: ['queued'] }, [5_998]],
    ['status received of one message', { status: ['received'] }, [9]],
    [
      'statuses of four messages',
      { status: ['failed', 'expired', 'undelivered'] },
      [4_102, 62, 61, 60],
    ],
    ['status of two messages, given twice', { status: ['failed', 'failed'] }, [4_102, 61]],
    ['statuses of one common and one rare message', { status: ['queued', 'expired'] }, [5_998, 60]],
    ['statuses in both directions', { status: ['sent', 'received'] }, [4_001, 9, 7]],
    [
      'statuses of which the direction allows one',
      { status: ['sent', 'received'], direction: 'inbound' },
      [9],
    ],
    ['error of two messages', { error_code: 'carrier_rejected' }, [4_102, 61]],
    ['error of no message', { error_code: 'no_route' }, []],
    ['error and one status', { error_code: 'ttl_expired', status: ['failed', 'expired'] }, [60]],
    ['error and a status without errors', { error_code: 'ttl_expired', status: ['sent'] }, []],
    ['country and the status of no message', { country: 'DE', status: ['sent'] }, []],
    ['contact of two messages', toContact(2), [3_002, 2]],
    ['contact who wrote once', toContact(9), [3_009, 9]],
    ['contact whose number has two spellings', toContact(20), [3_020, 20]],
    ['contact of an erased message', toContact(1_200), [4_200]],
    ['direction inbound of one message', { direction: 'inbound' }, [9]],
    ['direction inbound and another status', { direction: 'inbound', status: ['sent'] }, []],
    [
      'direction outbound and the status received',
      { direction: 'outbound', status: ['received'] },
      [],
    ],
    ['number that sent two messages', { from: rareOwn }, [3_500, 30]],
    [
      'number that sent two messages, and the direction',
      { from: rareOwn, direction: 'outbound' },
      [3_500, 30],
    ],
    ['number that sent nothing', { from: '+12065550004' }, []],
    ['phone that wrote once', { from: toPhone(9) }, [9]],
    ['phone that wrote once, and the status', { from: toPhone(9), status: ['received'] }, [9]],
    ['ID that no contact can have', { contact_id: 'con_none' }, []],
    ['recipient in one spelling', { to: toPhone(20) }, [3_020, 20]],
    ['recipient in the other spelling', { to: toPhone(3_020) }, [3_020, 20]],
  ])('reads few messages for the %s', async (_, filters, found) => {
    const { result, reads } = await list({ ...filters, limit: 5 });
    expect(result.data.map(({ id }) => id)).toEqual(found.map((at) => toId('msg', at)));
    expect(reads).toBeLessThan('contact_id' in filters ? 10 : 900);
  });

  it('finds the messages from a number in either spelling', async () => {
    const ids = [20, 3_020].map((at) => toId('msg', at));
    const spellings = [toPhone(20), toPhone(3_020)];
    for (const [at, sender] of spellings.entries())
      await db.updateTable('message').set({ sender }).where('id', '=', ids[at]!).execute();
    for (const from of spellings) {
      const senders = await findSenders(db, { account }, from, '/from');
      const filters = parseFilters({ account, now: new Date() }, { senders });
      const found = selectMessages(filters)(db).select('id');
      expect(await found.orderBy('id').execute()).toEqual(ids.map((id) => ({ id })));
    }
  });

  it('still finds the messages of a contact whom an earlier version deleted', async () => {
    await db.deleteFrom('contact').where('id', '=', toId('con', 12)).execute();
    const { result } = await list(toContact(12));
    expect(result.data.map(({ id }) => id)).toEqual([3_012, 12].map((at) => toId('msg', at)));
  });

  it.each([
    ['two messages', 13, [3_013, 13]],
    ['messages to both spellings of the number', 20, [3_020, 20]],
  ])('reads few messages for a deleted contact with %s', async (_, at, found) => {
    await deleteContact(at);
    const { result, reads } = await list(toContact(at));
    expect(result.data.map(({ id }) => id)).toEqual(found.map((one) => toId('msg', one)));
    expect(reads).toBeLessThan(10);
  });

  it('reads no messages for a deleted contact who had none', async () => {
    await insertMany('contact', [newContact(count + 1, account.id)], ['attributes']).execute(db);
    await deleteContact(count + 1);
    expect(await list(toContact(count + 1))).toMatchObject({ result: { data: [] }, reads: 0 });
  });

  const deleteContact = (at: number) =>
    db
      .transaction()
      .execute((trx) =>
        contact.delete(
          { trx, account, context, setAuditedResource: () => undefined } as unknown as Call,
          { id: toId('con', at) },
        ),
      );

  it('has another page although a status is given twice', async () => {
    const { result } = await list({ status: ['failed', 'failed'], limit: 1 });
    expect(result).toMatchObject({ data: [{ id: toId('msg', 4_102) }], has_more: true });
  });

  it('finds the same messages as one look at all, on every page', async () => {
    const time = fc.option(
      fc.nat(count - 1).map((at) => new Date(createdAt(at)).toISOString()),
      { nil: undefined },
    );
    const one = <T extends string>(...all: T[]) => fc.constantFrom(undefined, undefined, ...all);
    const law = fc.asyncProperty(
      fc.record({
        country: one('US', 'CA', 'DE', 'FR'),
        campaign_id: one('reg_old', 'reg_half'),
        list_id: one('lst_few', 'lst_both'),
        purpose: fc.constantFrom(undefined, undefined, 'alert', 'notification'),
        status: fc.option(
          fc.array(fc.constantFrom(...messageStatus.enum), { minLength: 1, maxLength: 3 }),
          { nil: undefined },
        ),
        error_code: fc.constantFrom(undefined, undefined, undefined, 'carrier_rejected' as const),
        direction: one('inbound', 'outbound'),
        from: one(own, rareOwn, toPhone(9)),
        created_after: time,
        created_before: time,
      }),
      fc.constantFrom(1, 20, 100),
      fc.option(fc.nat(count), { nil: undefined }),
      async ({ from, ...others }, limit, start) => {
        const before = start === undefined ? undefined : toId('msg', start);
        const senders = from === undefined ? undefined : [from];
        const filters = parseFilters({ account, now: new Date() }, { ...others, senders });
        const all = await selectMessages(filters)(db).select('id').orderBy('id', 'desc').execute();
        const rest = all.flatMap(({ id }) => (before === undefined || id < before ? [id] : []));
        let cursor = before && Buffer.from(before).toString('base64url');
        for (let page = 0; page < 3; page++) {
          const { result } = await list({ ...others, from, limit, cursor });
          expect(result.data.map(({ id }) => id)).toEqual(rest.splice(0, limit));
          expect(result.has_more).toBe(rest.length > 0);
          if (result.next_cursor === null) break;
          cursor = result.next_cursor;
        }
      },
    );
    await fc.assert(law, { numRuns: 150 });
  });

  it.each([
    [['message.failed'], [77]],
    [['contact.created'], []],
    [['message.received'], [9]],
    [['message.sent'], [5_998, 4_001, 7]],
    [['message.failed', 'contact.created'], [77]],
    [
      ['message.failed', 'message.received', 'message.failed'],
      [77, 9],
    ],
    [
      ['message.sent', 'message.delivered'],
      [5_998, 5_997, 5_996, 5_995, 5_994],
    ],
    [undefined, [5_998, 5_997, 5_996, 5_995, 5_994]],
  ] as const)('reads few events for the types %j', async (type, found) => {
    const { result, reads } = await listEvents({ ...(type && { type: [...type] }), limit: 5 });
    expect(result.data.map(({ id }) => id)).toEqual(found.map((at) => toId('evt', at)));
    // A page and one more of each type, and the rows of the page.
    expect(reads).toBeLessThanOrEqual((type?.length ?? 25) * 6 + 6);
  });

  it.each([
    { created_after: new Date(createdAt(5_999)).toISOString() },
    { created_before: new Date(createdAt(5)).toISOString() },
    { cursor: Buffer.from(toId('evt', 5)).toString('base64url') },
  ])('reads few events of a common type for %j', async (filters) => {
    const { result, reads } = await listEvents({ ...filters, type: ['message.delivered'] });
    expect(result.data.length).toBeLessThanOrEqual(5);
    expect(reads).toBeLessThan(30);
  });

  it('finds the same events as one look at all, on every page', async () => {
    const time = fc.option(
      fc.nat(count - 1).map((at) => new Date(createdAt(at)).toISOString()),
      { nil: undefined },
    );
    const all = await db
      .selectFrom('event')
      .select(['id', 'type', 'created_at'])
      .where('account_id', '=', account.id)
      .orderBy('id', 'desc')
      .execute();
    const law = fc.asyncProperty(
      fc.option(fc.subarray([...eventTypes].slice(0, 4), { minLength: 1 }), { nil: undefined }),
      fc.constantFrom(1, 20, 100),
      fc.record({ created_after: time, created_before: time }),
      fc.option(fc.nat(count), { nil: undefined }),
      async (type, limit, { created_after, created_before }, start) => {
        const before = start === undefined ? undefined : toId('evt', start);
        const rest = all.filter(
          (row) =>
            (type?.some((one) => one === row.type) ?? true) &&
            (created_after === undefined || row.created_at >= new Date(created_after)) &&
            (created_before === undefined || row.created_at < new Date(created_before)) &&
            (before === undefined || row.id < before),
        );
        let cursor = before && Buffer.from(before).toString('base64url');
        for (let page = 0; page < 3; page++) {
          const filters = { type, created_after, created_before, limit, cursor };
          const { result } = await listEvents(filters);
          expect(result.data.map(({ id }) => id)).toEqual(
            rest.splice(0, limit).map(({ id }) => id),
          );
          expect(result.has_more).toBe(rest.length > 0);
          if (result.next_cursor === null) break;
          cursor = result.next_cursor;
        }
      },
    );
    await fc.assert(law, { numRuns: 100 });
  });

  const listEvents = (filters: Optional<Parameters<typeof event.list>[1]>) =>
    readsBy((trx) => event.list({ trx, account, context } as Call, { limit: 20, ...filters }));

  it.each([
    ['pending', [5]],
    ['opted_out', []],
  ] as const)('reads few contacts for the status %s', async (status, found) => {
    const { result, reads } = await readsBy(async (trx) =>
      (await contact.list.prepare({ context, account }, { limit: 20, status }))({ trx } as Call),
    );
    expect(result.data.map(({ id }) => id)).toEqual(found.map((at) => toId('con', at)));
    expect(reads).toBe(found.length);
  });

  it.each([
    [{ status: 'closed' }, 8],
    [{ unread: true }, 11],
  ] as const)('reads few conversations for %j', async (filters, found) => {
    const { result, reads } = await readsBy(async (trx) =>
      (await conversation.list.prepare({ context, account }, { limit: 20, ...filters }))({
        trx,
      } as Call),
    );
    expect(result.data.map(({ id }) => id)).toEqual([newConversation(found, '').id]);
    // The conversation, its contact and its last message.
    expect(reads).toBeLessThan(4);
  });

  it.each([
    ['pending', [6]],
    ['skipped', [2_000]],
    ['created', [5_999, 5_998, 5_997]],
    [undefined, [5_999, 5_998, 5_997]],
  ] as const)('reads few recipients of a broadcast for the status %s', async (status, found) => {
    const { result, reads } = await readsBy((trx) =>
      broadcast.recipients({ trx, account } as Call, { id: broadcastId, status, limit: 3 }),
    );
    expect(result.data.map((one) => one.contact_id)).toEqual(found.map((at) => toId('con', at)));
    expect(reads).toBeLessThan(15);
  });

  it('finds all recipients of a broadcast, page by page', async () => {
    const ids: string[] = [];
    for (let cursor: string | undefined, page = 0; page < 7; page++) {
      const { result } = await readsBy((trx) =>
        broadcast.recipients({ trx, account } as Call, { id: broadcastId, limit: 1_000, cursor }),
      );
      ids.push(...result.data.map((one) => one.contact_id));
      cursor = result.next_cursor ?? undefined;
      if (cursor === undefined) break;
    }
    expect(ids).toEqual(Array.from({ length: count }, (_, at) => toId('con', count - 1 - at)));
  });

  async function addBroadcast(): Promise<void> {
    await sql`
      insert into broadcast (id, account_id, name, status, audience, sender, text, smart_encoding,
        purpose, failure_percent, opt_out_percent, metadata, created_at)
      values (${broadcastId}, ${account.id}, '', 'completed', '{}', ${own}, '', false,
        'notification', 1, 1, '{}', now())`.execute(db);
    await sql`insert into broadcast_work (broadcast_id) values (${broadcastId})`.execute(db);
  }

  /** Returns how many rows of these tables the database reads for a list. */
  function readsBy<T>(run: (trx: Trx) => Promise<T>): Promise<{ result: T; reads: number }> {
    return db.transaction().execute(async (trx) => {
      const readSoFar = async () => {
        const { rows } = await sql<{ reads: number }>`
          select sum(seq_tup_read + idx_tup_fetch)::int as reads from pg_stat_xact_user_tables
          where relname in (
            'message', 'event', 'contact', 'conversation', 'broadcast_recipient')`.execute(trx);
        return rows[0]!.reads;
      };
      const before = await readSoFar();
      const result = await run(trx);
      return { result, reads: (await readSoFar()) - before };
    });
  }
});
