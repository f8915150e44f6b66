import { expect, it } from '@jest/globals';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runN8n } from '../../../scripts/n8n/command.ts';
import { importNewWorkflows, type Workflow } from '../../../scripts/n8n/n8n.ts';

it('a second start of the demo keeps the workflows that people have changed', async () => {
  const userFolder = await mkdtemp(join(tmpdir(), 'demo-workflows-'));
  try {
    const create = (id: string, name: string): Workflow => ({ id, name, nodes: [] });
    const [changed, other] = [create('first', 'As changed'), create('second', 'Other')];
    expect(await importNewWorkflows({ userFolder }, [changed])).toEqual([changed]);
    const all = [create('first', 'As imported'), other];
    expect(await importNewWorkflows({ userFolder }, all)).toEqual([other]);
    const file = join(userFolder, 'exported.json');
    await runN8n(['export:workflow', '--all', `--output=${file}`], { userFolder });
    const kept = JSON.parse(await readFile(file, 'utf8')) as Workflow[];
    expect(kept.map(({ name }) => name).sort()).toEqual(['As changed', 'Other']);
  } finally {
    await rm(userFolder, { recursive: true, force: true });
  }
});
