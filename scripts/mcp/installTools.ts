import { join } from 'node:path';
import { installRecipe } from '../programs/recipe.ts';

const root = join(import.meta.dirname, '../..');

export interface McpTools {
  /** The conformance suite of the protocol, as a program for Node.js. */
  readonly conformance: string;
  /** The official client for the command line, as a program for Node.js. */
  readonly inspector: string;
}

/** Installs the official test programs of MCP if they are missing. */
export async function installTools(): Promise<McpTools> {
  const folder = await installRecipe({
    title: 'the test programs of MCP',
    from: join(import.meta.dirname, 'tools'),
    to: join(root, '.cache/mcp-tools'),
    takes: 'about 20 seconds and 150 MB',
  });
  const packages = join(folder, 'node_modules/@modelcontextprotocol');
  return {
    conformance: join(packages, 'conformance/dist/index.js'),
    inspector: join(packages, 'inspector/clients/launcher/build/index.js'),
  };
}
