#!/usr/bin/env node
// Plain JavaScript, which an older Node.js can read as well: it has to say which one is needed.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = Number.parseInt(engines.node.replace('>=', ''), 10);
if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    `Textloom needs Node.js ${needed} or newer, and this is ${process.versions.node}. ` +
      'Start it with node_modules/.bin/node, which "npm run setup" puts into the folder of Textloom.\n',
  );
  process.exit(1);
}
await import('./textloom.ts');
