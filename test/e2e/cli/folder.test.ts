import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { sql } from 'kysely';
import { databaseWithTables } from '../../service/harness/database.ts';
import { runToEnd } from '../../service/harness/process.ts';
import { inTime } from '../../../service/concurrency/inTime.ts';
import { connectStore, openStore } from '../../../service/store/database.ts';
import { makeFolder } from '../../../service/store/embedded/makeFolder.ts';
import { createPglite } from '../../../service/store/embedded/openFolder.ts';
import { textloom, wrongBy } from '../../cli/textloom.ts';

let root: string;
let DATA_DIR: string;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'textloom-folder-'));
  await cp(await databaseWithTables(), join(root, 'good/database'), { recursive: true });
  await textloom({ DATA_DIR: join(root, 'good') }, 'migrate');
});
afterAll(() => rm(root, { recursive: true, force: true }));
let count = 0;
beforeEach(async () => {
  DATA_DIR = join(root, `copy-${++count}`);
  await cp(join(root, 'good'), DATA_DIR, { recursive: true });
});

const below = (...path: string[]) => join(DATA_DIR, 'database', ...path);
const change = async (statement: string) => {
  const store = await connectStore({ dataDir: DATA_DIR });
  await sql.raw(statement).execute(store.db);
  await store.close();
};
/** PostgreSQL writes these files at every start, however it ends. */
const passing = ['textloom.lock', 'postmaster.pid', 'pg_internal.init'];
const readFiles = async () => {
  const names = await readdir(DATA_DIR, { recursive: true });
  return names.filter((name) => !passing.includes(basename(name))).sort();
};
/** Returns the refusal of the doctor and the service, which both leave the folder unchanged. */
const refusal = async (): Promise<string> => {
  const before = await readFiles();
  const environment = { DATA_DIR, PORT: '0' };
  const wrong = await wrongBy(environment);
  expect(wrong).toHaveLength(1);
  // A service that starts by mistake does not end on its own.
  const served = await inTime(150_000, textloom(environment, 'serve'));
  expect(served).toEqual({ code: 1, stdout: '', stderr: `${wrong[0]}\n` });
  expect(await readFiles()).toEqual(before);
  return wrong[0]!;
};

describe('the folder of the embedded database', () => {
  it('is closed to other users, even if an earlier version left it open', async () => {
    await chmod(below(), 0o755);
    await (await connectStore({ dataDir: DATA_DIR })).close();
    expect((await stat(below())).mode & 0o777).toBe(0o700);
  });

  it('is refused if its PG_VERSION is missing, and no empty database replaces it', async () => {
    await rm(below('PG_VERSION'));
    expect(await refusal()).toBe(
      `The folder ${below()} is not empty and holds no complete database: the file PG_VERSION is missing. ` +
        'Restore a backup, or set DATA_DIR to another folder to start with an empty database.',
    );
    await writeFile(below('PG_VERSION'), '18\n');
    expect(await wrongBy({ DATA_DIR, PORT: '0' })).toEqual([]);
  });

  it('is refused if another version of PostgreSQL created it', async () => {
    expect((await readFile(below('PG_VERSION'), 'utf8')).trim()).toBe('18');
    await writeFile(below('PG_VERSION'), '17\n');
    expect(await refusal()).toContain(
      'has format 17, and this version of Textloom reads format 18.',
    );
  });

  it.each(['global/pg_control', 'base'])('is refused if %s is lost', async (name) => {
    await rm(below(name), { recursive: true });
    expect(await refusal()).toBe(
      `The database in ${below()} is damaged and cannot start. ` +
        'Restore a backup, or set DATA_DIR to another folder to start with an empty database.',
    );
  });

  it('is refused if a backup was restored one level too high or too low', async () => {
    const data = DATA_DIR;
    DATA_DIR = join(root, `outer-${count}`);
    await mkdir(DATA_DIR);
    await rename(data, join(DATA_DIR, 'backup'));
    expect(await refusal()).toContain(`but ${join(DATA_DIR, 'backup')} does. Set DATA_DIR to`);
    DATA_DIR = join(DATA_DIR, 'backup', 'database');
    expect(await refusal()).toContain(`is the folder of a database itself.`);
  });

  it('is refused if its database belongs to another program', async () => {
    await rm(below(), { recursive: true });
    const other = await createPglite({ dataDir: below() });
    await other.exec('create table account (id int)');
    await other.close();
    expect(await refusal()).toContain('belongs to another program. Set DATA_DIR');
  });

  it('is refused by every command if a newer version has migrated it', async () => {
    await change(`insert into kysely_migration values ('9999_future', '2031-01-01')`);
    expect(await refusal()).toContain('migrated by a newer Textloom (9999_future)');
    for (const command of [['migrate', '--check'], ['migrate'], ['keys', 'list']]) {
      const ran = await textloom({ DATA_DIR }, ...command);
      expect(ran).toMatchObject({ code: 1, stdout: '' });
      expect(ran.stderr).toContain('by a newer Textloom (9999_future)');
    }
  });

  it('can be empty, or contain files that are not a database', async () => {
    await rm(below(), { recursive: true });
    await mkdir(below());
    await writeFile(join(DATA_DIR, 'carriers.json'), '[]');
    expect(await wrongBy({ DATA_DIR, PORT: '0' })).toEqual([]);
    const store = await openStore({ dataDir: DATA_DIR }, () => undefined);
    await store.boss.stop({ graceful: false });
    await store.close();
  });

  it('is reported as damaged by the doctor if a table, a column or an index is lost', async () => {
    await change('drop table delivery cascade');
    expect(await wrongBy({ DATA_DIR, PORT: '0' })).toEqual([
      'The database is damaged: table delivery is missing. Restore a backup.',
    ]);
    await change('alter table contact drop column email');
    const [wrong] = await wrongBy({ DATA_DIR, PORT: '0' });
    expect(wrong).toContain(
      'table delivery, column contact.email, index contact_email are missing.',
    );
  });

  it('is reported as damaged by the doctor if a trigger, a function or a table of the queue is lost', async () => {
    await change('drop trigger tally_insert on message');
    const [lost] = await wrongBy({ DATA_DIR, PORT: '0' });
    expect(lost).toContain('damaged: trigger tally_insert is missing.');
    await change('drop function tally_delete cascade');
    await change('drop table pgboss.job cascade');
    const [more] = await wrongBy({ DATA_DIR, PORT: '0' });
    expect(more).toContain(
      'table pgboss.job, function tally_delete, trigger tally_delete, trigger tally_insert are missing.',
    );
  });

  it('is not reported as damaged if the next start creates the tables of the queue', async () => {
    await change('drop schema pgboss cascade');
    expect(await wrongBy({ DATA_DIR, PORT: '0' })).toEqual([]);
    await textloom({ DATA_DIR }, 'migrate');
    await change('drop table pgboss.bam cascade');
    await change('update pgboss.version set version = version - 1');
    expect(await wrongBy({ DATA_DIR, PORT: '0' })).toEqual([]);
  });
});

const unshare = (script: string, more: Record<string, string>) =>
  spawnSync('unshare', ['--mount', '--map-root-user', 'sh', '-c', script], {
    encoding: 'utf8',
    timeout: 120_000,
    env: { PATH: process.env.PATH, PORT: '0', NODE: process.execPath, ...more },
  });
const canMount = unshare('mount -t tmpfs -o ro none "$AT"', { AT: tmpdir() }).status === 0;
const entry = join(import.meta.dirname, '../../../service/bin/textloom.ts');

describe('a folder that cannot be written', () => {
  const readOnly =
    'DATA_DIR is on a read-only file system. Set it to a folder that can be written.\n';

  (canMount ? it : it.skip)('is refused with a message on a read-only file system', () => {
    const run = 'mount -t tmpfs -o ro none "$AT" && "$NODE" "$ENTRY" migrate';
    for (const folder of [DATA_DIR, join(DATA_DIR, 'new'), join(DATA_DIR, 'new', 'below')]) {
      const ran = unshare(run, { AT: DATA_DIR, ENTRY: entry, DATA_DIR: folder });
      expect([ran.status, ran.stdout, ran.stderr]).toEqual([1, '', readOnly]);
    }
  });

  (canMount ? it : it.skip)('is refused with a message if it already contains a database', () => {
    const run =
      'mount --bind "$DATA_DIR" "$DATA_DIR" && mount -o remount,ro,bind "$DATA_DIR" && "$NODE" "$ENTRY" migrate';
    const ran = unshare(run, { ENTRY: entry, DATA_DIR });
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([1, '', readOnly]);
  });

  it.each([
    // The recursive mkdir of Node.js never returns there.
    ['/proc/textloom', 'the folder above it can contain no folders.'],
    ['/proc/textloom/below', 'the folder above it can contain no folders.'],
    [join(tmpdir(), 'x'.repeat(300)), 'DATA_DIR is too long.'],
  ])('is refused with a message if the system cannot create it: %s', async (folder, reason) => {
    const { code, stdout, stderr } = await textloom({ DATA_DIR: folder, PORT: '0' }, 'serve');
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining(reason)]);
  });

  // In another user namespace, root owns the files but cannot ignore their permissions.
  (canMount ? it : it.skip).each([
    ['a file of the database', () => below('global', 'pg_control')],
    // SQLite would open it, and lock nothing, so that two services could use the folder.
    ['the lock', () => join(DATA_DIR, 'textloom.lock')],
  ])('is refused if the user cannot write %s', async (_what, locate) => {
    const path = locate();
    await writeFile(path, '', { flag: 'a' });
    await chmod(path, 0o400);
    const expected =
      `The user of the service cannot read and write ${path}. ` +
      'Give that user DATA_DIR and everything in it.';
    for (const command of ['serve', 'doctor']) {
      const ran = spawnSync('unshare', ['--user', process.execPath, entry, command], {
        encoding: 'utf8',
        env: { DATA_DIR, PORT: '0' },
      });
      expect([command, ran.status, ran.stdout + ran.stderr]).toEqual([
        command,
        1,
        expect.stringContaining(expected),
      ]);
    }
    await chmod(path, 0o600);
  });

  (canMount ? it : it.skip)('is named if the user cannot create it', async () => {
    await chmod(DATA_DIR, 0o500);
    for (const [command, folder, reason] of [
      ['serve', join(DATA_DIR, 'a/b'), `The folder ${join(DATA_DIR, 'a')} does not exist, and`],
      ['doctor', join(DATA_DIR, 'a/b'), `The folder ${join(DATA_DIR, 'a')} does not exist, and`],
      ['doctor', DATA_DIR, `The user of the service cannot write to ${DATA_DIR}. Give`],
    ]) {
      const ran = spawnSync('unshare', ['--user', process.execPath, entry, command!], {
        encoding: 'utf8',
        env: { DATA_DIR: folder, PORT: '0' },
      });
      expect([ran.status, ran.stdout + ran.stderr]).toEqual([1, expect.stringContaining(reason!)]);
    }
    await chmod(DATA_DIR, 0o700);
  });

  (canMount ? it : it.skip)('is refused with a message if it is a disk that is full', () => {
    const run = 'mount -t tmpfs -o size=8m none "$AT" && "$NODE" "$ENTRY" migrate';
    const ran = unshare(run, { AT: DATA_DIR, ENTRY: entry, DATA_DIR });
    expect([ran.status, ran.stdout]).toEqual([1, '']);
    expect(ran.stderr).toBe(
      `Creating a new database in ${below()} …\nThe disk of ${below()} is full, and the database cannot start. Free up space, then try again.\n`,
    );
  });

  it('is refused with a message if it is a file, or below one', async () => {
    const file = join(DATA_DIR, 'file');
    await writeFile(file, '');
    expect((await runToEnd({ DATA_DIR: file })).output).toBe(
      'DATA_DIR is a file. Set it to a folder.\n',
    );
    await expect(makeFolder(join(file, 'below'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  });
});
