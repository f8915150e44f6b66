import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installTools } from '../../scripts/mcp/installTools.ts';
import { environmentOf } from '../mcp/agent.ts';
import {
  openHttpTarget,
  openServiceTarget,
  openStdioTarget,
  type Target,
} from '../mcp/conformance/httpTargets.ts';
import { openFolder } from '../service/database.ts';
import { openHarness, type Harness } from '../service/harness.ts';
import { installMcp, run, type McpPackage } from './mcpStage.ts';

/**
 * The first protects servers that need no key: a website cannot know the key of the service. The
 * second tests streams that a client can resume, and no tool streams.
 */
const unused = ['dns-rebinding-protection', 'server-sse-polling'];
/**
 * The suite speaks the protocol of 2025, in which a server without sessions cannot ask the client.
 * `sending.test.ts` shows that it asks clients of 2026.
 */
const withSession = [
  'tools-call-sampling',
  'tools-call-elicitation',
  'elicitation-sep1034-defaults',
  'elicitation-sep1330-enums',
  'server-sse-multiple-streams',
];

let folder: string;
let program: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'textloom-conformance-'));
  program = (await installTools()).conformance;
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Runs the suite, or one scenario of it, and returns the scenarios that passed. */
async function passed(open: () => Promise<Target>, options: readonly string[]): Promise<string[]> {
  const { url, close } = await open();
  const args = [program, 'server', '--url', url, '-o', join(folder, 'results'), ...options];
  const { code, output } = await run(args, folder).finally(close);
  if (code !== 0) throw new Error(`The suite found a fault: ${output.slice(-3_000)}`);
  return [...output.matchAll(/^✓ ([\w-]+): [1-9]/gm)].map(([, name]) => name!);
}

describe.each([
  ['over HTTP', openHttpTarget, [...unused, ...withSession], 24],
  ['over standard input and output', openStdioTarget, unused, 29],
] as const)(
  'our server with the tools of the conformance suite, %s',
  (_name, open, failing, count) => {
    it('passes every scenario that applies', async () => {
      const baseline = join(folder, 'baseline.yml');
      await writeFile(baseline, `server:\n${failing.map((one) => `  - ${one}\n`).join('')}`);
      const names = await passed(open, ['--suite', 'all', '--expected-failures', baseline]);
      expect(names.length).toBeGreaterThanOrEqual(count);
    });
  },
);

describe('the server itself', () => {
  let harness: Harness;
  let installed: McpPackage;
  beforeAll(async () => {
    [harness, installed] = await Promise.all([openHarness(openFolder), installMcp()]);
  });
  afterAll(async () => {
    await installed.remove();
    await harness.close();
  });

  it.each(['server-initialize', 'ping', 'tools-list', 'resources-list'])(
    'passes the scenario %s over both transports',
    async (scenario) => {
      const key = harness.account().keys.send;
      for (const open of [
        () => openServiceTarget(harness.url, key),
        () => openStdioTarget(installed.program, environmentOf(harness.url, key)),
      ])
        expect(await passed(open, ['--scenario', scenario])).toBeDefined();
    },
  );
});
