import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import app from '../../connectors/zapier/src/index.ts';
import { readDefinition } from '../../scripts/generate/zapier.ts';
import { listing } from '../../scripts/zapier/listing.ts';
import { listRows, seenIn, wrongNamesIn, type ShownApp } from './namesIn.ts';
import { rules } from './rules.ts';

const root = join(import.meta.dirname, '../..');
let definition: ShownApp;
let sections: string[];
beforeAll(async () => {
  definition = (await readDefinition(app)) as ShownApp;
  sections = (await readFile(join(root, 'docs/zapier-listing.md'), 'utf8')).split(/^## /m);
});
/** Returns the rows of the section's table, without its header. */
const table = (title: string) =>
  listRows(sections.find((section) => section.startsWith(title))!).slice(2);

/** Returns the violations of Zapier's branding guidelines in a description. */
function wrongIn(description: string): string[] {
  const faults = {
    'it is longer than 140 characters': description.length > 140,
    'it is shorter than 40 characters': description.length < 40,
    'it does not begin with "<Name> is a"': !description.startsWith(`${listing.title} is a `),
    'it is not a sentence': !/[^.]\.$/.test(description),
    'it names Zapier': /zapier/i.test(description),
    'it is about the integration': /\bsync/i.test(description),
    'it has a link': /https?:|www\./.test(description),
    'it contains praise':
      /\b(best|leading|powerful|amazing|easiest|ultimate|seamless\w*)\b|!/i.test(description),
    'it contains words that Zapier bans': /\b(spam\w*|unsolicited|fake|blast\w*|cold)\b/i.test(
      description,
    ),
  };
  return Object.entries(faults).flatMap(([fault, is]) => (is ? [fault] : []));
}

describe('the listing', () => {
  it('describes the app as Zapier requires', () => {
    expect(wrongIn(listing.description)).toEqual([]);
  });

  it.each([
    ['it is longer than 140 characters', `${listing.description} ${'x'.repeat(140)}.`],
    ['it does not begin with "<Name> is a"', 'Sends texts.'],
    ['it is not a sentence', `${listing.title} is a service`],
    ['it is shorter than 40 characters', 'Textloom is a service.'],
    ['it is about the integration', `${listing.title} is a service that syncs texts.`],
    ['it names Zapier', `${listing.title} is a service for Zapier.`],
    ['it has a link', `${listing.title} is a service at https://textloom.example.`],
    ['it contains praise', `${listing.title} is a powerful service.`],
    ['it contains words that Zapier bans', `${listing.title} is a service for text blasts.`],
  ])('would be refused if %s', (finding, description) => {
    expect(wrongIn(description)).toContain(finding);
  });

  it('on the page is the one that the registration of the app uses', () => {
    expect(table('# The listing').slice(0, 3)).toEqual([
      ['Name', listing.title],
      ['Description', listing.description],
      ['Homepage', listing.url],
    ]);
  });

  it('on the page describes the steps like the app does', () => {
    const displays = [
      ...seenIn(definition),
      ...Object.values(definition.searchOrCreates).map(({ display }) => display),
    ];
    expect(table('Steps')).toEqual(displays.map(({ label, description }) => [label, description]));
  });

  it('titles its templates as Zapier requires', () => {
    for (const [title] of table('Templates'))
      expect(title).toMatch(
        /^(Send|Add|Create|Get|Update)(?!.*\b(sync|automatic|you|we|I)\b).* new /,
      );
  });

  it('has a logo that is square, large enough and transparent', async () => {
    const png = await readFile(join(root, 'connectors/zapier/logo.png'));
    expect(png.toString('latin1', 1, 4)).toBe('PNG');
    const [width, height, colorType] = [png.readUInt32BE(16), png.readUInt32BE(20), png[25]];
    expect(width).toBe(height);
    expect(width).toBeGreaterThanOrEqual(256);
    // This color type has red, green, blue and alpha.
    expect(colorType).toBe(6);
  });
});

describe('the review', () => {
  it('names existing files, rules and parts of the app', async () => {
    const review = await readFile(join(root, 'docs/zapier-review.md'), 'utf8');
    expect(wrongNamesIn(review, definition)).toEqual([]);
    const files = [...review.matchAll(/`((?:test|scripts|connectors)\/[\w./]+)`/g)];
    expect(files.length).toBeGreaterThan(20);
    for (const [, file] of files) expect(existsSync(join(root, file!))).toBe(true);
    const named = [...review.matchAll(/Rules? (?:[^|;]*)/g)].flatMap(([words]) => [
      ...words.matchAll(/[A-Z]\d{3}|(?<=")guidelines, \w+(?=")/g),
    ]);
    expect(named.length).toBeGreaterThan(20);
    for (const [rule] of named) expect(Object.keys(rules)).toContain(rule);
  });

  it('has no line without a state', async () => {
    const review = await readFile(join(root, 'docs/zapier-review.md'), 'utf8');
    const lines = listRows(review).filter(
      ([head]) => head !== 'Requirement' && !/^-+$/.test(head!),
    );
    expect(lines.length).toBeGreaterThan(40);
    for (const [, state, why] of lines) {
      expect(state).toMatch(/^_(met|person|product)_$/);
      expect(why).not.toBe('');
    }
  });
});
