import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { editorFiles } from '../../connectors/node-red/bundle.ts';
import { exampleFlows } from './nodeRedExamples.ts';

const root = join(import.meta.dirname, '../../package.json');
const golden = 'test/node-red/golden';
const examples = 'connectors/node-red/examples';

/**
 * Generates the files for Node-RED from the contract: the example flows, and what the editor shows, so
 * that reviewers see the effect of contract changes.
 */
export async function generateNodeRed(): Promise<Record<string, string>> {
  const page = Object.entries(await editorFiles());
  const flows = Object.entries(exampleFlows()).map(async ([name, flow]) => [
    `${examples}/${name}.json`,
    await format(JSON.stringify(flow), { ...(await resolveConfig(root)), parser: 'json' }),
  ]);
  return {
    ...Object.fromEntries(page.map(([path, content]) => [`${golden}/${path}`, content])),
    ...Object.fromEntries(await Promise.all(flows)),
  };
}
