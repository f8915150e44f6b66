import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { freePort } from '../../../scripts/programs/port.ts';
import { openProvider, type ProviderEmulator } from '../../service/carriers/providerEmulator.ts';
import {
  accountSid,
  authToken,
  twilioDialect,
} from '../../service/carriers/providers/twilioDialect.ts';
import { openFolder, type TestDatabase } from '../../service/harness/database.ts';
import { until } from '../../service/harness/until.ts';

const root = join(import.meta.dirname, '../../..');
const guide = readFileSync(join(root, 'docs/guides/first-real-text.md'), 'utf8');

interface Block {
  readonly language: string;
  readonly text: string;
}
const blocks = [...guide.matchAll(/```(\w*)\n(.*?)```/gs)].map(([, language, text]): Block => ({
  language: language!,
  text: text!,
}));
const commands = blocks.flatMap(({ language, text }, at) =>
  language === 'sh' ? [{ command: text, shown: blocks[at + 1]! }] : [],
);
const [carriersJson] = blocks.filter(({ language }) => language === 'json');

/** Replaces what differs between two runs: durations, addresses, and the secret part of a path. */
const stable = (line: string): string =>
  line
    .replaceAll(/\(\d+\.\d s\)/g, '(… s)')
    .replaceAll(/https?:\/\/\S+\/carriers/g, 'https://…/carriers')
    .replaceAll(/texts\/\S+/g, 'texts/…')
    .replaceAll(/\b(4010|\d{5})\b/g, '4010');

describe('the guide to the first real text', () => {
  let emulator: ProviderEmulator;
  let database: TestDatabase;
  let folder: string;
  let port: number;
  let phone: string;
  const running: (() => Promise<unknown>)[] = [];
  beforeAll(async () => {
    emulator = await openProvider({
      ...twilioDialect,
      response: ({ method }) => (method === 'GET' ? { status: 200, body: '{}' } : undefined),
    });
    [database, port] = await Promise.all([openFolder(), freePort()]);
    const url = `http://127.0.0.1:${port}`;
    emulator.connect({ url, publicUrl: url, name: 'twilio' });
    phone = emulator.recipient('delivered');
    folder = mkdtempSync(join(tmpdir(), 'textloom-guide-'));
    // Packages and the console are ready, so only the command itself runs.
    const npm = `#!/bin/sh\nwhile [ "$1" != service ] && [ "$1" != textloom ]; do shift; done\n[ "$1" = service ] && set -- x serve || shift\nshift\nexec "${process.execPath}" "${root}/service/bin/textloom.mjs" "$@"\n`;
    writeFileSync(join(folder, 'npm'), npm);
    chmodSync(join(folder, 'npm'), 0o755);
    const [carrier] = JSON.parse(carriersJson!.text) as [object];
    const own = { base_url: emulator.url, account_sid: accountSid, auth_token: authToken };
    writeFileSync(join(folder, 'carriers.json'), JSON.stringify([{ ...carrier, ...own }]));
  });
  afterAll(async () => {
    for (const stop of running) await stop();
    await emulator.close();
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  const key = 'tl_admin_of_this_guide_0123456789';
  /** Writes the values of this test where the guide tells people to write theirs. */
  const filledIn = (command: string): string =>
    command
      .replaceAll('127.0.0.1:4010', `127.0.0.1:${port}`)
      .replace(/PUBLIC_URL=\S+/, `PUBLIC_URL=http://127.0.0.1:${port}`)
      .replace(/API_KEY=\S+.*/, `API_KEY=${key}`)
      .replace(/MY_PHONE=\S+/, `MY_PHONE=${phone}`);
  const start = (command: string) => {
    const child = spawn('bash', ['-euo', 'pipefail', '-c', filledIn(command)], {
      cwd: folder,
      // A separate group also contains the service, which bash starts.
      detached: true,
      // With a socket as its input, bash would read the settings of the machine.
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...database.environment,
        PATH: `${folder}${delimiter}${process.env.PATH}`,
        PORT: String(port),
        LOG_LEVEL: 'silent',
        // Later commands run in a terminal with the variables of the earlier ones.
        CARRIERS: 'carriers.json',
        PUBLIC_URL: `http://127.0.0.1:${port}`,
        API_KEY: key,
        MY_PHONE: phone,
      },
    });
    const closed = new Promise((resolve) => child.on('close', resolve));
    running.push(() => {
      if (child.exitCode === null) process.kill(-child.pid!);
      return closed;
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => (output += chunk.toString()));
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    return { output: () => output, ended };
  };
  const listLines = (text: string) => text.trim().split('\n').map(stable);

  it('shows what each of its commands prints', async () => {
    expect(commands).toHaveLength(4);
    for (const { command, shown } of commands) {
      const { output, ended } = start(command);
      if (command.includes('npm run service'))
        await until('the service runs', () => output().includes('Console: '));
      else expect([await ended, output()]).toEqual([0, output()]);
      if (shown.language === 'json')
        expect(JSON.parse(output())).toMatchObject(JSON.parse(shown.text) as object);
      else expect(listLines(output())).toEqual(listLines(shown.text));
    }
    expect(await emulator.takenBy(phone)).toHaveLength(1);
  });

  it('has two files of settings that differ only in what the carrier needs', () => {
    const entries = blocks
      .filter(({ language, text }) => language === 'json' && text.startsWith('['))
      .map(({ text }) => (JSON.parse(text) as [{ type: string }])[0].type);
    expect(entries).toEqual(['twilio', 'smsgate']);
  });
});
