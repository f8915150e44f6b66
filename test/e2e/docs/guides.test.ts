import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { openReceiver, type Receiver } from '../../service/harness/receiver.ts';
import { databaseWithTables } from '../../service/harness/database.ts';
import { examples } from '../n8n/n8nExamples.ts';

const folder = join(import.meta.dirname, '../../../docs/guides');
const guides = readdirSync(folder).filter((name) => name.endsWith('.md'));
const run = promisify(execFile);

interface Step {
  readonly command: string;
  /** Holds the output of the command in the guide, or a part of it. */
  readonly shown: object;
}

/** Returns the commands of a guide. The guide must show the output after each command. */
function listSteps(guide: string): Step[] {
  const text = readFileSync(join(folder, guide), 'utf8');
  const steps = [...text.matchAll(/```sh\n(.*?)```\n\n```json\n(.*?)```/gs)];
  expect(steps.length).toBe((text.match(/^```\w/gm) ?? []).length / 2);
  return steps.map(([, command, shown]) => ({
    command: command!,
    shown: JSON.parse(shown!) as object,
  }));
}

describe('the guides', () => {
  let service: ServiceProcess;
  let receiver: Receiver;
  beforeAll(async () => {
    service = await startServiceProcess({ database: await databaseWithTables() });
    receiver = await openReceiver();
  });
  afterAll(async () => {
    await receiver.close();
    await service.stop();
  });

  it('cover each use case once', () => {
    expect(guides.sort()).toEqual([
      'abandoned-cart.md',
      'alert.md',
      'broadcast.md',
      'campaign.md',
      'connect-n8n-or-zapier.md',
      'delivery-failure-alert.md',
      'double-opt-in.md',
      'first-real-text.md',
      'inbox.md',
      'lead-qualification.md',
      'missed-call.md',
      'notification.md',
      'review-request.md',
      'support.md',
      'two-factor.md',
      'verify-phone-numbers.md',
    ]);
  });

  it.each(guides)('%s links to existing files', (guide) => {
    const text = readFileSync(join(folder, guide), 'utf8');
    const links = [...text.matchAll(/\]\(([^)#:]+)(#[^)]*)?\)/g)].map(([, path]) => path!);
    expect(links.filter((path) => !existsSync(join(folder, path)))).toEqual([]);
    expect(links.length).toBeGreaterThanOrEqual(2);
  });

  const steps = guides.flatMap((guide) => {
    const [, found] =
      /^## In n8n\n(.*?)^## /ms.exec(readFileSync(join(folder, guide), 'utf8')) ?? [];
    return found === undefined ? [] : [[guide, found] as const];
  });
  it.each(steps)('%s names only nodes of its workflow', (_, text) => {
    const [, example] = /examples\/([\w-]+)\.json/.exec(text)!;
    const nodes = examples[example!]!.nodes.map(({ name }) => name);
    const named = [...text.matchAll(/\*\*([^*]+)\*\*/g)].map(([, name]) => name!);
    expect(named.length).toBeGreaterThan(2);
    expect(named.filter((name) => !nodes.includes(name))).toEqual([]);
  });

  // The guide to the first real text needs a carrier, so another test runs its commands.
  const simulated = guides.filter((guide) => guide !== 'first-real-text.md');
  it.each(simulated)('%s shows the real output of each command', async (guide) => {
    for (const { command, shown } of listSteps(guide)) {
      const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', command], {
        timeout: 240_000,
        env: {
          PATH: process.env.PATH,
          TEXTLOOM_URL: service.baseUrl,
          TEXTLOOM_API_KEY: service.apiKey,
          WEBHOOK_URL: receiver.hook().url,
        },
      });
      expect(JSON.parse(stdout)).toMatchObject(shown);
    }
  });
});
