#!/usr/bin/env node
// This file is plain JavaScript so that an older Node.js can run it and print the version it needs.
import { readFileSync } from 'node:fs';
import module from 'node:module';
import { fileURLToPath } from 'node:url';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = Number.parseInt(engines.node.replace('>=', ''), 10);
if (Number.parseInt(process.versions.node, 10) < needed) {
  process.stderr.write(
    `Textloom needs Node.js ${needed} or newer, but this is ${process.versions.node}. ` +
      'Start it with node_modules/.bin/node, which "npm run setup" installs in the Textloom folder.\n',
  );
  process.exit(1);
}
// Keeps the compiled code for the next start. If the folder is not writable, every start compiles.
module.enableCompileCache(fileURLToPath(new URL('../../.cache/compiled', import.meta.url)));
await import('./textloom.ts').catch((error) => {
  if (error.code !== 'ERR_MODULE_NOT_FOUND' || !/package '/.test(error.message)) throw error;
  process.stderr.write('The packages are not installed. Run "npm run setup".\n');
  process.exit(1);
});
