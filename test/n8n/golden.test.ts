import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { generateN8n } from '../../scripts/generate/n8n.ts';

const root = join(import.meta.dirname, '../..');
const filesIn = async (folder: string) =>
  (await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).replace(`${root}/`, ''));

it('the nodes, the credential and the shapes of the output are what the files show', async () => {
  const generated = await generateN8n();
  const found = [
    ...(await filesIn('test/n8n/golden')),
    ...(await filesIn('connectors/n8n/nodes/Textloom/__schema__')),
  ];
  expect(found.sort()).toEqual(Object.keys(generated).sort());
  for (const [path, content] of Object.entries(generated)) {
    expect(await readFile(join(root, path), 'utf8')).toBe(content);
  }
});
