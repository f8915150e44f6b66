#!/usr/bin/env node
// This file is plain JavaScript so that an older Node.js can run it and print the version it needs.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = Number.parseInt(engines.node.replace('>=', ''), 10);
if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    `Textloom needs Node.js ${needed} or newer, but this is ${process.versions.node}. ` +
      'Start it with node_modules/.bin/node, which "npm run setup" installs in the Textloom folder.\n',
  );
  process.exit(1);
}
await import('./textloom.ts');
