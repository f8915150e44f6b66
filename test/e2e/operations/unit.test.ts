import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../service/harness/until.ts';

const root = join(import.meta.dirname, '../../..');

it('the unit for systemd is valid, names a program that exists and exposes little', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'textloom-unit-'));
  const file = join(folder, 'textloom.service');
  const unit = await readFile(join(root, 'docs/operations/textloom.service'), 'utf8');
  // The user exists, and the program is here.
  await writeFile(
    file,
    unit.replaceAll('/opt/textloom', root).replace('User=textloom', 'User=daemon'),
  );
  const analyze = async (...args: string[]) => {
    const { stdout, stderr } = await promisify(execFile)('systemd-analyze', args);
    return stdout + stderr;
  };
  expect(await analyze('verify', file)).toBe('');
  const exposure = /exposure level .*: ([\d.]+)/.exec(
    await analyze('security', '--offline=true', '--no-pager', file),
  );
  expect(Number(exposure![1])).toBeLessThan(2.5);
  await rm(folder, { recursive: true });
});

it('the unit for systemd restarts the service however often a start fails, such as during a backup', async () => {
  const unit = await readFile(join(root, 'docs/operations/textloom.service'), 'utf8');
  expect(unit).toMatch(/^\[Unit\]\n[^[]*^StartLimitIntervalSec=0\n/m);
  expect(unit).toMatch(/^Restart=always\n/m);
});

describe('the command for systemd', () => {
  const operations = join(root, 'docs/operations');
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'textloom-unit-'));
    const program =
      '#!/bin/sh\nprintf "%s\\n" "$@"\nstat -c %a "$TMPDIR"/*; cat "$TMPDIR"/*; exit 3';
    await writeFile(join(folder, 'systemd-run'), program, { mode: 0o755 });
  });
  afterAll(() => rm(folder, { recursive: true }));

  /** Returns what `systemd-run` gets: its arguments, and the mode and lines of the private file. */
  const run = async (args: readonly string[], settings: Readonly<Record<string, string>>) => {
    const temporary = await mkdtemp(join(folder, 'run-'));
    const { DATA_DIR: _, DATABASE_URL: __, ...inherited } = process.env;
    const env = { ...inherited, PATH: `${folder}:${process.env.PATH}`, TMPDIR: temporary };
    const { status, stdout } = spawnSync('sh', [join(operations, 'textloom.sh'), ...args], {
      env: { ...env, ...settings },
      encoding: 'utf8',
    });
    expect(status).toBe(3);
    expect(await readdir(temporary)).toEqual([]);
    return stdout.trimEnd().split('\n');
  };

  it('runs with the user, the settings and the program of the unit', async () => {
    const unit = await readFile(join(operations, 'textloom.service'), 'utf8');
    const findValue = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!;
    const dataDir = /DATA_DIR=\S+/.exec(findValue('Environment'))![0];
    const args = ['keys', 'create', '--name', 'My shop'];
    const given = await run(args, {});
    expect(given).toEqual(
      expect.arrayContaining([
        `--uid=${findValue('User')}`,
        `--working-directory=${findValue('WorkingDirectory')}`,
        `--setenv=${dataDir}`,
        `--property=EnvironmentFile=${findValue('EnvironmentFile')}`,
      ]),
    );
    const program = findValue('ExecStart')
      .replace(/ serve$/, '')
      .split(' ');
    expect(given.slice(-args.length - program.length)).toEqual([...program, ...args]);
  });

  it('ends with Ctrl+C, although systemd-run alone leaves it running', async () => {
    const bin = await mkdtemp(join(folder, 'bin-'));
    const write = (name: string, program: string) =>
      writeFile(join(bin, name), `#!/bin/sh\n${program}`, { mode: 0o755 });
    await write('systemd-run', 'printf "%s\\n" "$@"; exec sleep 60');
    await write('systemctl', 'echo "systemctl $*"');
    const child = spawn('sh', [join(operations, 'textloom.sh'), 'import', 'contacts', 'a.csv'], {
      env: { ...process.env, PATH: `${bin}:${process.env.PATH}`, TMPDIR: bin },
      // Ctrl+C reaches all processes of a terminal.
      detached: true,
    });
    let output = '';
    child.stdout.on('data', (chunk) => (output += String(chunk)));
    await until('it runs', () => output.includes('a.csv'));
    const closed = once(child, 'close');
    process.kill(-child.pid!, 'SIGINT');
    expect(await closed).toEqual([130, null]);
    const unit = /^--unit=(.+)$/m.exec(output)![1];
    expect(output).toMatch(new RegExp(`^systemctl .*stop ${unit}\\.service$`, 'm'));
  });

  it('moves from another folder to PostgreSQL, and shows the password to no other user', async () => {
    const DATABASE_URL = 'postgres://textloom:p%25a$s@127.0.0.1:5432/textloom';
    const given = await run(['move'], { DATA_DIR: '/srv/a copy', DATABASE_URL });
    expect(given).toContain('--setenv=DATA_DIR=/srv/a copy');
    const [file, own] = given.filter((option) => option.startsWith('--property=EnvironmentFile='));
    expect(own).toBe('--property=EnvironmentFile=-/etc/textloom.env');
    expect(file).toContain(folder);
    expect(given.slice(given.indexOf('move'))).toEqual([
      'move',
      '600',
      `DATABASE_URL=${DATABASE_URL}`,
    ]);
  });
});

it('the unit for systemd allows what Node.js and a full stop of the service need', async () => {
  const unit = await readFile(join(root, 'docs/operations/textloom.service'), 'utf8');
  const findValue = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit)![1]!;
  expect(findValue('SystemCallFilter').split(' ')).toEqual(['@system-service', '@pkey']);
  expect(findValue('SystemCallErrorNumber')).toBe('EPERM');
  expect(findValue('RestrictAddressFamilies').split(' ')).toContain('AF_NETLINK');
  // The longest DRAIN_SECONDS, and the longest stop after it
  expect(Number(findValue('TimeoutStopSec'))).toBeGreaterThan(300 + 38);
  const guide = await readFile(join(root, 'docs/running.md'), 'utf8');
  expect(guide).toContain(`install -m 600 /dev/null ${findValue('EnvironmentFile').slice(1)}`);
});
