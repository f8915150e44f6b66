import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { sql, type Kysely } from 'kysely';
import { readNames } from '../../../service/cli/doctor/checkTables.ts';
import wanted from '../../../service/cli/doctor/tables.generated.json' with { type: 'json' };
import { readConfig } from '../../../service/config/config.ts';
import { conversationId } from '../../../service/conversations/conversationId.ts';
import { startService } from '../../../service/runtime/start.ts';
import * as composedNames from '../../../service/store/migrations/0060_composed_names.ts';
import { connectStore, openStore, type Db } from '../../../service/store/database.ts';
import type { OpenDatabase, TestDatabase } from '../harness/database.ts';
import { createTestClient } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

/**
 * Queries everything that makes up the tables, in an order that does not depend on the migrations.
 */
const shapes = {
  columns: sql<{ shape: string }>`
    select concat_ws(' ', table_name, column_name, data_type, is_nullable, column_default) as shape
    from information_schema.columns where table_schema = 'public' order by 1`,
  indexes: sql<{ shape: string }>`
    select indexdef as shape from pg_indexes where schemaname = 'public' order by 1`,
  constraints: sql<{ shape: string }>`
    select concat_ws(' ', conrelid::regclass, conname, pg_get_constraintdef(oid)) as shape
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n' order by 1`,
  triggers: sql<{ shape: string }>`
    select pg_get_triggerdef(trigger.oid) as shape from pg_trigger trigger
    join pg_class on pg_class.oid = tgrelid
    where relnamespace = 'public'::regnamespace and not tgisinternal order by 1`,
  functions: sql<{ shape: string }>`
    select pg_get_functiondef(oid) as shape from pg_proc
    where pronamespace = 'public'::regnamespace order by 1`,
};
type Shape = Record<keyof typeof shapes, string[]>;

/** Pairs a number that was opted out before with the other spelling of the same number. */
const twins = [
  ['+5491123456789', '+541123456789'],
  ['+541133456789', '+5491133456789'],
  ['+5215512345678', '+525512345678'],
  ['+525512345679', '+5215512345679'],
  ['+5511987654321', '+551187654321'],
  ['+551187654322', '+5511987654322'],
] as const;

/** Names with separate accents. The composed form of the third is the name of another list. */
const decomposed = ['Zoe\u0308', 'Ne\u0301e', 'Bjo\u0308rn', 'Björn'];

/** Tests the migration of a database from the first release. */
export function describeMigrations(name: string, open: OpenDatabase): void {
  describe(`the migrations on ${name}`, () => {
    let old: TestDatabase;
    let fresh: TestDatabase;
    beforeAll(async () => {
      [old, fresh] = [await open(), await open()];
    });
    afterAll(async () => {
      await old.remove();
      await fresh.remove();
    });

    const upToDate = async <T>(
      database: TestDatabase,
      look: (db: Db) => Promise<T>,
    ): Promise<T> => {
      const store = await openStore(readConfig(database.environment), (error) => {
        throw error;
      });
      const seen = await look(store.db);
      await store.boss.stop({ graceful: false });
      await store.close();
      return seen;
    };
    const readShape = async (db: Db): Promise<Shape> => {
      const found: Partial<Shape> = {};
      for (const [kind, query] of Object.entries(shapes))
        found[kind as keyof Shape] = (await query.execute(db)).rows.map(({ shape }) => shape);
      return found as Shape;
    };

    it('turn the tables of the first release into those of a new database', async () => {
      const dump = await readFile(new URL('migrations/0001.sql', import.meta.url), 'utf8');
      const store = await connectStore(readConfig(old.environment));
      for (const statement of dump.split(/;\n/))
        if (statement.trim()) await sql.raw(statement).execute(store.db);
      for (const [phone] of twins)
        await sql`
          insert into opt_out (account_id, phone, created_at)
          select id, ${phone}, '2026-01-05' from account limit 1`.execute(store.db);
      await sql`
        insert into account values ('acc_spellings', 'Spellings', 'US', 'UTC', now())`.execute(
        store.db,
      );
      for (const [at, phone] of twins.flat().entries())
        await sql`
          insert into message (
            id, account_id, direction, status, recipient, sender, text, encoding, segments, purpose,
            metadata, sequence, created_at, final_at)
          values (
            ${`msg_${100 + at}`}, 'acc_spellings', 'inbound', 'received', '+12025550199', ${phone},
            'Hi', 'gsm7', 1, 'notification', '{}', 1, now(), now())`.execute(store.db);
      for (const [at, key] of ['order-1 ', ' order-1', '"order-2"', 'order-3', '  '].entries())
        await sql`
          insert into idempotency values (
            'acc_spellings', '/messages', ${key}, ${`print-${at}`}, 202, '{}', now())`.execute(
          store.db,
        );
      await store.close();
      const made = await upToDate(fresh, readShape);
      expect(made.columns.length).toBeGreaterThan(150);
      expect(made.triggers.length).toBeGreaterThan(0);
      expect(await upToDate(old, readShape)).toEqual(made);
    });

    it('create everything that the doctor checks', async () => {
      const { tables, parts } = await upToDate(old, readNames);
      expect([...tables].sort()).toEqual(wanted.tables);
      expect(Object.fromEntries(parts)).toEqual(wanted.parts);
    });

    it('keep everything in existing accounts, and the text of a code for an hour in new ones', async () => {
      const values = { id: 'acc_new', name: 'New', default_country: 'US', time_zone: 'UTC' };
      const found = await upToDate(old, async (db) => {
        const accounts = db.selectFrom('account').select('retention');
        const before = await accounts.execute();
        await db
          .insertInto('account')
          .values({ ...values, created_at: new Date() })
          .execute();
        const made = await accounts.where('id', '=', values.id).executeTakeFirstOrThrow();
        return { before, made };
      });
      expect(found.before.length).toBeGreaterThan(0);
      const nothing = { otp_text_hours: null, text_days: null, message_days: null };
      for (const { retention } of found.before) expect(retention).toEqual(nothing);
      expect(found.made.retention).toEqual({ ...nothing, otp_text_hours: 1 });
    });

    it('opt out the other spellings of a number, and mark simulated numbers', async () => {
      const found = await upToDate(old, async (db) => ({
        optOuts: await db.selectFrom('opt_out').select('phone').execute(),
        numbers: await db.selectFrom('number').select(['number', 'carrier']).execute(),
      }));
      const phones = found.optOuts.map(({ phone }) => phone);
      expect(phones).toEqual(expect.arrayContaining(twins.flat()));
      expect(phones.filter((phone) => /^\+5/.test(phone))).toHaveLength(twins.flat().length);
      expect(found.numbers.length).toBeGreaterThan(0);
      for (const { number, carrier } of found.numbers)
        expect([number, carrier]).toEqual([number, /55501..$/.test(number) ? 'handset' : null]);
    });

    it('give the keys of batches without the spaces and quotes at their ends', async () => {
      const keys = await upToDate(old, (db) =>
        db
          .selectFrom('idempotency')
          .select(['key', 'fingerprint'])
          .where('account_id', '=', 'acc_spellings')
          .where('key', 'like', 'order%')
          .orderBy('key')
          .execute(),
      );
      expect(keys).toEqual([
        { key: 'order-1', fingerprint: expect.stringMatching(/^print-[01]$/) },
        { key: 'order-1 ', fingerprint: 'print-0' },
        { key: 'order-2', fingerprint: 'print-2' },
        { key: 'order-3', fingerprint: 'print-3' },
      ]);
    });

    it('write each letter of a name as one character', async () => {
      const found = await upToDate(old, async (db) => {
        for (const [at, name] of decomposed.entries())
          await sql`
            insert into list (id, account_id, name, created_at, updated_at)
            values (${`lst_${at}`}, 'acc_spellings', ${name}, now(), now())`.execute(db);
        await sql`update contact set last_name = ${decomposed[0]}`.execute(db);
        await composedNames.up(db as unknown as Kysely<unknown>);
        return {
          lists: await db.selectFrom('list').select('name').orderBy('id').execute(),
          contacts: await db.selectFrom('contact').select(['first_name', 'last_name']).execute(),
        };
      });
      expect(found.lists.map(({ name }) => name)).toEqual([
        'Zo\u00EB',
        'N\u00E9e',
        'Bjo\u0308rn',
        'Bj\u00F6rn',
      ]);
      expect(found.contacts).toEqual([{ first_name: 'Ada', last_name: 'Zo\u00EB' }]);
    });

    it('start one conversation for all spellings of a number, which is read', async () => {
      const found = await upToDate(old, (db) =>
        db
          .selectFrom('conversation')
          .select(['id', 'phone', 'phones', 'status', 'unread', 'last_message_id'])
          .where('account_id', '=', 'acc_spellings')
          .orderBy('last_message_id')
          .execute(),
      );
      const ends = { accountId: 'acc_spellings', number: '+12025550199' };
      expect(found).toEqual(
        twins.map(([first, last], at) => ({
          id: conversationId({ ...ends, phone: first }),
          phone: last,
          phones: [last, first],
          status: 'open',
          unread: 0,
          last_message_id: `msg_${101 + 2 * at}`,
        })),
      );
    });

    it('keep opt-outs for all numbers, including those that the previous version still adds', async () => {
      await upToDate(old, async (db) => {
        for (let times = 0; times < 2; times++)
          await sql`
            insert into opt_out (account_id, phone, created_at)
            select id, '+12025550188', now() from account limit 1
            on conflict do nothing`.execute(db);
        const rows = await db.selectFrom('opt_out').select(['phone', 'number']).execute();
        expect(rows.filter(({ phone }) => phone === '+12025550188')).toHaveLength(1);
        expect(new Set(rows.map(({ number }) => number))).toEqual(new Set(['']));
        await db.deleteFrom('opt_out').where('phone', '=', '+12025550188').execute();
      });
    });

    it('protect the entries of the consent ledger from changes', async () => {
      await upToDate(fresh, async (db) => {
        await sql`
          insert into account (id, name, default_country, time_zone, created_at)
          values ('acc_1', 'Acme', 'US', 'UTC', now())`.execute(db);
        await sql`
          insert into consent
            (id, account_id, phone, action, method, consented_at, created_at)
          values ('cns_1', 'acc_1', '+12025550188', 'opted_out', 'text', now(), now())`.execute(db);
        for (const change of [
          sql`update consent set action = 'opted_in'`,
          sql`delete from consent`,
          sql`truncate consent`,
        ])
          await expect(change.execute(db)).rejects.toThrow(/consent ledger/);
        expect(await db.selectFrom('consent').select('action').execute()).toEqual([
          { action: 'opted_out' },
        ]);
      });
    });

    it('keep the due time of a scheduled message', async () => {
      const found = await upToDate(old, (db) =>
        db
          .selectFrom('message')
          .select(['send_at', 'due_at'])
          .where('send_at', 'is not', null)
          .execute(),
      );
      expect(found.length).toBeGreaterThan(0);
      for (const { send_at, due_at } of found) expect(due_at).toEqual(send_at);
    });

    it('keep existing data, and the service works with it', async () => {
      const environment = { ...old.environment, PORT: '0', LOG_LEVEL: 'silent' };
      const service = await startService(readConfig(environment));
      const faults: string[] = [];
      const client = createTestClient(service.url, 'tl_admin_of_the_first_release', faults);
      try {
        expect(await client.account.get({})).toMatchObject({ name: 'Acme Shop', scope: 'admin' });
        expect((await client.key.list({})).data).toMatchObject([
          { name: 'API key', scope: 'read', last4: null },
          { name: 'First key', scope: 'admin', current: true },
        ]);
        expect(await client.contact.get({ id: '+12025550123' })).toMatchObject({
          attributes: { plan: 'pro' },
          consent: { source: 'form' },
        });
        await expect(client.message.send({ to: '+12025550124', text: 'Hi' })).rejects.toMatchObject(
          { code: 'recipient_opted_out' },
        );
        // The new version sends the messages that were queued when the old version stopped.
        const queued = 'msg_01JZ3K8QW5T4V9XH2M6N7P8R02';
        await until(
          'the queued message is delivered',
          async () => (await client.message.get({ id: queued })).status === 'delivered',
        );
        const { data } = await client.message.list({ limit: 100 });
        expect(data.map(({ text, status }) => [text, status])).toEqual([
          ['Message 8', 'received'],
          ['Message 7', 'canceled'],
          ['Message 6', 'failed'],
          ['Message 5', 'undelivered'],
          ['Message 4', 'delivered'],
          ['Message 3', 'sent'],
          ['Message 2', 'delivered'],
          ['Message 1', 'scheduled'],
        ]);
        const conversations = await client.conversation.list({});
        expect(conversations.data).toMatchObject([
          { phone: '+12025550123', unread: 0, last_message: { text: 'Message 8' } },
        ]);
        const day = { start: '2026-01-05T00:00:00Z', end: '2026-01-06T00:00:00Z' };
        expect((await client.report.get({ ...day, group_by: 'status' })).totals).toMatchObject({
          messages: 8,
          delivered: 2,
          received: 1,
        });
        const [webhook] = (await client.webhook.list({})).data;
        const deliveries = await client.webhook.deliveries({ id: webhook!.id });
        expect(deliveries.data).toMatchObject([{ status_code: 200, attempt: 1 }]);
      } finally {
        await service.stop();
      }
      expect(faults).toEqual([]);
    });
  });
}
