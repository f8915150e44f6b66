import { bundleN8n } from '../connectors/n8n/bundle.ts';
import packageJson from '../connectors/n8n/package.json' with { type: 'json' };
import { packTarball, toCommonJs } from './packTarball.ts';

export const packageN8n = packTarball({
  what: 'the n8n nodes',
  folder: 'connectors/n8n',
  manifest: toCommonJs(packageJson),
  hasExamples: true,
  bundle: bundleN8n,
});
