import { afterAll, afterEach, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { createHealth, type Health } from '../../../service/observability/health.ts';
import type { Db } from '../../../service/store/database.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';
import { until } from '../harness/until.ts';

// Fail soon instead of waiting forever.
jest.setTimeout(60_000);

let store: TestStore;
beforeAll(async () => {
  store = await openTestStore({ onError: () => undefined });
});
afterAll(() => store.close());

const opened: Health[] = [];
afterEach(() => opened.splice(0).forEach(({ stop }) => stop()));
const open = (
  watched: Partial<Parameters<typeof createHealth>[0]['store']>,
  stuck: () => readonly string[] = () => [],
) => {
  const health = createHealth({
    store: {
      db: store.db,
      onNewConnection: undefined,
      diskFullFlag: { read: () => false, clear: () => undefined },
      ...watched,
    },
    stuck,
    everyMs: 5,
  });
  opened.push(health);
  return health;
};
/** Returns a database on which every statement fails. */
const failing = (code: string): Db =>
  store.db.withPlugin({
    transformQuery: () => {
      throw Object.assign(new Error('Failed'), { code });
    },
    transformResult: ({ result }) => Promise.resolve(result),
  });
const isBroken = (health: Health, milliseconds: number) =>
  Promise.race([health.broken, sleep(milliseconds, undefined, { ref: false })]);

describe('the health of a process', () => {
  it('is good if the database accepts writes', async () => {
    const health = open({});
    const before = await store.db.selectFrom('heartbeat').selectAll().execute();
    expect(await health.check()).toBeUndefined();
    const after = await store.db.selectFrom('heartbeat').selectAll().execute();
    expect(after).toHaveLength(before.length + 1);
  });

  it('asks the database once for all requests in the same second', async () => {
    const health = open({});
    await health.check();
    await store.db.deleteFrom('heartbeat').execute();
    await Promise.all([health.check(), health.checkDatabase()]);
    expect(await store.db.selectFrom('heartbeat').selectAll().execute()).toEqual([]);
  });

  it.each([
    ['ECONNREFUSED', 'The database does not respond.'],
    ['53100', 'The disk of the database is full.'],
    ['25006', 'The database accepts no changes.'],
    ['42P01', 'The database does not respond.'],
  ])('is bad, and says why, if the database fails with %s', async (code, sentence) => {
    const health = open({ db: failing(code) });
    expect(await health.check()).toBe(sentence);
    expect(await health.checkDatabase()).toBe(sentence);
  });

  it('is bad if the database never responds', async () => {
    let free: () => void = () => undefined;
    const held = store.db.transaction().execute(async (trx) => {
      await sql`select 1`.execute(trx);
      await new Promise<void>((resolve) => (free = resolve));
    });
    expect(await open({}).check()).toBe('The database does not respond.');
    free();
    await held;
  });

  it('is bad if a part makes no progress, and names it', async () => {
    expect(await open({}, () => ['the queue', 'counting']).check()).toBe(
      'There is no progress: the queue, counting.',
    );
  });

  it('writes more than one page after the disk was full, and then trusts it again', async () => {
    let isFull = true;
    const health = open({
      diskFullFlag: {
        read: () => isFull,
        clear: () => {
          isFull = false;
        },
      },
    });
    await store.db.deleteFrom('heartbeat').execute();
    expect(await health.check()).toBeUndefined();
    const [row] = await store.db.selectFrom('heartbeat').selectAll().execute();
    expect(row!.padding!.length).toBeGreaterThan(500_000);
    expect(isFull).toBe(false);
  });

  it('remembers that a statement ran out of disk space', async () => {
    expect(store.diskFullFlag.read()).toBe(false);
    const raise = sql`do $$ begin raise exception 'full' using errcode = '53100'; end $$`;
    await expect(raise.execute(store.db)).rejects.toMatchObject({ code: '53100' });
    expect(store.diskFullFlag.read()).toBe(true);
    store.diskFullFlag.clear();
    expect(store.diskFullFlag.read()).toBe(false);
  });
});

describe('a process that cannot recover on its own', () => {
  it('says so when a part stays stuck although a new connection works', async () => {
    const health = open({ onNewConnection: (work) => work(store.db) }, () => ['the queue']);
    expect(await health.broken).toMatch(/There is no progress: the queue\..* ends/);
  });

  it.each([
    ['never work', 'ECONNRESET', /The database does not respond\..* ends/],
    ['never take changes', '25006', /The database accepts no changes\..* ends/],
  ])('says so when its own connections %s and a new one does', async (_what, code, sentence) => {
    const health = open({ db: failing(code), onNewConnection: (work) => work(store.db) });
    expect(await isBroken(health, 10_000)).toMatch(sentence);
  });

  it('keeps running if all parts recover soon after the database is back', async () => {
    let asked = 0;
    const onNewConnection = () =>
      ++asked > 30 ? Promise.resolve() : Promise.reject(new Error('No'));
    const health = open({ onNewConnection }, () => (asked < 35 ? ['the queue'] : []));
    let isOver: string | undefined;
    void health.broken.then((reason) => (isOver = reason));
    await until('the database is back', () => asked >= 35 || isOver);
    expect(await isBroken(health, 100)).toBeUndefined();
  });

  it('keeps running if a part is briefly stuck now and then', async () => {
    let looks = 0;
    const stuck = () => (looks++ % 6 === 5 ? [] : ['the queue']);
    const health = open({ onNewConnection: (work) => work(store.db) }, stuck);
    let isOver: string | undefined;
    void health.broken.then((reason) => (isOver = reason));
    await until('it has looked many times', () => looks > 40 || isOver);
    expect(isOver).toBeUndefined();
  });

  it('keeps running while no connection works, and if a restart would not help', async () => {
    const away = open({
      db: failing('ECONNREFUSED'),
      onNewConnection: () => Promise.reject(new Error('No')),
    });
    const full = open({ db: failing('53100'), onNewConnection: (work) => work(store.db) }, () => [
      'the queue',
    ]);
    const standby = open({
      db: failing('25006'),
      onNewConnection: () => Promise.reject(new Error('No')),
    });
    const embedded = open({ db: failing('25006') });
    const well = open({});
    for (const health of [away, full, standby, embedded, well])
      expect(await isBroken(health, 300)).toBeUndefined();
  });
});
