import { afterEach, describe, expect, it, jest } from '@jest/globals';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
  type KyselyPlugin,
} from 'kysely';
import type { Db } from '../../../service/store/database.ts';
import { foldChanges } from '../../../service/store/foldChanges.ts';

describe('the work that adds changes to a tally', () => {
  afterEach(() => {
    jest.restoreAllMocks();
  });
  const db: Db = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (own) => new PostgresIntrospector(own),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  /** Folds changes of which some arrive during each batch, and returns the number of batches. */
  const countBatches = async (batchMs: number, sizes: (batch: number) => number) => {
    let [now, batches] = [0, 0];
    jest.spyOn(performance, 'now').mockImplementation(() => now);
    let isBatch = false;
    const plugin: KyselyPlugin = {
      transformQuery: ({ node }) => {
        isBatch = JSON.stringify(node).includes('folded');
        return node;
      },
      transformResult: async ({ result }) => {
        if (!isBatch) return result;
        now += batchMs;
        return { ...result, rows: [{ folded: sizes(batches++) }] };
      },
    };
    const add = sql`added as (select)`;
    await foldChanges(db.withPlugin(plugin), { table: 'tally_change', maxBatch: 10, add });
    return batches;
  };

  it('continues until a batch is not full', async () => {
    expect(await countBatches(1, (batch) => (batch < 3 ? 10 : 9))).toBe(4);
  });

  it('ends after a second, even if changes arrive faster than it adds them', async () => {
    expect(await countBatches(400, (batch) => (batch < 100 ? 10 : 0))).toBe(3);
  });
});
