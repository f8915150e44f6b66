import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { countMissingLists } from '../../../service/broadcasts/readAudience.ts';
import { newId } from '../../../service/lib/ids.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { openRealServices, type RealServices } from '../../service/model/realService.ts';

describe('the audience of a broadcast', () => {
  let services: RealServices;
  beforeAll(async () => {
    services = await openRealServices(openPostgres);
  });
  afterAll(() => services.close());

  it('keeps its lists while the service adds recipients', async () => {
    const { db, clock } = (await services.next()).context;
    const { id: account_id } = await db
      .selectFrom('account')
      .select('id')
      .executeTakeFirstOrThrow();
    const id = newId('lst');
    await db
      .insertInto('list')
      .values({ id, account_id, name: 'Blocked', created_at: clock(), updated_at: clock() })
      .execute();
    const steps: string[] = [];
    let deleted: Promise<unknown> = Promise.resolve();
    await db.transaction().execute(async (trx) => {
      expect(await countMissingLists(trx, { all_contacts: true, exclude_list_ids: [id] })).toBe(0);
      deleted = db
        .deleteFrom('list')
        .where('id', '=', id)
        .execute()
        .then(() => steps.push('deleted'));
      // The deletion waits for this transaction. Without a lock, it would end during these queries.
      for (let times = 0; times < 50; times++) await trx.selectFrom('list').select('id').execute();
      steps.push('added');
    });
    await deleted;
    expect(steps).toEqual(['added', 'deleted']);
  });
});
