import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Workflow } from '../../../scripts/n8n/n8n.ts';

const folder = join(import.meta.dirname, '../../../connectors/n8n/examples');
/** Holds the workflows of the package that users can import, by file name. */
export const examples: Readonly<Record<string, Workflow>> = Object.fromEntries(
  readdirSync(folder).map((file) => [
    file.replace('.json', ''),
    JSON.parse(readFileSync(join(folder, file), 'utf8')) as Workflow,
  ]),
);
