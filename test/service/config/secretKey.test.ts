import { afterEach, beforeEach, expect, it } from '@jest/globals';
import { readConfig } from '../../../service/config/config.ts';
import { ConfigError } from '../../../service/config/configError.ts';
import { hideOptOuts } from '../../../service/consents/optOuts.ts';
import { checkTables } from '../../../service/cli/doctor/checkTables.ts';
import { openContext } from '../../../service/runtime/openContext.ts';
import { connectStore } from '../../../service/store/database.ts';
import { openFolder, type TestDatabase } from '../harness/database.ts';
import { accountRow } from '../harness/rows.ts';

let database: TestDatabase;
beforeEach(async () => {
  database = await openFolder();
});
afterEach(() => database.remove());

const [one, other] = ['a'.repeat(32), 'b'.repeat(32)];

/** Opens the database as the service does when it starts, and closes it again. */
async function open(
  secretKey: string,
  use: (opened: Awaited<ReturnType<typeof openContext>>) => Promise<unknown> = async () => null,
) {
  const opened = await openContext(readConfig({ ...database.environment, SECRET_KEY: secretKey }), {
    clock: () => new Date(),
    onError: (error) => expect(error).toBeUndefined(),
  });
  try {
    await use(opened);
  } finally {
    await opened.store.boss.stop({ graceful: false });
    await opened.store.close();
  }
}

/** Returns what the doctor says is wrong, which must not change the database. */
async function findProblems(secretKey: string): Promise<string[]> {
  const config = readConfig({ ...database.environment, SECRET_KEY: secretKey });
  const store = await connectStore(config);
  try {
    const findings = await checkTables(store.db, config);
    return findings.filter(({ kind }) => kind === 'problem').map(({ text }) => text);
  } finally {
    await store.close();
  }
}

/** Erases a person of a new account who had opted out. */
const eraseOne = ({ context }: Awaited<ReturnType<typeof openContext>>) =>
  context.db.transaction().execute(async (trx) => {
    const account = accountRow();
    await trx.insertInto('account').values(account).execute();
    const phone = '+12025550107';
    await trx
      .insertInto('opt_out')
      .values({ account_id: account.id, phone, number: '*', created_at: new Date() })
      .execute();
    await hideOptOuts(context, trx, account.id, [phone]);
  });

it('the key can change before the first person who had opted out is erased', async () => {
  expect(await findProblems(one)).toEqual([]);
  await open('');
  await open(one);
  expect(await findProblems(other)).toEqual([]);
  await open(other);
});

it.each([
  ['another key', one, other],
  ['no key', one, ''],
  ['a first key', '', one],
])(
  'the service does not start, and the doctor says so, with %s that cannot find the opt-outs of erased people',
  async (_, key, changed) => {
    await open(key, eraseOne);
    expect(await findProblems(key)).toEqual([]);
    expect(await findProblems(changed)).toEqual([
      expect.stringMatching(/^SECRET_KEY is not the key/),
    ]);
    await expect(open(changed)).rejects.toThrow(ConfigError);
    await expect(open(changed)).rejects.toThrow(/^SECRET_KEY is not the key/);
    await open(key);
  },
);
