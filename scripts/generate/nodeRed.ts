import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { editorFiles } from '../../connectors/node-red/bundle.ts';
import { exampleFlows } from './nodeRedExamples.ts';

const root = join(import.meta.dirname, '../../package.json');
const golden = 'test/node-red/golden';
const examples = 'connectors/node-red/examples';

/**
 * Generates the example flows and the files of the editor from the contract, so that reviewers see
 * the effect of contract changes.
 */
export async function generateNodeRed(): Promise<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const [path, content] of Object.entries(await editorFiles()))
    files[`${golden}/${path}`] = content;
  const options = { ...(await resolveConfig(root)), parser: 'json' };
  for (const [name, flow] of Object.entries(exampleFlows()))
    files[`${examples}/${name}.json`] = await format(JSON.stringify(flow), options);
  return files;
}
