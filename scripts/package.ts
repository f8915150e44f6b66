import { resolve } from 'node:path';
import { packageMcp } from './packageMcp.ts';
import { packageN8n } from './packageN8n.ts';
import { packageNode } from './packageNode.ts';
import { packageNodeRed } from './packageNodeRed.ts';
import { packageZapier } from './packageZapier.ts';

/** The output folder for the packages that users install. */
const artifacts = resolve(import.meta.dirname, '../artifacts');
for (const build of [packageN8n, packageZapier, packageMcp, packageNodeRed, packageNode])
  console.log(`  ${await build(artifacts)}`);
