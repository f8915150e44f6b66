import { bundleNode } from '../sdks/node/bundle.ts';
import packageJson from '../sdks/node/package.json' with { type: 'json' };
import { packTarball } from './packTarball.ts';

export const packageNode = packTarball({
  what: 'the client for Node.js',
  folder: 'sdks/node',
  manifest: packageJson,
  hasExamples: true,
  bundle: bundleNode,
});
