import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { installTools } from '../../../scripts/mcp/installTools.ts';
import { createEnvironment } from '../../mcp/agent.ts';
import {
  openHttpTarget,
  openServiceTarget,
  openStdioTarget,
  type Target,
} from '../../mcp/conformance/httpTargets.ts';
import { openFolder } from '../../service/harness/database.ts';
import { openHarness, type Harness } from '../../service/harness/harness.ts';
import { installMcp, run, type McpPackage } from './mcpStage.ts';

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
  ['over HTTP', openHttpTarget],
  ['over standard input and output', openStdioTarget],
] as const)('our server with the tools of the conformance suite, %s', (_name, open) => {
  it('passes all scenarios without a failure or a warning', async () => {
    // With a list of expected failures, warnings are failures too.
    const baseline = join(folder, 'baseline.yml');
    await writeFile(baseline, 'server: []\n');
    const names = await passed(open, ['--suite', 'all', '--expected-failures', baseline]);
    expect(names).toHaveLength(32);
  });
});

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

  it.each([
    ...['server-initialize', 'ping', 'tools-list', 'resources-list'],
    ...['server-sse-multiple-streams', 'dns-rebinding-protection'],
  ])('passes the scenario %s over both transports', async (scenario) => {
    const key = harness.account().keys.send;
    for (const open of [
      () => openServiceTarget(harness.url, key),
      () => openStdioTarget(installed.program, createEnvironment(harness.url, key)),
    ])
      expect(await passed(open, ['--scenario', scenario])).toBeDefined();
  });
});
