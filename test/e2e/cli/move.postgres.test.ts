import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Message } from '@textloom/shared/contract';
import { textloom } from '../../cli/textloom.ts';
import {
  openEmptyFolder,
  openPostgres,
  type TestDatabase,
} from '../../service/harness/database.ts';
import {
  createAccount,
  handset,
  openHarness,
  type Account,
} from '../../service/harness/harness.ts';
import { live } from '../../service/isolation/live.ts';
import {
  ownVariables,
  runToEnd,
  startProcess,
  type TestProcess,
} from '../../service/harness/process.ts';
import { query, type Environment } from '../../service/harness/runningDatabase.ts';
import { until } from '../../service/harness/until.ts';

const command = fileURLToPath(new URL('../../../service/bin/textloom.mjs', import.meta.url));

/** Returns the rows of all tables of the service, and the jobs, as sorted JSON. */
const readTables = (environment: Environment) =>
  query(environment, async (run) => {
    await run(`set timezone = 'UTC'`);
    const { rows: tables } = (await run(`
      select relname as name from pg_class
      where relkind = 'r' and relnamespace = 'public'::regnamespace and relname !~ '^kysely_'`)) as {
      readonly rows: readonly { readonly name: string }[];
    };
    const read = async (name: string, rows: string) => {
      const { rows: found } = await run(`select to_jsonb(one)::text as row from ${rows} as one`);
      return [name, (found as { readonly row: string }[]).map(({ row }) => row).sort()] as const;
    };
    const jobs = `(select name, data, start_after, group_id from pgboss.job where state < 'completed')`;
    const all = [await read('jobs', jobs)];
    for (const { name } of tables) all.push(await read(name, name));
    return Object.fromEntries(all);
  });

describe('a move from the embedded database to PostgreSQL', () => {
  let folder: TestDatabase;
  let postgres: TestDatabase;
  let both: Record<string, string>;
  let account: Account;
  let scheduled: Message;
  let service: TestProcess | undefined;
  const faults: string[] = [];
  const move = () => textloom(both, 'move');
  const isEmpty = async () => (await readTables(postgres.environment))['account']!.length === 0;

  beforeAll(async () => {
    folder = await openEmptyFolder();
    postgres = await openPostgres();
    both = { ...folder.environment, ...postgres.environment };
    const harness = await openHarness(() =>
      Promise.resolve({ ...folder, remove: () => Promise.resolve() }),
    );
    account = harness.account();
    await live(harness, account, { area: 531, secret: 'Zebra' });
    const send_at = new Date(Date.now() + 15_000).toISOString();
    scheduled = await account.client.message.send({ to: handset(7, 531), text: 'Later', send_at });
    // The service repeats this delivery later.
    const hook = harness.receiver.hook();
    hook.response = (response) => response.writeHead(503).end();
    const { id } = await account.client.webhook.create({ url: hook.url, events: ['webhook.*'] });
    await account.client.webhook.test({ id });
    await until(
      'the delivery has failed',
      async () => (await account.client.webhook.deliveries({ id })).data.length > 0,
    );
    await harness.close();
  });
  afterAll(async () => {
    await service?.kill();
    await folder.remove();
    await postgres.remove();
    expect(faults).toEqual([]);
  });

  it('needs a database in DATA_DIR and DATABASE_URL', async () => {
    expect(await textloom(folder.environment, 'move')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('Set DATABASE_URL to an empty PostgreSQL database'),
    });
    const empty = await mkdtemp(join(tmpdir(), 'textloom-empty-'));
    expect(await textloom({ ...both, DATA_DIR: empty }, 'move')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('holds no database'),
    });
    await rm(empty, { recursive: true });
  });

  it('that is killed has moved nothing, and you can repeat it', async () => {
    const child = spawn(process.execPath, [command, 'move'], {
      env: { ...ownVariables(), ...both },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    let stderr = '';
    child.stderr.on('data', (chunk: Buffer) => {
      stderr += chunk.toString();
      // It copies tables.
      if (stderr.includes('Accounts: ')) child.kill('SIGKILL');
    });
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    expect(await isEmpty()).toBe(true);
    const { code, output } = await runToEnd(folder.environment);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('did not finish. Run "textloom move" again'),
    ]);
  });

  it('that fails changes nothing, so the service can continue with the old data', async () => {
    await textloom(postgres.environment, 'migrate');
    await query(postgres.environment, (run) =>
      run(`create function fail() returns trigger language plpgsql as 'begin raise exception ''full''; end';
        create trigger fail before insert on webhook execute function fail()`),
    );
    expect(await move()).toMatchObject({ code: 1 });
    expect(await isEmpty()).toBe(true);
    expect(await textloom(folder.environment, 'accounts', 'list')).toMatchObject({ code: 0 });
    await query(postgres.environment, (run) => run('drop function fail cascade'));
  });

  it('keeps every row and all work', async () => {
    const before = await readTables(folder.environment);
    expect(before['jobs']).not.toEqual([]);
    expect(await move()).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^All data is in PostgreSQL now\. Start the service/),
      stderr: expect.stringMatching(/^Accounts: 1,000\n(?:[A-Z]\w+: [\d,]+\n){5}$/),
    });
    expect(await readTables(postgres.environment)).toEqual(before);
  });

  it('leaves data with which neither the service nor a command starts', async () => {
    const { code, output } = await runToEnd(folder.environment);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining('moved to PostgreSQL. Set DATABASE_URL'),
    ]);
    for (const args of [['accounts', 'list'], ['doctor'], ['backup', join(tmpdir(), 'none')]])
      expect(await textloom(folder.environment, ...args)).toMatchObject({ code: 1 });
  });

  it('happens once, and never into a database with data', async () => {
    expect(await move()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('moved to PostgreSQL already'),
    });
    await writeFile(join(folder.environment.DATA_DIR!, 'moved-to-postgresql'), 'started');
    expect(await move()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('An earlier move was interrupted'),
    });
  });

  it('lets the service continue on PostgreSQL, with the same keys', async () => {
    service = await startProcess(postgres, '', faults, { ALLOW_PRIVATE_WEBHOOKS: 'true' });
    const moved = createAccount(service.url, account, faults);
    await moved.reaches(scheduled.id, 'delivered');
    expect(await moved.textsOn(handset(7, 531))).toMatchObject([{ text: 'Later' }]);
    await moved.textFrom(handset(59, 531), 'Hello again');
    await until('the text arrives', async () =>
      (await moved.client.message.list({ direction: 'inbound' })).data.find(
        ({ text }) => text === 'Hello again',
      ),
    );
    expect(await service.stop()).toBe(0);
  });
});
