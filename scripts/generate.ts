import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { generateApi } from './generate/api.ts';
import { generateCarriers } from './generate/carriers.ts';
import { generateN8n } from './generate/n8n.ts';
import { generateNodeRed } from './generate/nodeRed.ts';
import { generateOptOutWeights } from './generate/optOutWeights.ts';
import { generateRunning } from './generate/running.ts';
import { generateSamples } from './generate/samples/samples.ts';
import { generateSdks } from './generate/sdks.ts';
import { generateTables } from './generate/tables.ts';
import { generateZapier } from './generate/zapier.ts';

/** All generated files. They are in git, so that reviewers see the same as users. */
const files = {
  ...generateApi(),
  ...generateCarriers(),
  ...generateOptOutWeights(),
  ...generateRunning(),
  ...generateSamples(),
  ...generateSdks(),
  ...(await generateTables()),
  ...(await generateN8n()),
  ...(await generateNodeRed()),
  ...(await generateZapier()),
};

const root = resolve(import.meta.dirname, '..');
for (const [path, content] of Object.entries(files)) {
  const file = resolve(root, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  console.log(`wrote ${path}`);
}
