import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { startServer } from '../../scripts/programs/startServer.ts';
import { checkServer } from '../../service/cli/doctor/checkDatabase.ts';
import { checkSpace } from '../../service/cli/doctor/checkFolder.ts';
import { checkMachine } from '../../service/cli/doctor/checkMachine.ts';
import { readConfig } from '../../service/config/config.ts';
import { startService } from '../../service/runtime/start.ts';
import { connectStore } from '../../service/store/database.ts';
import { lockFolder } from '../../service/store/embedded/lockFolder.ts';
import { openEmptyFolder, openFolder, type TestDatabase } from '../service/harness/database.ts';
import { textloom, wrongBy } from './textloom.ts';

describe('the doctor', () => {
  let folder: TestDatabase;
  let environment: Record<string, string>;
  beforeAll(async () => {
    folder = await openEmptyFolder();
    environment = { ...folder.environment, PORT: '0' };
  });
  afterAll(() => folder.remove());
  const ask = (more: Record<string, string>) => wrongBy({ ...environment, ...more });

  it('finds no problems if there are none', async () => {
    const { code, stdout } = await textloom(environment, 'doctor');
    expect([code, stdout]).toEqual([0, expect.stringContaining('The service can start.')]);
  });

  it.each<[Record<string, string>, string]>([
    [{ PORT: 'many' }, 'PORT must be a whole number from 0 to 65535. It is "many".'],
    [{ METRICS_PORT: '4010', PORT: '4010' }, 'METRICS_PORT must differ from PORT'],
    [{ HOST: 'http://127.0.0.1' }, 'HOST must be an address or a name of this machine'],
    [{ HOST: '203.0.113.5' }, 'HOST is not an address of this machine.'],
    [{ HOST: 'nowhere.invalid' }, 'HOST is not an address of this machine.'],
    [{ API_KEY: 'hunter2' }, 'API_KEY must be 16 to 200 visible characters without spaces.'],
    [{ DATABASE_URL: 'mysql://127.0.0.1/x' }, 'DATABASE_URL must start with postgres://'],
    [{ DATABASE_URL: 'postgres://u:p#w@h/x' }, 'with the special characters of the password'],
    [{ DATABASE_URL: 'postgres://u:p%zz@h/x' }, 'with the special characters of the password'],
    [{ DATABASE_URL: 'postgres://u:p w@h/x' }, 'with the special characters of the password'],
    [{ DATABASE_URL: 'postgres://127.0.0.1' }, 'DATABASE_URL must name a database'],
    [{ DATABASE_URL: 'postgres://h/x?sslmode=foo' }, 'DATABASE_URL has an unknown sslmode: use'],
    [
      { DATABASE_URL: 'postgres://127.0.0.1:9/x' },
      'The database in DATABASE_URL does not respond.',
    ],
    [
      { DATABSE_URL: 'postgres://127.0.0.1/x' },
      'DATABSE_URL is not a setting. Did you mean DATABASE_URL',
    ],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of fatal, error'],
    [{ ALLOW_PRIVATE_WEBHOOKS: 'yes' }, 'ALLOW_PRIVATE_WEBHOOKS must be one of true, false.'],
    [{ RATE_LIMIT: '0' }, 'RATE_LIMIT must be a whole number from 1 to 1000000. It is "0".'],
    [{ CARRIERS: '/nowhere/carriers.json' }, 'CARRIERS'],
    [{ CARRIERS: '[{]' }, 'CARRIERS is not valid JSON.'],
  ])('finds the problem with %j', async (settings, sentence) => {
    expect(await ask(settings)).toEqual([expect.stringContaining(sentence)]);
  });

  it('finds all problems in one run, and shows no secret', async () => {
    const secret = 'Zebra pass';
    const { stdout } = await textloom(
      { ...environment, PORT: 'x', API_KEY: secret, DATABASE_URL: `mysql://u:${secret}@h/x` },
      'doctor',
    );
    for (const name of ['PORT', 'API_KEY', 'DATABASE_URL']) expect(stdout).toContain(`✗ ${name} `);
    expect(stdout).toContain('Found 3 problems.');
    expect(stdout).not.toContain(secret);
  });

  it('checks that providers reach the service at PUBLIC_URL', async () => {
    const entry = {
      type: 'http',
      callback_secret: 'sixteen letters!',
      name: 'acme',
      base_url: 'http://127.0.0.1:9',
      headers: { Authorization: 'Bearer one' },
    };
    const own = { CARRIERS: JSON.stringify([entry]) };
    const other = await openFolder();
    const PUBLIC_URL = 'http://127.0.0.1:9';
    const service = await startService(
      readConfig({ ...other.environment, ...own, PUBLIC_URL, PORT: '0', LOG_LEVEL: 'silent' }),
    );
    const PORT = new URL(service.url).port;
    const check = async (more: Record<string, string>) =>
      (await textloom({ ...environment, ...own, PORT, ...more }, 'doctor')).stdout;
    try {
      expect(await check({ PUBLIC_URL: service.url })).toMatch(
        new RegExp(
          `✓ The provider of the carrier acme can reach the service. .*${service.url}/carriers/acme/texts/`,
        ),
      );
      expect(await check({ PUBLIC_URL })).toContain(
        `✗ The provider of the carrier acme cannot reach ${PUBLIC_URL}/carriers/acme: nothing responds`,
      );
      expect(await check({ PUBLIC_URL: `${service.url}/other` })).toContain(
        'the response there is 404',
      );
      const another = [{ ...entry, callback_secret: 'sixteen numbers!' }];
      expect(await check({ PUBLIC_URL: service.url, CARRIERS: JSON.stringify(another) })).toContain(
        'another service responds there',
      );
    } finally {
      await service.stop();
      await other.remove();
    }
    expect(await check({ PUBLIC_URL: service.url })).toContain('! PUBLIC_URL is not checked');
  });

  it('finds a port that another program uses, and recognizes a Textloom service', async () => {
    const server = await startServer((_request, response) => response.end('Else'));
    const PORT = new URL(server.url).port;
    expect(await ask({ PORT })).toEqual([
      `PORT ${PORT}: Another program is using the port. Stop that program, or set PORT to another port.`,
    ]);
    expect(await ask({ METRICS_PORT: PORT })).toEqual([
      `METRICS_PORT ${PORT}: Another program is using the port. Stop that program, or set METRICS_PORT to another port.`,
    ]);
    await server.stop();
    const other = await openFolder();
    const service = await startService(
      readConfig({ ...other.environment, PORT: '0', METRICS_PORT: '0', LOG_LEVEL: 'silent' }),
    );
    const own = {
      PORT: new URL(service.url).port,
      METRICS_PORT: new URL(service.metricsUrl!).port,
    };
    expect(await ask(own)).toEqual([]);
    const { code, stdout } = await textloom({ ...other.environment, ...own }, 'doctor');
    expect(code).toBe(0);
    expect(stdout).toContain(
      `! A Textloom service is already running on METRICS_PORT ${own.METRICS_PORT}.`,
    );
    expect(stdout).toContain(`! The service on PORT ${own.PORT} is using the folder`);
    await service.stop();
    await other.remove();
  });

  it('creates no folder, and warns if a service used the folder before', async () => {
    const folder = join(environment.DATA_DIR!, 'new', 'data');
    const other = { ...environment, DATA_DIR: folder };
    expect(await wrongBy(other)).toEqual([]);
    expect(existsSync(folder)).toBe(false);
    await mkdir(join(folder, 'database.old'), { recursive: true });
    expect((await textloom(other, 'doctor')).stdout).toContain(
      `! DATA_DIR ${folder} holds no database, but database.old. Check DATA_DIR`,
    );
  });

  it('finds a folder that is a file, or that another service uses', async () => {
    const file = join(environment.DATA_DIR!, 'file');
    await writeFile(file, '');
    expect(await ask({ DATA_DIR: file })).toEqual(['DATA_DIR is a file. Set it to a folder.']);
    expect(await ask({ DATA_DIR: join(file, 'below') })).toEqual([
      'DATA_DIR is a file, or is below one. Set it to a folder.',
    ]);
    const other = await openFolder();
    await textloom(other.environment, 'migrate');
    const unlock = await lockFolder(other.environment.DATA_DIR!);
    expect(await wrongBy({ ...other.environment, PORT: '0' })).toEqual([
      expect.stringContaining('is in use by another Textloom service. Stop that one first'),
    ]);
    unlock();
    await other.remove();
  });

  it('finds a key that is not an admin key of the first account, and tables from a newer version', async () => {
    const own = await openFolder();
    const API_KEY = 'tl_admin_0123456789abcdef';
    const all = { ...own.environment, PORT: '0', LOG_LEVEL: 'silent', API_KEY };
    await (await startService(readConfig(all))).stop();
    expect(await wrongBy(all)).toEqual([]);
    const change = async (statement: string) => {
      const store = await connectStore(readConfig(all));
      await sql.raw(statement).execute(store.db);
      await store.close();
    };
    await change("update api_key set scope = 'read'");
    expect(await wrongBy(all)).toEqual([
      'API_KEY is a key with the scope read, not an admin key. Set it to another key, or leave it empty.',
    ]);
    await change('update account set is_operator = false');
    expect(await wrongBy(all)).toEqual([
      expect.stringContaining('API_KEY is a key of another account than the first one.'),
    ]);
    await change('update account set is_operator = true');
    await change("update api_key set scope = 'admin'");
    expect(await wrongBy(all)).toEqual([]);
    await change('update api_key set revoked_at = now()');
    expect(await wrongBy(all)).toEqual([expect.stringContaining('API_KEY is a revoked key.')]);
    await change(`insert into kysely_migration values ('9999_future', '2031-01-01')`);
    const newer = 'migrated by a newer Textloom (9999_future)';
    expect(await wrongBy(all)).toEqual([expect.stringContaining(newer)]);
    await expect(startService(readConfig(all))).rejects.toThrow(newer);
    await own.remove();
  });

  it('finds problems that no test can cause: an old Node.js, a wrong clock, a full disk', () => {
    const machine = { node: '22.1.0', now: new Date(0), hasConsole: false };
    expect(checkMachine(machine).map(({ text }) => text)).toEqual([
      'Node.js is 22.1.0. Install version 24 or later.',
      expect.stringContaining('The clock of this machine shows 1970-01-01'),
      expect.stringContaining('The console is not built.'),
    ]);
    expect(checkSpace('/data', 1e6)[0]!.text).toContain('Only 0 MB are free');
    const old = { version: 110_022, encoding: 'UTF8', isReadOnly: false, mayCreate: true };
    expect(checkServer(old)[0]!.text).toContain('PostgreSQL is version 11.');
  });
});
