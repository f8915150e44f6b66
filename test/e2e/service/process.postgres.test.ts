import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';
import { describeProcess } from '../../service/runtime/process.suite.ts';
import { newKey, startProcess } from '../../service/harness/process.ts';

describeProcess('PostgreSQL', openPostgres);

describe('an empty PostgreSQL database', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await openPostgres();
  });
  afterAll(() => database.remove());

  it('is shared by processes that start at the same moment', async () => {
    const key = newKey();
    const faults: string[] = [];
    const both = await Promise.all([0, 1].map(() => startProcess(database, key, faults)));
    const [one, two] = both.map(({ account }) => account);
    expect(await one!.client.account.get({})).toEqual(await two!.client.account.get({}));
    const { id } = await one!.client.message.send({ to: '+18115550101', text: 'From one' });
    expect(await two!.reaches(id)).toMatchObject({ status: 'delivered' });
    expect(await two!.textsOn('+18115550101')).toHaveLength(1);
    for (const { stop } of both) expect(await stop()).toBe(0);
    expect(faults).toEqual([]);
  });
});
