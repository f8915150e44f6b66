import { resolve } from 'node:path';
import { packageMcp } from './packageMcp.ts';
import { packageN8n } from './packageN8n.ts';
import { packageNode } from './packageNode.ts';
import { packageNodeRed } from './packageNodeRed.ts';
import { packageZapier } from './packageZapier.ts';

/** The output folder for the packages that users install. */
const artifacts = resolve(import.meta.dirname, '../artifacts');
for (const [name, build] of [
  ['n8n node', packageN8n],
  ['Zapier app', packageZapier],
  ['MCP server', packageMcp],
  ['Node-RED nodes', packageNodeRed],
  ['client for Node.js', packageNode],
] as const) {
  console.log(`Packaging the ${name} …`);
  console.log(`  ${await build(artifacts)}`);
}
