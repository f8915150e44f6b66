import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, it } from '@jest/globals';
import { defaultOrigin, originOfReader, withOrigin } from '../../../service/docs/origin.ts';
import { readSite } from '../../../service/docs/site/readSite.ts';
import { renderDocument } from '../../../service/docs/site/renderDocument.ts';
import { renderMarkdown } from '../../../service/docs/site/renderMarkdown.ts';
import { resolveLink } from '../../../service/docs/site/resolveLink.ts';

const render = (text: string) => renderMarkdown(text, (link) => `to:${link}`).main.markup;

describe('a Markdown document', () => {
  it('gets headings with the IDs of GitHub', () => {
    const text = '# A\n## `POST /v1`: what’s *new*?\n## Same\n## Same\n### Größe\n';
    const { main, headings } = renderMarkdown(text, (link) => link);
    expect([...main.markup.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id)).toEqual([
      'a',
      'post-v1-whats-new',
      'same',
      'same-1',
      'größe',
    ]);
    expect(headings.map(({ text: shown }) => shown)).toEqual([
      'POST /v1: what’s new?',
      'Same',
      'Same',
    ]);
  });

  it('gets its links and pictures resolved', () => {
    expect(render('[a *b*](c.md#d)')).toBe('<p><a href="to:c.md#d">a <em>b</em></a></p>\n');
    expect(render('![a "b"](c.png)')).toContain('<img src="to:c.png" alt="a &quot;b&quot;"');
    expect(render('## [a](b)')).toBe('<h2 id="a"><a href="to:b">a</a></h2>\n');
  });

  it('shows code as it is, and no comments', () => {
    const text = '<!-- hidden -->\n\n```html\n<b>&amp;</b>\n```\n\nUse `a < b`.';
    expect(render(text)).toBe(
      '<pre tabindex="0"><code>&lt;b&gt;&amp;amp;&lt;/b&gt;</code></pre>\n<p>Use <code>a &lt; b</code>.</p>\n',
    );
  });

  it('shows tables that scroll', () => {
    expect(render('| a | b |\n| - | - |\n| 1 | `2` |')).toBe(
      '<div class="wide" tabindex="0"><table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td><code>2</code></td></tr></tbody></table></div>\n',
    );
  });
});

describe('the pages of a checkout', () => {
  const folders: string[] = [];
  afterEach(() => folders.splice(0).forEach((folder) => rmSync(folder, { recursive: true })));
  const createSite = (files: Readonly<Record<string, string>>) => {
    const folder = mkdtempSync(join(tmpdir(), 'doc-site-'));
    folders.push(folder);
    for (const [file, text] of Object.entries(files)) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), text);
    }
    return readSite(folder);
  };
  const files = {
    'CHANGELOG.md': '# Changelog',
    'connectors/fax/README.md':
      '# Textloom for Fax\n\nSend a [fax](../../docs/api.md). It is slow.',
    'connectors/fax/CHANGELOG.md': '# Changelog',
    'connectors/fax/node_modules/other/README.md': '# Other',
    'docs/guides/b.md': '# Zebra',
    'docs/guides/c.md': '# Ant',
    'docs/api.md': '# The API',
  };

  it('begin with the first steps, end with the runbook, and list each page once', () => {
    const { sections } = readSite(join(import.meta.dirname, '../../..'));
    expect(sections[0]).toMatchObject({
      title: 'Get started',
      links: [
        { path: '/docs/guides/connect-n8n-or-zapier' },
        { path: '/docs/guides/first-real-text' },
        { path: '/docs/running' },
      ],
    });
    expect(sections.at(-1)!.title).toBe('Runbook');
    for (const { label } of sections.at(-1)!.links)
      expect(label).toMatch(/^Textloom[A-Z]\w+: [A-Z]/);
    const paths = sections.flatMap(({ links }) => links.map(({ path }) => path));
    expect(paths).toEqual([...new Set(paths)]);
  });

  it('have a summary of whole sentences', () => {
    const site = createSite({
      'docs/api.md':
        '# The API\n\n**Alert:** `X` fires when it is late, and you can do this:\n\n- a\n',
    });
    expect(site.pages.get('/docs/api')!.summary).toBe(
      'Alert: X fires when it is late, and you can do this.',
    );
    const { pages } = readSite(join(import.meta.dirname, '../../..'));
    for (const { summary } of pages.values()) expect(summary).toMatch(/^(?=.{20})\S.*[.!?…]$|^$/s);
  });

  it('include a new connector and a new guide', () => {
    const { sections, pages } = createSite(files);
    expect([...pages.keys()].sort()).toEqual([
      '/docs/api',
      '/docs/changelog',
      '/docs/fax',
      '/docs/fax/changelog',
      '/docs/guides/b',
      '/docs/guides/c',
    ]);
    const findLinks = (title: string) => sections.find((one) => one.title === title)!.links;
    expect(findLinks('Connect')).toMatchObject([
      { path: '/docs/fax', label: 'Fax', summary: 'Send a fax. It is slow.' },
    ]);
    expect(findLinks('Guides').map(({ label }) => label)).toEqual(['Ant', 'Zebra']);
  });

  it.each([
    ['Textloom for AI agents (MCP)', 'AI agents (MCP)'],
    ['n8n-nodes-textloom', 'n8n'],
    ['node-red-contrib-textloom', 'Node-RED'],
    ['Gateway', 'Gateway'],
  ])('with the title %s are "%s" in the navigation', (title, label) => {
    const { sections } = createSite({ 'connectors/any/README.md': `# ${title}` });
    expect(sections.flatMap(({ links }) => links)).toMatchObject([{ label }, {}, {}]);
  });

  it.each([
    ['keeps the heading', '../../docs/api.md#errors', '/docs/api#errors'],
    ['stays on the page', '#usage', '#usage'],
    ['opens another page of the folder', 'CHANGELOG.md', '/docs/fax/changelog'],
    ['opens the overview', '../../README.md', '/docs'],
    ['opens the guides', '../../README.md#guides', '/docs#guides'],
    ['leaves the service', 'https://example.com/a.md#b', 'https://example.com/a.md#b'],
    ['opens a workflow', 'examples/a.json', '/docs/files/connectors/fax/examples/a.json'],
    [
      'opens a file that the service does not show on GitHub',
      '../../service/app.ts',
      'https://github.com/textloom/textloom/blob/main/service/app.ts',
    ],
    [
      'opens a folder on GitHub',
      'examples',
      'https://github.com/textloom/textloom/tree/main/connectors/fax/examples',
    ],
    [
      'opens a page that it names on GitHub',
      'https://github.com/textloom/textloom/blob/main/docs/api.md#a',
      '/docs/api#a',
    ],
    [
      'shows a picture that it names on GitHub',
      'https://raw.githubusercontent.com/textloom/textloom/main/docs/screenshots/n8n/a.png',
      '/docs/files/docs/screenshots/n8n/a.png',
    ],
  ])('have links: one %s', (_, link, target) => {
    expect(resolveLink(createSite(files), 'connectors/fax/README.md', link)).toBe(target);
  });

  it('show where the reader is', () => {
    const site = createSite({ ...files, 'docs/guides/c.md': '# Ant\n\n## Legs\n' });
    const [, page] = renderDocument(site, site.pages.get('/docs/guides/c')!).split('<body>');
    expect(page).toContain('<a href="/docs/guides/c" aria-current="page">Ant</a>');
    expect(page).toContain('<a href="#legs">Legs</a>');
    expect(page!.match(/aria-current/g)).toHaveLength(1);
    expect(page!.match(/open="open"/g)).toHaveLength(1);
  });

  it('are only the generated ones without documents', () => {
    const { sections, pages } = createSite({});
    expect(pages.size).toBe(0);
    expect(sections.flatMap(({ links }) => links.map(({ path }) => path))).toEqual([
      '/docs/reference',
      '/errors',
    ]);
  });
});

describe('the URL in samples', () => {
  it.each([
    ['', 'sms.example.com', 'http://sms.example.com'],
    ['', '127.0.0.1:80', 'http://127.0.0.1:80'],
    ['', '[::1]:4010', 'http://[::1]:4010'],
    ['https://texts.example.com/a', 'sms.example.com', 'https://texts.example.com/a'],
    ['', 'a$(id)', defaultOrigin],
    ['', 'a"; rm', defaultOrigin],
    ['', "a'", defaultOrigin],
    ['', '', defaultOrigin],
    ['', 'a'.repeat(254), defaultOrigin],
    ['', `a:${'1'.repeat(6)}`, defaultOrigin],
    ['', `[${':'.repeat(46)}]`, defaultOrigin],
  ])('with PUBLIC_URL "%s" and the host "%s" is %s', (publicUrl, host, address) => {
    expect(originOfReader(publicUrl, { protocol: 'http', host })).toBe(address);
  });

  it.each(['x"><b>', 'javascript', ''])('does not contain the protocol "%s"', (protocol) => {
    expect(originOfReader('', { protocol, host: 'sms.example.com' })).toBe(defaultOrigin);
  });

  it('replaces every base URL, but not that of a new installation', () => {
    const page = `${defaultOrigin}/v1 ${defaultOrigin}/v1/messages ${defaultOrigin}`;
    expect(withOrigin(page, 'https://a.$&')).toBe(
      `https://a.$&/v1 https://a.$&/v1/messages ${defaultOrigin}`,
    );
  });
});
