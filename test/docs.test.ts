import { execFileSync } from 'node:child_process';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { getBehavior } from '@textloom/shared/handsets';
import { Marked } from 'marked';
import { generateCarriers } from '../scripts/generate/carriers.ts';
import { generateSamples } from '../scripts/generate/samples/samples.ts';
import { carrierTypes } from '../service/carriers/carrierTypes.ts';
import { readSite } from '../service/docs/site/readSite.ts';

const root = join(import.meta.dirname, '..');
/** Finds files that belong to the repository. */
const listFiles = (...patterns: readonly string[]): string[] =>
  globSync(patterns, {
    cwd: root,
    exclude: ['**/node_modules/**', '**/dist/**', '**/vendor/**', '**/.*/**'],
  }).sort();
const pages = listFiles('*.md', '{connectors,docs,sdks}/**/*.md');
const read = (page: string) => readFileSync(join(root, page), 'utf8');

/** Returns the anchors that GitHub makes from the headings of a page. */
const listAnchors = (page: string): string[] =>
  [...page.replace(/^```[^]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

/** Returns the links of a page that lead to a missing file or a missing heading. */
const brokenIn = (page: string, text: string): string[] =>
  [...text.matchAll(/\]\(([^)\s]+)\)|(?:src|srcset)="([^"]+)"/g)]
    .map(([, link, source]) => (link ?? source)!)
    .filter((link) => !/^https?:/.test(link))
    .filter((link) => {
      const [path, anchor] = link.split('#') as [string, string?];
      const file = path ? resolve(root, dirname(page), path) : resolve(root, page);
      if (!existsSync(file)) return true;
      if (anchor === undefined) return false;
      return !listAnchors(path ? readFileSync(file, 'utf8') : text).includes(anchor);
    })
    .map((link) => `${page}: ${link}`);

it('the documents that the service shows contain no markup but comments', () => {
  const { pages, read: readPage } = readSite(root);
  expect(pages.size).toBeGreaterThan(20);
  const markup: string[] = [];
  for (const page of pages.values())
    void new Marked({
      walkTokens: ({ type, raw }) => {
        if (type === 'html' && !/^<!--[^]*-->\s*$/.test(raw)) markup.push(`${page.file}: ${raw}`);
      },
    }).parse(readPage(page));
  expect(markup).toEqual([]);
});

it('the samples in the reference are up to date', () => {
  for (const [path, samples] of Object.entries(generateSamples())) expect(read(path)).toBe(samples);
});

/** The names that Telnyx, Prometheus and PostgreSQL use. */
const foreignNames = [
  'mms_fall_back_to_sms',
  'scrape_timeout',
  'full_page_writes',
  'pg_isready',
  'synchronous_standby_names',
];

describe('the documents', () => {
  it('say how to ask a process in Docker Compose, and each process for its health', () => {
    const steps = listFiles('docs/runbook/*.md').flatMap((page) =>
      read(page)
        .split('\n')
        .filter((line) => line.includes('curl ')),
    );
    expect(steps.length).toBeGreaterThan(2);
    // The proxy passes requests on only to processes that are ready.
    const repeats = 'for name in service-1 service-2 service-3; do docker compose exec $name node';
    for (const step of steps) expect(step).toContain('docker compose exec ');
    for (const step of steps.filter((one) => one.includes('/v1/health')))
      expect(step).toContain(repeats);
  });

  it('make no backup that other users can read, and replace the last one only by a complete one', () => {
    const dumps = pages.flatMap((page) =>
      read(page)
        .split('\n')
        .filter((line) => /^[^`]*\bpg_dump /.test(line)),
    );
    expect(dumps).toEqual([expect.stringMatching(/^\(umask 077 && .* > new\.dump\) &&$/)]);
  });

  it('name only fields, codes and settings that exist', () => {
    const folders = '{service,shared,connectors,console,sdks,docs/operations}';
    const sources = listFiles(`${folders}/**/*.{ts,tsx,json,py,yml}`);
    const known = new Set(foreignNames);
    for (const file of sources)
      for (const [word] of read(file).matchAll(/\w+/g)) {
        known.add(word);
        known.add(word.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`));
      }
    const documents = pages.filter((page) => !page.endsWith('CHANGELOG.md'));
    const unknown = documents.flatMap((page) =>
      [...read(page).matchAll(/`([a-z]+(?:_[a-z0-9]+)+)`/g)]
        .filter(([, name]) => !known.has(name!))
        .map(([, name]) => `${page}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  it('describe each step of the test of a carrier, in order', () => {
    const stepsIn = (file: string) =>
      [...read(`service/cli/${file}`).matchAll(/name: '(\w+)',\s+run:/g)].map(([, name]) => name!);
    const [settings, key] = stepsIn('commands/carriers.ts');
    const setup = stepsIn('carrierTest/setupSteps.ts');
    const steps = [settings, ...setup, key, ...stepsIn('carrierTest/textSteps.ts')];
    const [, table] = read('docs/carriers.md').split('| What it checks ');
    const told = [...table!.split('\n\n')[0]!.matchAll(/^\| `(\w+)`/gm)].map(([, name]) => name);
    expect(told).toEqual(steps);
  });

  it('name each provider that Textloom asks before it tests it with messages', () => {
    const [, names] = /For ([^.]+), and for other providers with a `probe_url`/.exec(
      read('docs/carriers.md'),
    )!;
    const folder = 'service/carriers/providers';
    const asked = listFiles(`${folder}/**/*.ts`)
      .filter((file) => /^  (?:account|probe): /m.test(read(file)))
      .map((file) => file.slice(folder.length + 1).replace(/[/.].*/, ''))
      .filter((type) => type !== 'http');
    expect(
      names!
        .toLowerCase()
        .split(/, | and /)
        .sort(),
    ).toEqual(asked.sort());
  });

  it('link to files and headings that exist', () => {
    expect(pages.flatMap((page) => brokenIn(page, read(page)))).toEqual([]);
  });

  it('exist where the sources and the packages link to them', () => {
    const repository = 'https://github.com/textloom/textloom';
    const pattern = `${repository}(/(blob|tree)/main/|#)[^])\'"\` >]*`;
    const found = execFileSync('git', ['grep', '-hoE', pattern, '--', ':!test'], {
      cwd: root,
      encoding: 'utf8',
    });
    const links = [...new Set(found.trim().split('\n'))].map((link) =>
      link
        .slice(repository.length)
        .replace(/^\/(?:blob|tree)\/main\//, '')
        .replace(/#readme$/, '')
        .replace(/^([^.#]*)#/, '$1/README.md#'),
    );
    expect(links.length).toBeGreaterThan(5);
    expect(
      links.flatMap((link) => brokenIn('README.md', `[](${link.replace(/^\//, '')})`)),
    ).toEqual([]);
  });

  it('are pages of the service if the README lists them', () => {
    const shown = [...readSite(root).pages.values()].map(({ file }) => file);
    const listed = [...read('README.md').matchAll(/\]\(([\w/-]+\.md)/g)].map(([, file]) => file!);
    expect(listed.length).toBeGreaterThan(30);
    expect(listed.filter((file) => !shown.includes(file))).toEqual([
      'CONTRIBUTING.md',
      'SECURITY.md',
    ]);
  });

  it('run the command line without the lines that npm prints', () => {
    const loud = pages.filter((page) => read(page).includes('npm run textloom'));
    expect(loud).toEqual([]);
  });

  it('are checked for broken links', () => {
    const text = '# Some heading\n[a](#some-heading) [b](#none) [c](none.md) [d](docs/api.md#none)';
    expect(brokenIn('README.md', text)).toEqual([
      'README.md: #none',
      'README.md: none.md',
      'README.md: docs/api.md#none',
    ]);
  });

  it('list every simulated handset number that does more than deliver', () => {
    const numbers = Array.from({ length: 100 }, (_, index) => String(index).padStart(2, '0'));
    const special = numbers.filter((digits) => getBehavior(digits) !== getBehavior('00'));
    const listed = [...read('docs/carriers.md').matchAll(/^\| (\d\d) /gm)].map(([, one]) => one);
    expect(listed).toEqual(special);
  });
});

it('the page on carriers has an up-to-date table of settings for each type', () => {
  const [[path, page]] = Object.entries(generateCarriers()) as [[string, string]];
  expect(read(path)).toBe(page);
  for (const { type } of carrierTypes) expect(page).toContain(`[\`${type}\`](#`);
});
