import { describe, expect, it } from '@jest/globals';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../../../scripts/programs/port.ts';
import { openFolder } from '../../service/harness/database.ts';
import { ownVariables } from '../../service/harness/process.ts';
import { until } from '../../service/harness/until.ts';

const entry = join(import.meta.dirname, '../../../service/bin/textloom.mjs');
const older = `data:text/javascript,${encodeURIComponent(
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.2.0' } });`,
)}`;

interface Entry {
  readonly level: number;
  readonly time: number;
  readonly msg: string;
  readonly code?: string;
}

/** Returns all printed lines, each of which must be JSON. */
const listEntries = (output: string): Entry[] =>
  output
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Entry);

describe('the program', () => {
  it('says which Node.js it needs if the installed one is too old', () => {
    const ran = spawnSync(process.execPath, ['--import', older, entry, '--version'], {
      encoding: 'utf8',
    });
    expect([ran.status, ran.stdout, ran.stderr]).toEqual([
      1,
      '',
      'Textloom needs Node.js 24 or newer, but this is 20.2.0. ' +
        'Start it with node_modules/.bin/node, which "npm run setup" installs in the Textloom folder.\n',
    ]);
  });

  it('is readable for an older Node.js up to that message, and runs on this one', () => {
    const ran = spawnSync(process.execPath, ['--no-experimental-strip-types', '--check', entry]);
    expect(ran.status).toBe(0);
    const version = spawnSync(process.execPath, [entry, '--version'], { encoding: 'utf8' });
    expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  });

  it('prints only JSON with LOG_FORMAT=json, from the first start to the end', async () => {
    const database = await openFolder();
    const child = spawn(process.execPath, [entry, 'serve'], {
      env: {
        ...ownVariables(),
        ...database.environment,
        PORT: '0',
        METRICS_PORT: '0',
        LOG_FORMAT: 'json',
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk) => (output += String(chunk)));
    try {
      await until('it runs', () => output.includes('Metrics: http'), 120);
    } finally {
      child.kill('SIGTERM');
      await once(child, 'close');
      await database.remove();
    }
    const said = listEntries(output).map(({ level, time, msg }) => [level, typeof time, msg]);
    for (const pattern of [
      /^Textloom is running: http/,
      /^Metrics: http/,
      /^API key of the first account, shown only this once: tl_admin_/,
      /^Stopping: /,
    ])
      expect(said).toContainEqual([30, 'number', expect.stringMatching(pattern)]);
    expect(output).not.toMatch(/deprecat/i);
  });

  it('reports why it does not start as JSON as well', () => {
    const ran = spawnSync(process.execPath, [entry, 'serve'], {
      encoding: 'utf8',
      env: { ...ownVariables(), LOG_FORMAT: 'json', PORT: 'many' },
    });
    expect(ran.status).toBe(1);
    expect(listEntries(ran.stdout + ran.stderr)).toEqual([
      expect.objectContaining({
        level: 60,
        msg: 'PORT must be a whole number from 0 to 65535. It is "many".',
      }),
    ]);
  });

  it('keeps running, and stops when it is asked to, while the disk of its log is full', async () => {
    const database = await openFolder();
    const full = openSync('/dev/full', 'w');
    const port = await freePort();
    const child = spawn(process.execPath, [entry, 'serve'], {
      env: {
        ...ownVariables(),
        ...database.environment,
        PORT: String(port),
        LOG_FORMAT: 'json',
      },
      stdio: ['ignore', full, 'pipe'],
    });
    const ended = once(child, 'exit');
    const check = () =>
      fetch(`http://127.0.0.1:${port}/v1/health`, { signal: AbortSignal.timeout(30_000) }).then(
        ({ ok }) => ok,
        () => false,
      );
    try {
      await until('it responds', check);
      // Each request adds an entry to the log.
      for (let request = 0; request < 5; request++) {
        await sleep(200);
        expect(await check()).toBe(true);
      }
      child.kill('SIGTERM');
      const [code] = (await Promise.race([ended, sleep(60_000, ['none'])])) as [unknown];
      expect(code).not.toBe('none');
    } finally {
      child.kill('SIGKILL');
      closeSync(full);
      await database.remove();
    }
  });

  it('keeps no key that it cannot show, and says why', async () => {
    const database = await openFolder();
    const run = (stdout: 'pipe' | number, ...args: string[]) =>
      spawnSync(process.execPath, [entry, ...args], {
        encoding: 'utf8',
        env: { ...ownVariables(), ...database.environment },
        stdio: ['ignore', stdout, 'pipe'],
      });
    const full = openSync('/dev/full', 'w');
    try {
      for (const [ended, stdout, ...args] of [
        [1, full, 'accounts', 'create', '--name', 'Other'],
        [0, 'pipe', 'accounts', 'create', '--name', 'Own'],
        [1, full, 'keys', 'create', '--name', 'Other', '--scope', 'send'],
        [1, full, 'accounts', 'list'],
      ] as const) {
        const { status, stderr } = run(stdout, ...args);
        expect([args, status, stderr.includes('disk is full')]).toEqual([args, ended, ended === 1]);
      }
      expect(run('pipe', 'accounts', 'list').stdout).not.toContain('Other');
      expect(run('pipe', 'keys', 'list').stdout).not.toContain('Other');
    } finally {
      closeSync(full);
      await database.remove();
    }
  });

  it('ends without a stack trace if the reader of its output ends early', async () => {
    const database = await openFolder();
    try {
      const command = ['-c', '"$0" "$1" accounts list | true', process.execPath, entry];
      const { stderr } = spawnSync('sh', command, {
        encoding: 'utf8',
        env: { ...ownVariables(), ...database.environment },
      });
      expect(stderr).toBe('The program that reads the output has ended.\n');
    } finally {
      await database.remove();
    }
  });
});
