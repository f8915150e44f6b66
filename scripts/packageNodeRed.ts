import { bundleNodeRed } from '../connectors/node-red/bundle.ts';
import packageJson from '../connectors/node-red/package.json' with { type: 'json' };
import { packTarball, toCommonJs } from './packTarball.ts';

export const packageNodeRed = packTarball({
  what: 'the Node-RED nodes',
  folder: 'connectors/node-red',
  manifest: toCommonJs(packageJson),
  hasExamples: true,
  bundle: bundleNodeRed,
});
