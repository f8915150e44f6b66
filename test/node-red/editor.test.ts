import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { accountForm } from '../../connectors/node-red/src/forms/account.ts';
import { forms } from '../../connectors/node-red/src/forms/forms.ts';
import { createCatalog } from '../../connectors/node-red/src/locales/catalog.ts';
import { german } from '../../connectors/node-red/src/locales/german.ts';
import { renderHelp } from '../../connectors/node-red/src/locales/help.ts';
import packageJson from '../../connectors/node-red/package.json' with { type: 'json' };
import { generateNodeRed } from '../../scripts/generate/nodeRed.ts';
import { exampleFlows } from '../../scripts/generate/nodeRedExamples.ts';

const root = join(import.meta.dirname, '../..');
const filesIn = async (folder: string) =>
  (await readdir(join(root, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).replace(`${root}/`, ''));

describe("the files for Node-RED's editor", () => {
  it('are what the committed files show', async () => {
    const generated = await generateNodeRed();
    const found = [
      ...(await filesIn('test/node-red/golden')),
      ...(await filesIn('connectors/node-red/examples')),
    ];
    expect(found.sort()).toEqual(Object.keys(generated).sort());
    for (const [path, content] of Object.entries(generated))
      expect(await readFile(join(root, path), 'utf8')).toBe(content);
  });

  it('have a German translation for each phrase, and no other translations', () => {
    const phrases = new Set<string>();
    const collect = (phrase: string) => {
      phrases.add(phrase);
      return phrase;
    };
    createCatalog(collect);
    renderHelp(collect);
    expect(Object.keys(german).sort()).toEqual([...phrases].sort());
  });

  it('store each field under a name that Node-RED does not use itself', () => {
    const reserved = ['id', 'type', 'name', 'wires', 'info', 'icon', 'label', 'credentials', 'd'];
    for (const { fields } of forms) {
      const names = fields.map(({ name }) => name);
      expect(names.filter((name) => reserved.includes(name) || name.length === 1)).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
    }
  });
});

describe('an example flow', () => {
  /** Node-RED centers a node at its place, with a width in steps of 20 pixels. */
  const halfWidth = (label = 'a topic and a payload, which are long') =>
    Math.max(100, 20 * Math.ceil((7.5 * label.length + 57) / 20)) / 2;
  it.each(Object.entries(exampleFlows()))('leaves room between its nodes: %s', (_, flow) => {
    const standardLabels = new Map<unknown, string>(forms.map(({ type, label }) => [type, label]));
    const nodes = flow.flatMap(({ type, name, x, y }) => {
      const label = typeof name === 'string' && name !== '' ? name : standardLabels.get(type);
      return typeof x === 'number' && typeof y === 'number' ? [{ x, y, label }] : [];
    });
    const touching = nodes.flatMap((left) =>
      nodes
        .filter(({ x, y }) => y === left.y && x > left.x)
        .filter(({ x, label }) => x - halfWidth(label) < left.x + halfWidth(left.label) + 10)
        .map((right) => `${left.label ?? left.x} – ${right.label ?? right.x}`),
    );
    expect(touching).toEqual([]);
  });
});

describe('the form of an account', () => {
  it.each([
    ['base_url', 'https://sms.example.com/v1', true],
    ['base_url', 'http://127.0.0.1:4010/v1/', true],
    ['base_url', ' https://sms.example.com/v1 ', true],
    ['base_url', '${TEXTLOOM_URL}', true],
    ['base_url', 'https://sms.example.com', false],
    ['base_url', 'sms.example.com/v1', false],
    ['public_url', '', true],
    ['public_url', 'https://node-red.example.com', true],
    ['public_url', ' https://node-red.example.com ', true],
    ['public_url', '${PUBLIC_URL}', true],
    ['public_url', 'node-red.example.com', false],
  ])('marks the property %s with the value %j: valid is %j', (property, value, isValid) => {
    const field = accountForm.fields.find(({ name }) => name === property)!;
    const { pattern } = field as { readonly pattern?: string };
    expect(new RegExp(pattern!, 'i').test(value)).toBe(isValid);
  });
});

describe('the package', () => {
  it('needs no other packages at run time', () => {
    expect(packageJson).not.toHaveProperty('dependencies');
  });

  it('has the keyword of the flow library', () => {
    expect(packageJson.keywords).toContain('node-red');
  });
});
