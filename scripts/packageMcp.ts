import { bundleMcp } from '../connectors/mcp/bundle.ts';
import packageJson from '../connectors/mcp/package.json' with { type: 'json' };
import { packTarball } from './packTarball.ts';

// The bundle contains the packages of the development.
const { devDependencies, ...manifest } = packageJson;

export const packageMcp = packTarball({
  what: 'the MCP server',
  folder: 'connectors/mcp',
  manifest,
  hasExamples: false,
  bundle: bundleMcp,
});
