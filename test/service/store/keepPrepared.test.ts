import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PGlite } from '@electric-sql/pglite';
import { keepPrepared } from '../../../service/store/embedded/keepPrepared.ts';
import { openPglite } from '../harness/database.ts';

describe('the embedded database', () => {
  let pglite: PGlite;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    ({ pglite, remove } = await openPglite());
    keepPrepared(pglite);
    await pglite.exec('create table item (id int primary key, name text)');
  });
  afterAll(async () => {
    await pglite.close();
    await remove();
  });

  const prepared = async (part: string) => {
    const { rows } = await pglite.query<{ uses: number }>(
      `select (generic_plans + custom_plans)::int as uses
       from pg_prepared_statements where statement like '%' || $1 || '%'
         and statement not like '%pg_prepared_statements%'`,
      [part],
    );
    return rows.map(({ uses }) => uses);
  };

  it('prepares a statement once that runs again and again, and responds as if it did not', async () => {
    const insert = 'insert into item (id, name) values ($1, $2) returning *';
    const inserted = [];
    for (const [id, name] of [
      [1, 'one'],
      [2, null],
      [3, 'é €'],
    ])
      inserted.push(await pglite.query(insert, [id, name]));
    const fields = [
      { name: 'id', dataTypeID: 23 },
      { name: 'name', dataTypeID: 25 },
    ];
    expect(inserted.map(({ rows, fields }) => ({ rows, fields }))).toEqual([
      { rows: [{ id: 1, name: 'one' }], fields },
      { rows: [{ id: 2, name: null }], fields },
      { rows: [{ id: 3, name: 'é €' }], fields },
    ]);
    expect(await prepared('insert into item')).toEqual([2]);
  });

  it('keeps statements prepared after one of them fails, even in a transaction', async () => {
    const divide = 'select 6 / $1::int as result';
    const by = async (divisor: number) => (await pglite.query(divide, [divisor])).rows;
    expect([await by(1), await by(2)]).toEqual([[{ result: 6 }], [{ result: 3 }]]);
    await expect(by(0)).rejects.toThrow('division by zero');
    expect(await by(3)).toEqual([{ result: 2 }]);
    await expect(
      pglite.transaction(async (trx) => {
        await trx.query(divide, [0]).catch(() => undefined);
        await trx.query(divide, [1]);
      }),
    ).rejects.toThrow('current transaction is aborted');
    expect(await by(6)).toEqual([{ result: 1 }]);
    expect(await prepared('select 6 /')).toHaveLength(1);
  });

  it.each([
    ['statement', 'query'],
    ['script', 'exec'],
  ] as const)('sees the columns that a %s adds', async (_, run) => {
    const select = () => pglite.query('select * from item where id = 1');
    for (let times = 0; times < 3; times++) await select();
    await pglite[run](`alter table item add column by_${run} int`);
    expect((await select()).rows).toMatchObject([{ [`by_${run}`]: null }]);
    expect((await select()).rows).toMatchObject([{ [`by_${run}`]: null }]);
  });

  it('plans a statement again after a minute, because tables grow', async () => {
    const count = () => pglite.query('select count(*) from item');
    for (let times = 0; times < 4; times++) await count();
    expect(await prepared('count(*)')).toEqual([3]);
    const now = jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 61_000);
    await count();
    expect(await prepared('count(*)')).toEqual([1]);
    now.mockRestore();
  });

  it('keeps no more than 300 statements, the latest ones', async () => {
    for (let at = 0; at < 310; at++)
      for (let times = 0; times < 2; times++) await pglite.query(`select ${at} as many`);
    expect((await prepared('as many')).length).toBeLessThanOrEqual(300);
    expect(await prepared('select 309 as many')).toHaveLength(1);
    expect(await prepared('select 0 as many')).toEqual([]);
  });
});
