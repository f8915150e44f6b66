import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import type { Context } from '../../../service/core/context.ts';
import {
  countPace,
  listWaitingSenders,
  lockSenderQueues,
  requeueUnsent,
  selectDueMessages,
} from '../../../service/dispatch/senderQueue.ts';
import { shareAmongQueues } from '../../../service/dispatch/assignToCarriers.ts';
import { newId } from '../../../service/lib/ids.ts';
import { correctFutureTimes } from '../../../service/dispatch/correctFutureTimes.ts';
import type { Trx } from '../../../service/store/database.ts';
import { insertMany } from '../../../service/store/insertMany.ts';
import type { AccountSeed } from '../harness/accounts.ts';
import { openPostgres, type OpenDatabase } from '../harness/database.ts';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';
import { countBlocked } from '../harness/countBlocked.ts';
import { until } from '../harness/until.ts';

/** Tests the order in which queued messages are sent. */
export function describeSenderQueue(harness: () => Harness, open: OpenDatabase): void {
  describe('a message that waits for a carrier', () => {
    let account: Account;
    let numberId: string;
    beforeAll(async () => {
      account = harness().account();
      const { data } = await account.client.number.list({});
      numberId = data[0]!.id;
    });
    const setPace = (messages_per_second: number | null) =>
      account.client.number.update({ id: numberId, messages_per_second });
    const sendAll = async (messages: readonly { to: string; text: string; purpose?: 'otp' }[]) => {
      const { results } = await account.client.message.sendBatch({ messages: [...messages] });
      return results.map(({ message }) => message!.id);
    };
    const textsTo = async (phone: string) => (await account.textsOn(phone)).map(({ text }) => text);

    it('is sent no faster than its number may send', async () => {
      await setPace(2);
      const before = Date.now();
      const ids = await sendAll(
        Array.from({ length: 6 }, (_, at) => ({ to: handset(at, 701), text: `Paced ${at}` })),
      );
      const sent: number[] = [];
      for (const id of ids) sent.push(Date.parse((await account.reaches(id)).sent_at!));
      // Two messages go out immediately, and each of the others half a second after the one before.
      for (const [at, time] of sent.sort((a, b) => a - b).entries())
        expect(time - before).toBeGreaterThanOrEqual((at - 1) * 500);
      await setPace(null);
    });

    it('is sent by its urgency', async () => {
      await setPace(1);
      const to = handset(0, 702);
      const ids = await sendAll([
        { to, text: 'Offer' },
        { to, text: 'Reminder' },
        { to, text: 'Code', purpose: 'otp' },
      ]);
      for (const id of ids) await account.reaches(id);
      expect(await textsTo(to)).toEqual(['Code', 'Offer', 'Reminder']);
      await setPace(null);
    });

    it('reaches a recipient in the order of sending, even if the carrier is full', async () => {
      const to = handset(60, 703);
      const texts = ['First', 'Second '.repeat(60).trim(), 'Third', 'Fourth '.repeat(40).trim()];
      const ids: string[] = [];
      for (const text of texts) ids.push((await account.client.message.send({ to, text })).id);
      for (const id of ids)
        expect(await account.reaches(id)).toMatchObject({ status: 'delivered' });
      expect(await textsTo(to)).toEqual(texts);
    });

    it('delays no other sender', async () => {
      const other = harness().account();
      await setPace(1);
      const ids = await sendAll(
        Array.from({ length: 40 }, (_, at) => ({ to: handset(at, 704), text: 'Slow' })),
      );
      const { id } = await other.client.message.send({ to: handset(0, 705), text: 'Fast' });
      expect(await other.reaches(id)).toMatchObject({ status: 'delivered' });
      const { data } = await account.client.message.list({ status: 'queued' });
      expect(data.length).toBeGreaterThan(0);
      await setPace(null);
      for (const slow of ids) await account.reaches(slow);
    });

    it('is sent when its time comes', async () => {
      const send_at = new Date(Date.now() + 3_600_000).toISOString();
      const to = handset(0, 706);
      const { id, status } = await account.client.message.send({ to, text: 'Later', send_at });
      expect(status).toBe('scheduled');
      harness().setAhead(3_600_000);
      const message = await account.reaches(id);
      harness().setAhead(0);
      expect(message).toMatchObject({ status: 'delivered' });
      expect(Date.parse(message.sent_at!)).toBeGreaterThanOrEqual(Date.parse(send_at));
    });
  });

  describe('a sender queue', () => {
    let store: TestStore;
    let senders: readonly AccountSeed[];
    const context = { clock: () => new Date() } as Context;
    beforeAll(async () => {
      store = await openTestStore({ open, accounts: 3 });
      senders = store.accounts;
    });
    afterAll(() => store.close());
    beforeEach(async () => {
      await sql`delete from message`.execute(store.db);
      await sql`update number set messages_per_second = null, paced_until = null`.execute(store.db);
    });

    interface Waiting {
      readonly text: string;
      readonly sender?: number;
      readonly to?: number;
      readonly priority?: number;
      /** Counts in seconds from now. */
      readonly since?: number;
      /** Marks a message with its own send time. */
      readonly scheduled?: true;
      readonly submitting?: true;
      readonly throttled?: true;
    }
    const put = (...waiting: readonly Waiting[]) =>
      insertMany(
        'message',
        waiting.map((one) => ({
          id: newId('msg'),
          account_id: senders[one.sender ?? 0]!.id,
          direction: 'outbound' as const,
          status: 'queued' as const,
          recipient: handset(one.to ?? 0),
          sender: senders[one.sender ?? 0]!.number,
          text: one.text,
          encoding: 'gsm7' as const,
          segments: 1,
          purpose: 'notification' as const,
          metadata: '{}',
          sequence: 0,
          created_at: new Date(),
          attempts: 0,
          priority: one.priority ?? 1,
          due_at: new Date(Date.now() - (one.since ?? 60) * 1_000),
          send_at: one.scheduled ? new Date(Date.now() - (one.since ?? 60) * 1_000) : null,
          submitting_at: one.submitting ? new Date() : null,
          not_before: one.throttled ? new Date(Date.now() + 60_000) : null,
        })),
        ['metadata'],
      ).execute(store.db);
    const routes = { carriers: [], capacity: Infinity, isMixed: false };
    const take = (most = 100, numberIds?: readonly string[]) =>
      store.db.transaction().execute(async (trx) => {
        const locked = await lockSenderQueues(context, trx, most, numberIds);
        const queues = shareAmongQueues(
          locked.map((queue) => ({ ...queue, routes })),
          most,
        );
        const rows = await selectDueMessages(context, trx, queues);
        await countPace(trx, queues, rows);
        return rows.map(({ text }) => text);
      });

    it('returns more urgent messages first, then those that have waited longest', async () => {
      await put(
        { text: 'new', since: 10 },
        { text: 'old', since: 20 },
        { text: 'urgent', since: 1, priority: 3 },
        { text: 'offer', since: 90, priority: 0 },
      );
      expect(await take()).toEqual(['urgent', 'old', 'new', 'offer']);
      expect(await take(2)).toEqual(['urgent', 'old']);
    });

    it('keeps back messages that are not due', async () => {
      await put(
        { text: 'due' },
        { text: 'tomorrow', since: -86_400, scheduled: true },
        { text: 'urgent tomorrow', since: -86_400, scheduled: true, priority: 3 },
      );
      expect(await take()).toEqual(['due']);
      expect(await take(1)).toEqual(['due']);
    });

    it('returns messages in order that were queued before the clock was set back', async () => {
      await put(
        { text: 'second', since: -3 * 3_600 },
        { text: 'third', since: -4 * 3_600 },
        { text: 'first', since: 5 },
        { text: 'scheduled', since: -2 * 3_600, scheduled: true },
        { text: 'scheduled and due', since: 1, scheduled: true },
      );
      expect(await take()).toEqual(['first', 'scheduled and due', 'second', 'third']);
    });

    it('releases waiting messages with a sweep after the clock was set back', async () => {
      const far = sql`now() + interval '3 hours'`;
      await put(
        { text: 'throttled', throttled: true },
        { text: 'in hand', to: 1, submitting: true },
      );
      await sql`update message set not_before = ${far} where not_before is not null`.execute(
        store.db,
      );
      await sql`update message set submitting_at = ${far} where submitting_at is not null`.execute(
        store.db,
      );
      await sql`update number set messages_per_second = 1, paced_until = ${far}`.execute(store.db);
      await store.boss.createQueue('clock');
      const id = await store.boss.send('clock', {}, { startAfter: 60 });
      await sql`
        update pgboss.job set created_on = created_on + interval '3 hours',
          start_after = start_after + interval '3 hours' where id = ${id}`.execute(store.db);
      await requeueUnsent(store.db, 10);
      expect(await take()).toEqual([]);
      await correctFutureTimes({ ...store, clock: () => new Date() });
      await requeueUnsent(store.db, 10);
      expect(await take()).toEqual(['throttled']);
      const { rows } = await sql<{ wait: number; since: number }>`
        select extract(epoch from start_after - now())::float as wait,
          (select extract(epoch from now() - submitting_at)::float from message
            where text = 'in hand') as since
        from pgboss.job where id = ${id}`.execute(store.db);
      expect(rows[0]!.wait).toBeGreaterThan(50);
      expect(rows[0]!.wait).toBeLessThanOrEqual(60);
      expect(rows[0]!.since).toBeGreaterThanOrEqual(0);
      expect(rows[0]!.since).toBeLessThan(60);
    });

    it('keeps back only later messages to the same recipient while a carrier has one', async () => {
      await put(
        { text: 'first', since: 9, submitting: true },
        { text: 'second', since: 8 },
        { text: 'third', since: 7 },
        { text: 'urgent', since: 6, priority: 3 },
        { text: 'before', since: 10 },
        { text: 'to another', to: 1, since: 5 },
      );
      expect(await take()).toEqual(['urgent', 'before', 'to another']);
    });

    it('keeps back later messages until one that a full carrier postponed is queued again', async () => {
      await put({ text: 'first', since: 9, throttled: true }, { text: 'second', since: 8 });
      expect(await take()).toEqual([]);
      await requeueUnsent(store.db, 10);
      expect(await take()).toEqual([]);
      await sql`update message set not_before = now() where not_before is not null`.execute(
        store.db,
      );
      await requeueUnsent(store.db, 10);
      expect(await take()).toEqual(['first', 'second']);
    });

    it('returns one second of messages for a rested number, and then no more', async () => {
      await sql`update number set messages_per_second = 3 where number = ${senders[0]!.number}`.execute(
        store.db,
      );
      await put(...Array.from({ length: 8 }, (_, at) => ({ text: `${at}`, since: 20 - at })));
      expect(await take()).toEqual(['0', '1', '2']);
      const { rows } = await sql<{ used: number }>`
        select extract(epoch from paced_until - now())::float as used from number
        where number = ${senders[0]!.number}`.execute(store.db);
      expect(rows[0]!.used).toBeLessThanOrEqual(1);
      await sql`update number set paced_until = now() + interval '1 hour'
        where number = ${senders[0]!.number}`.execute(store.db);
      expect(await take()).toEqual([]);
    });

    it('shares a turn with other queues, however long it is', async () => {
      await put(
        ...Array.from({ length: 30 }, (_, at) => ({ text: `long ${at}`, since: 90, to: at })),
        { text: 'short', sender: 1, since: 1 },
        { text: 'other', sender: 2, since: 1, priority: 0 },
      );
      const accepted = await take(9);
      expect(accepted.filter((text) => text.startsWith('long'))).toHaveLength(3);
      expect(accepted).toEqual(expect.arrayContaining(['short', 'other']));
    });

    it('takes no turn while its carrier is full', async () => {
      await put({ text: 'full' }, { text: 'open', sender: 1 }, { text: 'also full', sender: 2 });
      const listed = await store.db.transaction().execute(listWaitingSenders);
      expect(listed.map(({ sender }) => sender).sort()).toEqual(senders.map((one) => one.number));
      const { numberId } = listed.find(({ sender }) => sender === senders[1]!.number)!;
      expect(await take(3, [numberId])).toEqual(['open']);
      expect(await take(3, [])).toEqual([]);
    });

    // An embedded database has one connection, and no other process shares it.
    const sharedIt = open === openPostgres ? it : it.skip;
    sharedIt('belongs to one process at a time', async () => {
      await put({ text: 'mine' }, { text: 'free', sender: 1 });
      await store.db.transaction().execute(async (trx) => {
        await trx
          .selectFrom('number')
          .select('id')
          .where('number', '=', senders[0]!.number)
          .forNoKeyUpdate()
          .execute();
        expect(await take()).toEqual(['free']);
      });
      expect((await take()).sort()).toEqual(['free', 'mine']);
    });

    sharedIt('leaves out a message that was canceled while it waited for its lock', async () => {
      await put({ text: 'canceled', to: 1 }, { text: 'due' });
      const cancel = async (trx: Trx) => {
        await trx
          .updateTable('message')
          .set({ status: 'canceled' })
          .where('text', '=', 'canceled')
          .execute();
        const taken = take();
        await until('it waits for the lock', async () => (await countBlocked(store.db)) > 0);
        return { taken };
      };
      const { taken } = await store.db.transaction().execute(cancel);
      expect(await taken).toEqual(['due']);
    });
  });
}
