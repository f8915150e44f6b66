import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { delimiter, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { tools } from '../../../connectors/mcp/tools/index.ts';
import { installTools, type McpTools } from '../../../scripts/mcp/installTools.ts';
import { agentOverStdio, createEnvironment } from '../../mcp/agent.ts';
import { openFolder } from '../../service/harness/database.ts';
import {
  authorization,
  handset,
  openHarness,
  type Account,
  type Harness,
} from '../../service/harness/harness.ts';
import { installMcp, run, type McpPackage } from './mcpStage.ts';

let harness: Harness;
let installed: McpPackage;
let official: McpTools;

beforeAll(async () => {
  [harness, installed, official] = await Promise.all([
    openHarness(openFolder),
    installMcp(),
    installTools(),
  ]);
});
afterAll(async () => {
  await installed.remove();
  await harness.close();
});

describe('the package', () => {
  it('needs no other package', () => {
    expect(readdirSync(join(installed.folder, 'node_modules'))).toEqual([
      '.bin',
      '.package-lock.json',
      'textloom-mcp',
    ]);
    const files = readdirSync(join(installed.folder, 'node_modules/textloom-mcp'));
    expect(files.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'dist', 'package.json']);
  });

  it('starts as a command, and serves the official client', async () => {
    const account = harness.account();
    const agent = await agentOverStdio(harness.url, account.keys.send, {}, [installed.program]);
    const sent = await agent.call('send_message', { to: handset(0), text: 'Hi' });
    expect(sent.isError).toBe(false);
    await agent.close();
  });

  it('starts with the command of the README', async () => {
    const readme = await readFile(
      join(installed.folder, 'node_modules/textloom-mcp/README.md'),
      'utf8',
    );
    const [, written] = /`(npx [^`]+\.tgz)`/.exec(readme)!;
    const [command, ...args] = written!
      .replace(/\/path\/to\/artifacts\/[^/]+\.tgz$/, installed.tarball)
      .split(' ');
    const npx = join(dirname(process.execPath), command!);
    const account = harness.account();
    const variables = {
      HOME: installed.folder,
      npm_config_cache: join(installed.folder, 'npm-cache'),
      PATH: [dirname(process.execPath), process.env.PATH].join(delimiter),
    };
    const agent = await agentOverStdio(harness.url, account.keys.send, { variables }, [
      ...[existsSync(npx) ? npx : command!],
      ...args,
    ]);
    expect((await agent.call('get_account')).data).toMatchObject({ scope: 'send' });
    await agent.close();
  });

  it('says in one sentence which setting is missing', async () => {
    const { code, output } = await run([installed.program], installed.folder);
    expect(code).toBe(1);
    expect(output).toMatch(/^TEXTLOOM_URL must be the URL of your Textloom API[^\n]*\n$/);
  });
});

type Target = (account: Account) => string[];

describe.each<[string, Target]>([
  [
    'standard input and output',
    ({ keys }) => [
      ...Object.entries(createEnvironment(harness.url, keys.send)).flatMap(([name, value]) =>
        name === 'PATH' ? [] : ['-e', `${name}=${value}`],
      ),
      process.execPath,
      installed.program,
    ],
  ],
  [
    '/mcp',
    ({ keys }) => [
      `${harness.url}/mcp`,
      ...['--transport', 'http', '--header'],
      ...Object.entries(authorization(keys.send)).map((pair) => pair.join(': ')),
    ],
  ],
])('the inspector over %s', (_name, targetOf) => {
  let account: Account;
  const used = new Set<string>();
  beforeAll(() => {
    account = harness.account();
  });

  const inspect = async (...args: string[]) => {
    const { code, output } = await run(
      [official.inspector, '--cli', ...targetOf(account), ...args],
      installed.folder,
    );
    if (code !== 0) throw new Error(`The inspector failed: ${output}`);
    return JSON.parse(output.slice(output.indexOf('{'))) as Readonly<Record<string, unknown>>;
  };
  const call = async (name: string, args: Readonly<Record<string, string>> = {}) => {
    used.add(name);
    const pairs = Object.entries(args).map((pair) => pair.join('='));
    const { structuredContent } = await inspect(
      ...['--method', 'tools/call', '--tool-name', name],
      ...pairs.flatMap((pair) => ['--tool-arg', pair]),
    );
    return structuredContent as Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  };

  it('finds no fault in the schemas of the tools', async () => {
    const { tools: listed } = await inspect('--method', 'tools/list', '--strict');
    expect(listed).toHaveLength(tools.length);
  });

  it('drives every tool', async () => {
    const to = handset(0);
    expect(await call('preview_message', { to, text: 'Hello' })).toMatchObject({
      would_send: true,
    });
    const { message } = await call('send_message', { to, text: 'Hello' });
    const id = String(message!.id);
    expect(await call('get_message', { id })).toMatchObject({ message: { id } });
    expect(await call('list_messages', { to })).toMatchObject({ messages: [{ id }] });
    const send_at = new Date(Date.now() + 3_600_000).toISOString();
    const later = await call('send_message', { to, text: 'Later', send_at });
    expect(await call('cancel_message', { id: String(later.message!.id) })).toMatchObject({
      message: { status: 'canceled' },
    });
    const conversation = await account.client.conversation.open({ phone: to });
    expect(await call('list_conversations', { phone: to })).toMatchObject({
      conversations: [{ id: conversation.id }],
    });
    const replied = await call('reply_in_conversation', { id: conversation.id, text: 'A reply' });
    expect(replied).toMatchObject({ message: { to } });
    expect(await call('read_conversation', { id: conversation.id })).toMatchObject({
      messages: [{ text: 'A reply' }, { text: 'Later' }, { text: 'Hello' }],
    });
    const seen = { id: conversation.id, last_message_id: String(replied.message!.id) };
    expect(await call('mark_conversation_read', seen)).toMatchObject({
      conversation: { id: conversation.id, unread: 0 },
    });
    expect(await call('save_contact', { phone: to, first_name: 'Ada' })).toMatchObject({
      contact: { first_name: 'Ada' },
    });
    expect(await call('find_contacts', { phone: to })).toMatchObject({
      contacts: [{ first_name: 'Ada' }],
    });
    expect(await call('find_lists', {})).toMatchObject({ lists: [] });
    expect(await call('get_report', { group_by: 'status' })).toMatchObject({
      totals: { messages: 3 },
    });
    expect(await call('get_account')).toMatchObject({ scope: 'send' });
    expect([...used].sort()).toEqual(tools.map(({ name }) => name).sort());
  });

  it('reads a resource', async () => {
    await account.client.contact.upsert({ phone: handset(1), first_name: 'Grace' });
    const uri = `textloom://contacts/${encodeURIComponent(handset(1))}`;
    const { contents } = await inspect('--method', 'resources/read', '--uri', uri);
    expect(JSON.stringify(contents)).toContain('Grace');
  });
});
