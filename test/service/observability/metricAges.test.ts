import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { handsetNumbers } from '../../../service/carriers/handset/handsetNumbers.ts';
import { newId } from '../../../service/lib/ids.ts';
import { bootstrap } from '../../../service/runtime/bootstrap.ts';
import { databaseMetrics } from '../../../service/runtime/metrics/databaseMetrics.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';
import { messageRow } from '../harness/rows.ts';

const second = 1_000;
const minute = 60 * second;

describe('the ages among the metrics', () => {
  let store: TestStore;
  let account: string;
  let number: string;
  const now = new Date();
  const ago = (milliseconds: number) => new Date(now.getTime() - milliseconds);

  beforeAll(async () => {
    store = await openTestStore();
    await bootstrap(store.db, { apiKey: '', numbers: handsetNumbers, now });
    const row = await store.db.selectFrom('number').selectAll().limit(1).executeTakeFirstOrThrow();
    [account, number] = [row.account_id, row.number];
  });
  afterAll(() => store.close());
  beforeEach(async () => {
    await store.db.deleteFrom('message').execute();
    await setPace(null, null);
  });

  const setPace = async (messages_per_second: number | null, paced_until: Date | null) => {
    await store.db
      .updateTable('number')
      .set({ carrier: 'acme', messages_per_second, paced_until })
      .where('number', '=', number)
      .execute();
  };
  const works = { checkDatabase: () => Promise.resolve(undefined) };
  const read = () =>
    databaseMetrics({ db: store.db, clock: () => now, carriers: ['acme', 'other'] }, works)();
  const readValue = async (series: string) => {
    const line = (await read()).split('\n').find((one) => one.startsWith(`${series} `));
    return line === undefined ? undefined : Math.round(Number(line.slice(series.length + 1)));
  };
  const waiting = (carrier = 'acme') =>
    readValue(`textloom_oldest_waiting_message_seconds{carrier="${carrier}"}`);
  const add = async (more: {
    readonly status?: 'queued' | 'sent';
    readonly due_at?: Date;
    readonly sent_at?: Date;
    readonly submitting_at?: Date;
    readonly not_before?: Date;
    readonly attempts?: number;
  }) => {
    await store.db
      .insertInto('message')
      .values(
        messageRow({
          ...{ account_id: account, sender: number, recipient: '+12025550199', carrier: 'acme' },
          ...{ created_at: now, expires_at: new Date(now.getTime() + 60 * minute) },
          ...more,
        }),
      )
      .execute();
  };

  it('show the oldest message of a sender that makes no progress', async () => {
    expect(await waiting()).toBe(0);
    await add({ due_at: ago(60 * minute) });
    await add({ due_at: ago(minute) });
    expect(await waiting()).toBe(3_600);
    expect(await waiting('other')).toBe(0);
  });

  it('leave out a sender whose messages a carrier takes', async () => {
    await add({ due_at: ago(60 * minute) });
    await add({ status: 'sent', sent_at: ago(30 * second) });
    expect(await waiting()).toBe(0);
    await store.db
      .updateTable('message')
      .set({ sent_at: ago(2 * minute) })
      .where('status', '=', 'sent')
      .execute();
    expect(await waiting()).toBe(3_600);
  });

  it('leave out a sender that waits for its pace, unless the carrier rejects messages', async () => {
    await add({ due_at: ago(60 * minute) });
    await add({ due_at: ago(60 * minute), submitting_at: ago(second), attempts: 1 });
    await setPace(1, new Date());
    expect(await waiting()).toBe(0);
    // It could send more, and does not.
    await setPace(1, new Date(Date.now() - 2 * minute));
    expect(await waiting()).toBe(3_600);
    await setPace(1, new Date());
    await add({ due_at: ago(50 * minute), not_before: new Date(), attempts: 1 });
    expect(await waiting()).toBe(3_600);
  });

  it('count enabled webhooks with planned attempts, by the age of their failure', async () => {
    const addWebhook = async (age: number, next: number | null, status = 'enabled') => {
      const [id, event] = [newId('whk'), newId('evt')];
      await sql`
        insert into webhook (id, account_id, url, events, secret, status, failing_since, created_at, updated_at)
        values (${id}, ${account}, ${`https://example.com/${id}`}, '["*"]', 'x', ${status}, ${ago(age)}, ${now}, ${now})`.execute(
        store.db,
      );
      await sql`
        insert into event (id, account_id, type, body, created_at)
        values (${event}, ${account}, 'message.sent', '{}', ${now})`.execute(store.db);
      await sql`
        insert into delivery (id, webhook_id, event_id, event_type, attempt, duration_ms, started_at, next_attempt_at)
        values (${newId('dlv')}, ${id}, ${event}, 'message.sent', 1, 1, ${ago(minute)},
          ${next === null ? null : new Date(now.getTime() + next)})`.execute(store.db);
    };
    await addWebhook(5 * minute, minute);
    await addWebhook(20 * minute, minute);
    await addWebhook(3 * 24 * 60 * minute, 60 * minute);
    await addWebhook(30 * minute, minute, 'disabled');
    // Nobody expects these to accept anything.
    await addWebhook(30 * minute, null);
    await addWebhook(4 * 24 * 60 * minute, -30 * minute);
    const counts = await Promise.all(
      ['0m', '15m', '1h', '1d'].map((age) =>
        readValue(`textloom_webhooks_failing{at_least="${age}"}`),
      ),
    );
    expect(counts).toEqual([1, 1, 0, 1]);
    expect(await readValue('textloom_webhook_failing_seconds')).toBe(3 * 86_400);
  });

  it('are there although the counts are not', async () => {
    const context = { db: store.db, clock: () => now, carriers: ['acme'] };
    const text = await databaseMetrics(context, works, [
      () => Promise.resolve('age 1'),
      () => Promise.reject(new Error('The count takes too long.')),
    ])();
    expect(text).toMatch(/^textloom_database_up 1$/m);
    expect(text).toMatch(/^age 1$/m);
  });
});
