import { readdirSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import app from '../../connectors/zapier/src/index.ts';
import { readDefinition } from '../../scripts/generate/zapier.ts';
import { listRows, seenIn, wrongNamesIn, type ShownApp } from './namesIn.ts';

const folder = join(import.meta.dirname, '../../connectors/zapier');
let definition: ShownApp;
let recipes: string;
let readme: string;
beforeAll(async () => {
  definition = (await readDefinition(app)) as ShownApp;
  recipes = await readFile(join(folder, 'recipes.md'), 'utf8');
  readme = await readFile(join(folder, 'README.md'), 'utf8');
});

describe('the recipes', () => {
  it('name nothing that the app does not have', () => {
    expect(wrongNamesIn(recipes, definition)).toEqual([]);
  });

  it.each([
    ['an action that does not exist', '**Send Message**', '**Send Text**', 'Send Text'],
    ['a field of another step', '| **Phone** ', '| **Text** ', 'Create or Update Contact: Text'],
    ['a missing required field', '| **To** ', '| To ', 'Send Message without To'],
    [
      'a value of another step',
      '**Phone** of step 1',
      '**Time Limit in Minutes** of step 1',
      '**Time Limit in Minutes** of step 1',
    ],
    ['a missing step', '**Phone** of step 1', '**Phone** of step 9', '**Phone** of step 9'],
    ['a choice that is not offered', '**Undelivered**', '**Bounced**', 'Bounced'],
  ])('are found to have %s', (_fault, right, wrong, finding) => {
    expect(recipes).toContain(right);
    expect(wrongNamesIn(recipes.replace(right, wrong), definition)).toContain(finding);
  });

  it('give every message a deduplication key', () => {
    const sending = recipes.split(/^(?=\d+\. )/m).filter((part) => /^\d+\. \*\*Send /.test(part));
    expect(sending.length).toBeGreaterThan(4);
    for (const step of sending) expect(step).toMatch(/\| \*\*Deduplication Key\*\* +\|/);
  });
});

describe('the guide', () => {
  const guides = join(import.meta.dirname, '../../docs/guides');
  const zaps = readdirSync(guides).flatMap((guide) => {
    const text = readFileSync(join(guides, guide), 'utf8');
    const [, found] = /^## In Zapier\n(.*?)(?=^## )/ms.exec(text) ?? [];
    return found === undefined ? [] : [[guide, found] as const];
  });

  it.each(zaps)('%s names nothing that the app does not have', (_, zap) => {
    expect(wrongNamesIn(zap, definition)).toEqual([]);
  });
  it.each(zaps)('%s gives every message a deduplication key', (_, zap) => {
    // The service itself sends a confirmation request at most once a day.
    const sending = zap
      .split(/^(?=\d+\. )/m)
      .filter((part) => /^\d+\. \*\*Send (?!Confirmation)/.test(part));
    expect(sending.length).toBeGreaterThan(0);
    for (const step of sending) expect(step).toMatch(/\| \*\*Deduplication Key\*\* +\|/);
  });
  it.each(zaps)('%s shortens the text of a customer that it passes on', (_, zap) => {
    // A text from a customer can be as long as a message may be, without the words around it.
    expect(zap).not.toContain('{{Text}}');
  });
  it('is there for each recipe', () => {
    expect(zaps.map(([guide]) => guide)).toHaveLength(8);
  });
});

describe('the README', () => {
  it('names nothing that the app does not have', () => {
    expect(wrongNamesIn(readme, definition)).toEqual([]);
  });

  it('describes every step as the app does', () => {
    const steps = seenIn(definition).map(({ label, kind, description }) => [
      `**${label}**`,
      kind,
      description,
    ]);
    const both = Object.values(definition.searchOrCreates).map(({ display }) => [
      `**${display.label}**`,
      'search or action',
      display.description,
    ]);
    const [, section] = readme.split('\n## Steps\n');
    const told = listRows(section!.split('\n## ')[0]!).slice(2);
    expect(told).toEqual([...steps, ...both]);
  });
});
