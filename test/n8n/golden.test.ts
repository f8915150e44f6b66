import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from '@jest/globals';
import { generateN8n } from '../../scripts/generate/n8n.ts';

it('the nodes and the credential are what the golden files show', async () => {
  const generated = await generateN8n();
  expect(Object.keys(generated)).toHaveLength(3);
  for (const [path, content] of Object.entries(generated)) {
    expect(await readFile(join(import.meta.dirname, '../..', path), 'utf8')).toBe(content);
  }
});
