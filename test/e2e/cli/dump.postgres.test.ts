import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { rootCertificates } from 'node:tls';
import { promisify } from 'node:util';
import { writeClientSettings } from '../../../service/cli/backup/writeClientSettings.ts';
import { textloom } from '../../cli/textloom.ts';
import { openPostgres, type TestDatabase } from '../../service/harness/database.ts';

const run = promisify(execFile);

describe('a backup of PostgreSQL', () => {
  let database: TestDatabase;
  let root: string;
  let programs: string;
  let DATABASE_URL: string;
  beforeAll(async () => {
    database = await openPostgres();
    const url = new URL(database.environment.DATABASE_URL!);
    url.password ||= 's3cret';
    DATABASE_URL = url.href;
    expect(await textloom({ DATABASE_URL }, 'migrate')).toMatchObject({ code: 0 });
    await textloom({ DATABASE_URL }, 'accounts', 'create', '--name', 'Acme');
  });
  afterAll(() => database.remove());
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'textloom-dump-'));
    programs = join(root, 'programs');
    await mkdir(programs);
    await mkdir(join(root, 'backups'));
  });
  afterEach(() => rm(root, { recursive: true }));

  const install = async (program: string, script: string) => {
    const file = join(programs, program);
    await writeFile(file, `#!/bin/sh\n${script}\n`);
    await chmod(file, 0o755);
  };
  const backUp = (environment: Readonly<Record<string, string>> = {}) => {
    const PATH = `${programs}:${process.env.PATH}`;
    return textloom(
      { PATH, DATABASE_URL, ...environment },
      'backup',
      join(root, 'backups', 'copy'),
    );
  };
  const expectFailure = async (reason: string, environment?: Readonly<Record<string, string>>) => {
    const { code, stdout, stderr } = await backUp(environment);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(reason)]);
    expect(stderr).not.toContain('s3cret');
    expect(await readdir(join(root, 'backups'))).toEqual([]);
  };

  it('restores the accounts into an empty database', async () => {
    // The database of the service counts, and no other one that the environment names.
    const { code, stdout } = await backUp({ PGDATABASE: 'postgres', PGSERVICE: 'other' });
    const target = join(root, 'backups', 'copy');
    expect([code, stdout]).toEqual([0, `The backup is in ${target}.\n`]);
    expect(await readdir(target)).toEqual(['textloom.dump']);
    for (const path of [target, join(target, 'textloom.dump')])
      expect((await stat(path)).mode & 0o077).toBe(0);
    const restored = await openPostgres();
    const { DATABASE_URL: url } = restored.environment;
    const options = ['--no-owner', '--exit-on-error', '--single-transaction', '--dbname', url!];
    await run('pg_restore', [...options, join(target, 'textloom.dump')]);
    expect((await textloom({ DATABASE_URL: url! }, 'accounts', 'list')).stdout).toContain('Acme');
    await restored.remove();
  });

  it('shows the password to no other user', async () => {
    await install('pg_dump', `echo "$@" > ${root}/args; env > ${root}/env; exit 1`);
    await expectFailure('pg_dump failed');
    expect(await readFile(join(root, 'args'), 'utf8')).not.toContain('s3cret');
    expect(await readFile(join(root, 'env'), 'utf8')).toContain('PGPASSWORD=s3cret\n');
  });

  it('fails with the reason, and leaves nothing', async () => {
    await expectFailure('This machine has no pg_dump. Install', { PATH: programs });
    await install('pg_dump', 'echo "aborting because of server version mismatch" >&2; exit 1');
    await expectFailure('pg_dump is older than the PostgreSQL server. Install');
    const empty = await openPostgres();
    await expectFailure('has no tables of Textloom', empty.environment);
    await empty.remove();
  });

  it('fails if a part of the dump is missing', async () => {
    const { stdout } = await run('sh', ['-c', 'command -v pg_dump']);
    await install('pg_dump', `${stdout.trim()} "$@" && truncate --size=-2000 "$5"`);
    await expectFailure('pg_restore failed');
  });
});

describe('the settings for the client programs of PostgreSQL', () => {
  const read = async (address: string) => {
    const folder = await mkdtemp(join(tmpdir(), 'textloom-settings-'));
    const settings = await writeClientSettings(address, folder);
    const contentOf = (file: string) => readFile(file, 'utf8').catch(() => undefined);
    const [trusted, certificate, clientKey] = await Promise.all(
      [settings.PGSSLROOTCERT!, settings.PGSSLCERT!, settings.PGSSLKEY!].map(contentOf),
    );
    await rm(folder, { recursive: true });
    return { settings, trusted, certificate, clientKey };
  };

  it('name the server and the user in DATABASE_URL', async () => {
    const { settings } = await read(
      'postgres://a%40b:p%3Aq@[::1]:5433/my%20texts?options=-c%20role%3Dtexts',
    );
    expect(settings).toMatchObject({
      ...{ PGHOST: '::1', PGPORT: '5433', PGDATABASE: 'my texts' },
      ...{ PGUSER: 'a@b', PGPASSWORD: 'p:q', PGOPTIONS: '-c role=texts', PGSSLMODE: 'disable' },
    });
    const { settings: socket } = await read(
      'postgres://texts@localhost/texts?host=/run/postgresql',
    );
    expect(socket).toMatchObject({ PGHOST: '/run/postgresql', PGPORT: '5432' });
    expect(socket).not.toHaveProperty('PGPASSWORD');
  });

  it.each(['prefer', 'require', 'verify-ca', 'verify-full'])(
    'verify the server with sslmode=%s, as the service does',
    async (mode) => {
      const { settings, trusted } = await read(`postgres://host/texts?sslmode=${mode}`);
      expect([settings.PGSSLMODE, trusted]).toEqual([
        'verify-full',
        expect.stringContaining(rootCertificates[0]!),
      ]);
    },
  );

  it('trust only the authority in sslrootcert, and nobody with sslmode=no-verify', async () => {
    const file = join(tmpdir(), `textloom-authority-${process.pid}.pem`);
    await writeFile(file, 'PRIVATE AUTHORITY');
    const address = 'postgres://host/texts?sslmode=';
    expect(await read(`${address}verify-full&sslrootcert=${file}`)).toMatchObject({
      trusted: 'PRIVATE AUTHORITY',
    });
    const compatible = await read(`${address}verify-ca&uselibpqcompat=true&sslrootcert=${file}`);
    expect([compatible.settings.PGSSLMODE, compatible.trusted]).toEqual([
      'verify-ca',
      'PRIVATE AUTHORITY',
    ]);
    await rm(file);
    const open = await read(`${address}no-verify`);
    expect([open.settings.PGSSLMODE, open.trusted]).toEqual(['require', undefined]);
  });

  it('have the certificate and the key of the client', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'textloom-client-'));
    const files = ['certificate', 'key'].map((name) => join(folder, name));
    for (const file of files) await writeFile(file, `CONTENT OF ${file}`);
    const address = `postgres://host/texts?sslmode=verify-full&sslcert=${files[0]}&sslkey=${files[1]}`;
    expect(await read(address)).toMatchObject({
      certificate: `CONTENT OF ${files[0]}`,
      clientKey: `CONTENT OF ${files[1]}`,
    });
    await rm(folder, { recursive: true });
  });
});
