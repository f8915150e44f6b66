import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, it } from '@jest/globals';

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

it('the command for systemd runs with the user, the settings and the program of the unit', async () => {
  const operations = join(root, 'docs/operations');
  const [unit, script] = await Promise.all(
    ['textloom.service', 'textloom.sh'].map((name) => readFile(join(operations, name), 'utf8')),
  );
  const findValue = (name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(unit!)![1]!;
  const dataDir = /DATA_DIR=\S+/.exec(findValue('Environment'))![0];
  for (const option of [
    `--uid=${findValue('User')} `,
    `--working-directory=${findValue('WorkingDirectory')} `,
    `--setenv=${dataDir} `,
    `--property=EnvironmentFile=${findValue('EnvironmentFile')} `,
    `${findValue('ExecStart').replace(/ serve$/, '')} "$@"`,
  ])
    expect(script).toContain(option);
  const folder = await mkdtemp(join(tmpdir(), 'textloom-unit-'));
  await writeFile(join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"', { mode: 0o755 });
  const environment = { ...process.env, PATH: `${folder}:${process.env.PATH}` };
  const args = ['keys', 'create', '--name', 'My shop'];
  const { stdout } = await promisify(execFile)('sh', [join(operations, 'textloom.sh'), ...args], {
    env: environment,
  });
  expect(stdout.trimEnd().split('\n').slice(-args.length)).toEqual(args);
  await rm(folder, { recursive: true });
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
