import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync } from 'node:fs';
import {
  cp,
  mkdir,
  mkdtemp,
  readdir,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sql } from 'kysely';
import { explainVerify } from '../../../service/cli/backup/explainBackup.ts';
import { makeIncomplete } from '../../../service/cli/backup/makeIncomplete.ts';
import { verifyCopy } from '../../../service/cli/backup/verifyCopy.ts';
import { claimSeconds } from '../../../service/dispatch/claims.ts';
import { connectStore } from '../../../service/store/database.ts';
import { copyFolder } from '../../../service/store/embedded/copyFolder.ts';
import { maxHoldMs, requestHold, serveHolds } from '../../../service/store/embedded/holds.ts';
import { textloom } from '../../cli/textloom.ts';
import { databaseWithTables } from '../../service/harness/database.ts';
import { handset } from '../../service/harness/harness.ts';
import {
  newKey,
  ownVariables,
  startProcess,
  type TestProcess,
} from '../../service/harness/process.ts';
import { openSmallDisk } from '../../service/harness/smallDisk.ts';
import { until } from '../../service/harness/until.ts';

const command = fileURLToPath(new URL('../../../service/bin/textloom.mjs', import.meta.url));

describe('a backup of the embedded database', () => {
  let root: string;
  let DATA_DIR: string;
  let target: string;
  let service: TestProcess;
  const key = newKey();
  const faults: string[] = [];
  const start = (folder: string, more: Readonly<Record<string, string>> = {}) =>
    startProcess(
      { environment: { DATA_DIR: folder, DATABASE_URL: '' }, remove: () => Promise.resolve() },
      key,
      faults,
      more,
    );
  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'textloom-backup-'));
    DATA_DIR = join(root, 'data');
    await cp(await databaseWithTables(), join(DATA_DIR, 'database'), { recursive: true });
    service = await start(DATA_DIR);
  });
  afterAll(async () => {
    await service.kill();
    await rm(root, { recursive: true });
    expect(faults).toEqual([]);
  });
  let count = 0;
  beforeEach(async () => {
    const folder = join(root, `backups-${++count}`);
    await mkdir(folder);
    target = join(folder, 'copy');
  });
  afterEach(() => rm(join(target, '..'), { recursive: true, force: true }));

  /** Ends the command while it copies, and returns how it ended. */
  const interrupt = async (signal: NodeJS.Signals) => {
    const child = spawn(process.execPath, [command, 'backup', target], {
      env: { ...ownVariables(), DATA_DIR },
      stdio: 'ignore',
    });
    const copied = () => readdirSync(join(target, '..'), { recursive: true });
    const exited = once(child, 'exit');
    await until('the copy is under way', () => copied().length > 5);
    child.kill(signal);
    return exited;
  };
  const send = async (text: string) =>
    (await service.account.client.message.send({ to: handset(count, 511), text })).id;
  const messagesIn = async (folder: string) => {
    const store = await connectStore({ dataDir: folder });
    const { rows } = await sql<{ id: string; text: string }>`
      select id, text from message where direction = 'outbound'`.execute(store.db);
    await store.close();
    return rows;
  };
  const modesIn = async (folder: string) => {
    const names = await readdir(folder, { recursive: true });
    const all = await Promise.all(['.', ...names].map((name) => stat(join(folder, name))));
    return [...new Set(all.map(({ mode }) => mode & 0o077))];
  };

  it('has every message that the service accepted before, once, while it accepts more', async () => {
    const accepted: { readonly id: string; readonly at: number }[] = [];
    let isOver = false;
    const clients = Array.from({ length: 8 }, async (_, client) => {
      for (let at = 0; !isOver; at++) {
        const id = await send(`Load ${client} ${at}`);
        accepted.push({ id, at: performance.now() });
      }
    });
    await until('some messages are accepted', () => accepted.length > 200);
    const startedAt = performance.now();
    const { code, stdout, stderr } = await textloom({ DATA_DIR }, 'backup', target);
    const endedAt = performance.now();
    isOver = true;
    await Promise.all(clients);
    expect([code, stderr]).toEqual([
      0,
      `Copying the database to ${dirname(target)} …\nChecking the copy …\n`,
    ]);
    expect(stdout).toMatch(/^The backup is in \S+\.\nIt contains 1 account, \d+ messages\.$/m);
    expect(stdout).toMatch(/^The service held all requests for \d+\.\d seconds\.$/m);
    expect(accepted.some(({ at }) => at > startedAt && at < endedAt)).toBe(true);
    // The copy is like a folder of a service that stopped, and private.
    expect(await readdir(target)).toEqual(['database']);
    expect(await modesIn(target)).toEqual([0]);
    const found = await messagesIn(target);
    const ids = new Set(found.map(({ id }) => id));
    expect(accepted.filter(({ id, at }) => at < startedAt && !ids.has(id))).toEqual([]);
    expect(new Set(found.map(({ text }) => text)).size).toBe(found.length);
    // A service works with it.
    const restored = await start(target);
    const { data } = await restored.account.client.message.list({ limit: 1 });
    expect(data).toHaveLength(1);
    expect(await restored.stop()).toBe(0);
    for (const { id } of accepted.slice(-3)) await service.account.reaches(id, 'delivered');
  });

  it('keeps every statement waiting until it is released, and then continues', async () => {
    let isAccepted = false;
    let pending: Promise<unknown> | undefined;
    await requestHold(DATA_DIR, async () => {
      const before = await readdir(join(DATA_DIR, 'database'), { recursive: true });
      const changed = async () =>
        Promise.all(
          before.map(async (name) => (await stat(join(DATA_DIR, 'database', name))).mtimeMs),
        );
      const times = await changed();
      pending = send('During the hold').then(() => (isAccepted = true));
      await expect(until('the message is accepted', () => isAccepted, 1)).rejects.toThrow(
        'Waited 1 seconds',
      );
      expect(await changed()).toEqual(times);
    });
    await pending;
    expect(isAccepted).toBe(true);
  });

  it('counts only if the service held the database until the end', async () => {
    const folder = join(target, '..');
    let wasHeld = 0;
    const end = await serveHolds(
      folder,
      {
        checkpoint: () => Promise.resolve(),
        whileHeld: async (work) => {
          await work({ newestMessage: null, position: '0/0', since: performance.now() });
          wasHeld++;
        },
      },
      (reason) => faults.push(reason),
      100,
    );
    const late = requestHold(folder, async () => {
      await until('the hold ends', () => wasHeld > 0);
    });
    await expect(late).rejects.toThrow('The service ended the hold');
    expect(wasHeld).toBe(1);
    await requestHold(folder, () => Promise.resolve());
    await end();
    await expect(requestHold(folder, () => Promise.resolve())).rejects.toMatchObject({
      code: 'ENOENT',
    });
  });

  it('that is killed leaves the service and its data as they were, and no backup', async () => {
    const before = await send('Before the kill');
    await interrupt('SIGKILL');
    const folder = join(target, '..');
    expect(readdirSync(folder)).toEqual([expect.stringContaining('backup.incomplete-')]);
    await service.account.reaches(await send('After the kill'), 'delivered');
    await service.kill();
    service = await start(DATA_DIR);
    await service.account.reaches(before, 'delivered');
    // A socket that a killed service left is not an obstacle.
    expect(await textloom({ DATA_DIR }, 'backup', target)).toMatchObject({ code: 0 });
    // The next backup removes what a killed one left.
    expect(readdirSync(folder)).toEqual(['copy']);
  });

  it('removes what a killed backup left before it took its lock or after it released it', async () => {
    const folder = join(target, '..');
    const left = join(folder, 'textloom-backup.incomplete-abc123');
    await mkdir(join(left, 'database'), { recursive: true });
    await writeFile(join(left, 'database', 'PG_VERSION'), '17');
    const isNew = join(folder, 'textloom-backup.incomplete-def456');
    await mkdir(isNew);
    const anHourAgo = Date.now() / 1_000 - 3_600;
    await utimes(left, anHourAgo, anHourAgo);
    const incomplete = await makeIncomplete(folder);
    expect(existsSync(left)).toBe(false);
    expect(existsSync(isNew)).toBe(true);
    // Another backup leaves this one alone, until it is complete.
    await (await makeIncomplete(folder)).remove();
    expect(existsSync(incomplete.folder)).toBe(true);
    await incomplete.remove();
    expect(readdirSync(folder)).toEqual([basename(isNew)]);
  });

  it('that is killed while the service writes its changes leaves the service running', async () => {
    const folder = join(target, '..');
    const rejections: unknown[] = [];
    const note = (error: unknown) => rejections.push(error);
    process.on('unhandledRejection', note);
    const end = await serveHolds(
      folder,
      {
        checkpoint: async () => void client.destroy(),
        whileHeld: () => Promise.resolve(),
      },
      (reason) => faults.push(reason),
    );
    const client = connect(join(folder, 'textloom.sock'));
    client.write('checkpoint\n');
    await once(client, 'close');
    await end();
    process.off('unhandledRejection', note);
    expect(rejections).toEqual([]);
  });

  it('that a signal ends leaves nothing', async () => {
    expect(await interrupt('SIGTERM')).toEqual([143, null]);
    expect(readdirSync(join(target, '..'))).toEqual([]);
  });

  it('holds the database for much less time than a claim lasts', () => {
    expect(maxHoldMs).toBeLessThan((claimSeconds * 1_000) / 2);
  });

  it('needs a socket, and without one the service works and says so', async () => {
    const folder = join(target, '..');
    await cp(await databaseWithTables(), join(folder, 'database'), { recursive: true });
    await mkdir(join(folder, 'textloom.sock', 'full'), { recursive: true });
    const other = await start(folder, { LOG_LEVEL: 'warn' });
    expect(other.output()).toContain('A backup must wait until this service stops');
    const { code, stderr } = await textloom({ DATA_DIR: folder }, 'backup', `${folder}-copy`);
    expect([code, stderr]).toEqual([1, expect.stringContaining('stop it first')]);
    expect(await other.stop()).toBe(0);
  });

  it('is refused if the disk would have no space for the service', async () => {
    const disk = await openSmallDisk(20);
    try {
      const { code, stderr } = await textloom({ DATA_DIR }, 'backup', join(disk.folder, 'copy'));
      expect([code, stderr]).toEqual([
        1,
        expect.stringMatching(/ has \d+ MB free, and the backup needs \d+ MB/),
      ]);
      expect(await readdir(disk.folder)).toEqual([]);
    } finally {
      await disk.remove();
    }
  });

  it('is refused with the reason if the copy is not what the service had', async () => {
    await expect(verifyCopy(target, undefined)).rejects.toThrow('it has no database');
    await cp(await databaseWithTables(), join(target, 'database'), { recursive: true });
    const late = { newestMessage: null, position: 'FF/0' };
    await expect(verifyCopy(target, late)).rejects.toThrow('it lacks changes');
    expect(() => explainVerify(Object.assign(new Error('bad page'), { code: 'XX001' }))).toThrow(
      'The copy cannot be used: bad page. The service and its data are unchanged.',
    );
  });

  it('takes no entry for a file that it cannot copy', async () => {
    const from = join(target, '..', 'from');
    await mkdir(from);
    await symlink(root, join(from, 'pg_wal'));
    await expect(copyFolder(from, target)).rejects.toThrow('pg_wal in the folder of the database');
  });

  it('that a dying service interrupts is not a backup', async () => {
    const held = requestHold(DATA_DIR, () => service.kill());
    await expect(held).rejects.toThrow();
    // Without a service, the command copies the folder itself.
    const { code, stdout } = await textloom({ DATA_DIR }, 'backup', target);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^The backup is in .*\nIt contains .*\n$/),
    ]);
    service = await start(DATA_DIR);
  });

  it('is refused with a reason, and leaves nothing', async () => {
    const refusal = async (environment: Readonly<Record<string, string>>, folder: string) => {
      const { code, stdout, stderr } = await textloom(environment, 'backup', folder);
      expect([code, stdout]).toEqual([1, '']);
      return stderr.trim();
    };
    await mkdir(target);
    expect(await refusal({ DATA_DIR }, target)).toBe(
      `${target} exists already. Choose a new folder.`,
    );
    await rm(target, { recursive: true });
    expect(await refusal({ DATA_DIR }, join(DATA_DIR, 'copy'))).toContain('inside DATA_DIR');
    await symlink(DATA_DIR, join(root, 'link'));
    expect(
      await refusal({ DATA_DIR: join(root, 'link') }, join(DATA_DIR, 'database', 'copy')),
    ).toContain('inside DATA_DIR');
    expect(await refusal({ DATA_DIR }, join(target, 'a'))).toBe(
      `The folder ${target} does not exist. Create it first.`,
    );
    const empty = join(root, 'empty');
    expect(await refusal({ DATA_DIR: empty }, target)).toContain('holds no database');
    expect(await readdir(root)).not.toContain('empty');
    expect(await readdir(join(target, '..'))).toEqual([]);
    expect((await textloom({ DATA_DIR }, 'backup')).code).toBe(2);
  });
});
