import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { findingsIn, listFindings, mayHaveFindings } from './prose/findings.ts';
import { phrases } from './prose/phrases.ts';
import { textsOfMarkdown, textsOfSource, textsOfWorkflow } from './prose/texts.ts';
import { accepted, wordinessIn, wordinessOf } from './prose/wordiness.ts';

const root = join(import.meta.dirname, '..');

/** Every folder of sources. */
const sources = ['connectors', 'console', 'scripts', 'sdks/node', 'service', 'shared', 'test'];
/**
 * `test/prose` quotes what it finds. The words of the matcher are those of people who text. The
 * generated types repeat the descriptions in the contract.
 */
const exempt = /^test\/prose|^service\/optout\/words|^sdks\/.+\.generated\./;

const skipped = new Set(['node_modules', 'dist', 'artifacts', '.git', '.cache', '.textloom']);

function filesBelow(folder: string, extension: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) return skipped.has(entry.name) ? [] : filesBelow(path, extension);
    return extension.test(path) ? [path] : [];
  });
}
const read = (path: string) => readFileSync(join(root, path), 'utf8');

describe('what people read is plain English', () => {
  it('in the documents', () => {
    const pages = filesBelow('', /\.md$/);
    expect(pages.length).toBeGreaterThan(15);
    expect(pages.flatMap((path) => listFindings(path, textsOfMarkdown(read(path))))).toEqual([]);
  });

  it('in the notes of the examples', () => {
    const workflows = filesBelow('connectors/n8n/examples', /\.json$/);
    expect(workflows.length).toBeGreaterThan(5);
    expect(workflows.flatMap((path) => listFindings(path, textsOfWorkflow(read(path))))).toEqual(
      [],
    );
  });

  it('in the comments and strings of the sources', () => {
    const findings = sources
      .flatMap((folder) => filesBelow(folder, /\.tsx?$/))
      .filter((path) => !exempt.test(path))
      .flatMap((path) => {
        const source = read(path);
        return mayHaveFindings(source) ? listFindings(path, textsOfSource(source, path)) : [];
      });
    expect(findings).toEqual([]);
  });
});

describe('the check finds', () => {
  it.each(phrases.map(({ as, better }) => [as, better]))('%s', (sentence, better) => {
    expect(findingsIn(sentence, false)).toContainEqual(
      expect.stringMatching(new RegExp(`^".+": write ${better.replace(/[’.]/g, '.')}$`)),
    );
  });

  it.each([
    'Of the transceiver bind.',
    'For the moment, a few more of them.',
    'One process and one folder.',
    'Nothing but the standard library.',
  ])('no verb: %s', (sentence) => {
    expect(findingsIn(sentence, true)).toEqual([
      `"${sentence}": write a whole sentence, with a verb`,
    ]);
    expect(findingsIn(sentence, false)).toEqual([]);
  });

  it('a sentence that does not end', () => {
    expect(
      findingsIn(`Textloom sends it, ${'and then it waits, '.repeat(10)}and ends.`, true),
    ).toEqual([expect.stringContaining('split the sentence')]);
  });

  it.each([
    'Restart the service.',
    'The service responds with 409 if the key is in use.',
    'What is a receipt?',
    'Textloom refuses texts to people who opted out.',
    'See [the guide](guide.md#has-to-be) and `has to be`.',
    'There is no default, and there is none to choose.',
    'There are no webhooks, and the key is no longer valid. Its pace is no more than 10.',
    'Webhooks reach no private addresses, and the base URL has the address of a machine.',
    'Textloom also accepts files. It takes seconds to request media.',
    'The phone turns to you. You can give consent. Go back to the list.',
  ])('nothing in: %s', (sentence) => {
    expect(listFindings('page.md', textsOfMarkdown(sentence))).toEqual([]);
  });

  it('where it is in a page: in a paragraph, an item, a cell and a heading, and not in code', () => {
    const page = [
      '# It ends at once',
      '',
      'It ends',
      '- It ends **at once**.',
      '',
      '| At once |',
      '| ------- |',
      '',
      '```sh',
      'echo at once',
      '```',
      '',
      '**Bold.** No verb here.',
      '<!-- prettier-ignore-start -->',
      'It ends at once.',
      '<!-- prettier-ignore-end -->',
    ].join('\n');
    expect(listFindings('page.md', textsOfMarkdown(page)).map((one) => one.split('  ')[0])).toEqual(
      ['page.md:1', 'page.md:4', 'page.md:6', 'page.md:13'],
    );
  });

  it('where it is in a note of a workflow', () => {
    const workflow = JSON.stringify(
      { nodes: [{ parameters: { content: '## Note\n\nIt ends at once.' } }] },
      null,
      2,
    );
    expect(listFindings('a.json', textsOfWorkflow(workflow))).toEqual([
      'a.json:5  "at once": write immediately, or at the same time',
    ]);
  });

  it('where it is in a source: in comments and strings, and not in code', () => {
    const source = [
      'const anew = (beside: number) => beside / 2; // The key has to be long.',
      '/**',
      ' * It ends at',
      ' * once.',
      ' */',
      "const pattern = /has to be/, url = 'https://example.com//has', error = 'It goes on.';",
      'const text = `It is answered ${anew(1)} by itself`;',
    ].join('\n');
    expect(mayHaveFindings(source)).toBe(true);
    const found = listFindings('a.ts', textsOfSource(source, 'a.ts'));
    expect(found.map((one) => one.split(': write')[0]).sort()).toEqual([
      'a.ts:1  "has to"',
      'a.ts:2  "at once"',
      'a.ts:6  "goes on"',
      'a.ts:7  "by itself"',
      'a.ts:7  "is answered"',
    ]);
    expect(mayHaveFindings('const key = 1;')).toBe(false);
  });

  it('where it is in a string that only begins like SQL, and not in SQL or planted code', () => {
    const source = [
      "const title = 'with the text that ends at once';",
      "const row = { find: 'it ends at once', plant: 'at once' };",
      "const find = { find: () => 'It ends at once.' };",
      "const query = 'select id from message where it ends at once';",
      'const rows = sql`delete from message where it ends at once`;',
    ].join('\n');
    expect(
      listFindings('a.ts', textsOfSource(source, 'a.ts')).map((one) => one.split('  ')[0]),
    ).toEqual(['a.ts:1', 'a.ts:3']);
  });
});

describe('the documents are short and clear', () => {
  it('without repeated words, wordy phrases and clichés', () => {
    const pages = filesBelow('', /\.md$/);
    expect(pages.flatMap((path) => wordinessOf(path, textsOfMarkdown(read(path))))).toEqual([]);
  });

  it.each([
    ['It sends the the text.', '"the" is repeated'],
    ['Use it for the purpose of tests.', '"for the purpose of" is wordy or unneeded'],
    ['It ends in the nick of time.', '"in the nick of time" is a cliche'],
    ['A number of keys expire.', '"A number of" is wordy or unneeded'],
    ['It returns all of its fields.', '"all of" is wordy or unneeded'],
    ['However, it waits.', '"However" is wordy or unneeded'],
    ['It has multiple keys.', '"multiple" is wordy or unneeded'],
  ])('that it finds: %s', (sentence, finding) => {
    expect(wordinessOf('page.md', textsOfMarkdown(`# Page\n\n${sentence}`))).toEqual([
      `page.md:3  ${finding}`,
    ]);
  });

  it.each([
    'If it is due, it was sent from a number of your account.',
    'Delete all of them, however many there are.',
    'A purchase is a requirement of this type of carrier.',
    'Monitor the maximum, which is a multiple of `pace`.',
    'Choose Multiple Headers Auth.',
    'Set `a`, `b`, `c` and `d`.',
    'So it waits. There is no other way. The message was canceled immediately.',
  ])('nothing in: %s', (sentence) => {
    expect(wordinessOf('page.md', textsOfMarkdown(sentence))).toEqual([]);
  });

  it('and accepts only words that a page has', () => {
    const pages = filesBelow('', /\.md$/).map((path) => read(path));
    const unused = accepted.filter(
      ({ words }) =>
        !pages.some((page) => new RegExp(`\\b${words.source.slice(1)}`, 'i').test(page)),
    );
    expect(unused).toEqual([]);
    expect(wordinessIn('It can utilize it.')).toEqual(['"utilize" is wordy or unneeded']);
  });
});
