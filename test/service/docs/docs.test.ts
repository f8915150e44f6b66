import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  errors,
  eventTypes,
  messageErrors,
  messageStatus,
  operations,
  purpose,
} from '@textloom/shared/contract';
import { html } from '../../../service/docs/html.ts';
import { closeMenu } from '../../../service/docs/site/renderNavigation.ts';
import { openFolder } from '../harness/database.ts';
import { openHarness, type Harness } from '../harness/harness.ts';
import { rawRequest } from '../harness/rawRequest.ts';

const root = join(import.meta.dirname, '../../..');

describe('the documentation that the service serves', () => {
  let harness: Harness;
  beforeAll(async () => {
    harness = await openHarness(openFolder);
  });
  afterAll(() => harness.close());

  const get = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const { body, ...rest } = await rawRequest(harness.url, { method: 'GET', path, headers });
    return { ...rest, body: String(body) };
  };
  const linksIn = (body: string) => [...body.matchAll(/href="([^"]*)"/g)].map(([, link]) => link!);
  const idsIn = (body: string) => [...body.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id!);

  it.each(Object.entries(errors))('has a page about %s', async (code, { title, remedy }) => {
    const { status, headers, body } = await get(`/errors/${code}`);
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 200,
      type: 'text/html; charset=utf-8',
    });
    expect(body).toContain(html`<h1>${title}</h1>`.markup);
    expect(body).toContain(html`<p class="lead">${remedy}</p>`.markup);
  });

  it.each(Object.entries(messageErrors))(
    'has a page about the message error %s',
    async (code, { message }) => {
      const { body } = await get(`/errors/${code}`);
      expect(body).toContain(html`<h1>${message}</h1>`.markup);
      expect(body).toMatch(/<p class="lead">\w.+\.<\/p>/);
      expect(body).toContain('of a message');
    },
  );

  it('lists every error page', async () => {
    const { body } = await get('/errors');
    const codes = new Set([...Object.keys(errors), ...Object.keys(messageErrors)]);
    const listed = linksIn(body).filter((link) => link.startsWith('/errors/'));
    expect(new Set(listed)).toEqual(new Set([...codes].map((code) => `/errors/${code}`)));
  });

  it.each([
    { what: 'a request without a key', method: 'GET', path: '/v1/messages' },
    { what: 'an unknown path', method: 'GET', path: '/nothing' },
    { what: 'an unknown error page', method: 'GET', path: '/errors/toString' },
  ])('has the page that the response to $what names', async (request) => {
    const { body } = await rawRequest(harness.url, request);
    const { type, code } = body as { type: string; code: string };
    const page = await get(type);
    expect(page.status).toBe(200);
    expect(page.body).toContain(`<code>${code}</code>`);
  });

  it('responds with 404 for an unknown error', async () => {
    expect((await get('/errors/toString')).status).toBe(404);
  });

  it('describes every operation and every event in the reference', async () => {
    const { body } = await get('/docs/reference');
    const ids = idsIn(body);
    for (const { resource, name, operation } of operations) {
      expect(ids).toContain(`${resource}.${name}`);
      expect(body).toContain(`<code>${operation.path}</code>`);
    }
    expect(ids).toEqual(expect.arrayContaining(eventTypes.map((type) => `on.${type}`)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('explains the statuses, purposes and errors of messages where the reference names them', async () => {
    const { body } = await get('/docs/reference');
    const fieldAt = (id: string, name: string) =>
      body
        .split(` id="${id}"`)[1]!
        .split(`<dt>`)
        .find((one) => one.includes(`>${name}<`))!;
    expect(linksIn(fieldAt('Message', 'status'))).toEqual(['/docs/api#message-statuses']);
    expect(linksIn(fieldAt('Message', 'purpose'))).toEqual(['/docs/api#message-purposes']);
    expect(linksIn(fieldAt('verification.get', 'status'))).toEqual([]);
    expect(linksIn(fieldAt('Message', 'code'))).toEqual(
      Object.keys(messageErrors).map((code) => `/errors/${code}`),
    );
    const page = (await get('/docs/api')).body;
    for (const word of [...messageStatus.enum, ...purpose.enum, ...Object.keys(messageErrors)])
      expect(page).toContain(`<td><code>${word}</code></td>`);
  });

  it('has a page for every document, without broken links, pictures or headings', async () => {
    const bodies = new Map<string, string>();
    const broken: string[] = [];
    const queue = ['/docs'];
    for (const path of queue) {
      const { status, body } = await get(path);
      if (status !== 200) broken.push(path);
      bodies.set(path, body);
      const sources = [...body.matchAll(/ src="([^"]*)"/g)].map(([, source]) => source!);
      for (const link of [...linksIn(body), ...sources]) {
        const [target] = link.split('#') as [string];
        const isLocal = target.startsWith('/') && !target.startsWith('/console/');
        if (isLocal && !queue.includes(target)) queue.push(target);
      }
    }
    for (const [path, body] of bodies)
      for (const link of new Set(linksIn(body))) {
        const [target, id] = link.split('#') as [string, string?];
        if (id === undefined || /^https?:/.test(link)) continue;
        if (!idsIn(bodies.get(target || path)!).includes(id)) broken.push(`${path}: ${link}`);
      }
    expect(broken).toEqual([]);
    const guides = readdirSync(join(root, 'docs/guides')).map((file) => file.replace('.md', ''));
    expect(guides.length).toBeGreaterThan(10);
    for (const guide of guides) expect([...bodies.keys()]).toContain(`/docs/guides/${guide}`);
    for (const page of ['n8n', 'zapier', 'sdks/php', 'running', 'webhooks', 'changelog'])
      expect([...bodies.keys()]).toContain(`/docs/${page}`);
    expect([...bodies.keys()]).toContainEqual(expect.stringMatching(/^\/docs\/files\/.+\.png$/));
    expect([...bodies.keys()]).toContainEqual(expect.stringMatching(/^\/docs\/files\/.+\.json$/));
  });

  it('links to no document of the service at another place', async () => {
    const { body } = await get('/docs/zapier');
    expect(linksIn(body)).toContain('/docs/zapier/recipes');
    for (const link of linksIn((await get('/docs/sdks/python')).body))
      expect(link).not.toMatch(/github\.com.*\.md/);
  });

  it.each(['/docs', '/docs/files/docs/operations/alerts.yml'])(
    'tells caches that %s contains the origin of the request',
    async (path) => {
      const { headers } = await get(path);
      expect(headers.vary).toBe('host, x-forwarded-host, x-forwarded-proto');
    },
  );

  it.each(['/docs', '/docs/reference', '/docs/n8n', '/errors', '/errors/not_found'])(
    'allows %s to load only pictures of the service, and to run only its own script',
    async (path) => {
      const { body: page, headers } = await get(path);
      expect(headers['content-security-policy']).toMatch(
        /^default-src 'none'; style-src 'sha256-[^' ]+'; script-src 'sha256-[^' ]+'; /,
      );
      const body = page.replace(`<script>${closeMenu}</script>`, '');
      expect(headers['content-security-policy']).toContain("img-src 'self';");
      expect(body).not.toMatch(/<script|<iframe|\ssrc="(?!\/docs\/files\/)|@import/);
    },
  );

  it.each([
    '/docs/nothing',
    '/docs/guides',
    '/docs/n8n-verification',
    '/docs/files/service/package.json',
    '/docs/files/docs/screenshots/none.png',
    '/docs/files/docs/screenshots/..%2f..%2fpackage.json',
    '/docs/files/connectors/n8n/examples/..%2f..%2f..%2fservice/package.json',
    '/docs/files/docs/screenshots/%00.png',
    '/docs/constructor',
    '/docs/%22%3E%3Cb%3E',
  ])('responds to %s with 404 and a page that leads on', async (path) => {
    const { status, headers, body } = await get(path);
    expect({ status, type: headers['content-type'] }).toEqual({
      status: 404,
      type: 'text/html; charset=utf-8',
    });
    expect(linksIn(body)).toEqual(expect.arrayContaining(['/docs', '/docs/reference']));
    expect(body).not.toContain('"><b>');
  });

  it('suggests pages with a similar name', async () => {
    const main = (await get('/docs/guide/webhook')).body.split('<main')[1]!;
    expect(linksIn(main)).toContain('/docs/webhooks');
    expect(linksIn(main)).not.toContain('/docs/conversations');
  });

  it.each(['/docs/', '/docs/files/'])(
    'looks for no page with the name of a path below %s that is much longer than all names',
    async (below) => {
      const { status, body } = await get(`${below}webhook/${'x'.repeat(300)}`);
      expect(status).toBe(404);
      expect(body).not.toContain('similar name');
      expect((await get(`/docs/webhooks${'/'.repeat(300)}`)).status).toBe(404);
    },
  );

  it.each([
    ['/docs/', '/docs'],
    ['/docs/webhooks.md', '/docs/webhooks'],
    ['/docs/guides/alert/', '/docs/guides/alert'],
    ['/docs/reference/', '/docs/reference'],
  ])('redirects %s to %s', async (from, to) => {
    expect(await get(from)).toMatchObject({ status: 308, headers: { location: to } });
  });

  it('shows samples and documents with the URL that the reader uses', async () => {
    const address = (body: string) =>
      [...body.matchAll(/(https?:\/\/[^"' ]+)\/v1/g)].map(([, origin]) => origin!);
    for (const path of ['/docs/reference', '/docs/guides/notification']) {
      const { body } = await get(path, { host: 'sms.example.com:8080' });
      expect(new Set(address(body))).toEqual(new Set(['http://sms.example.com:8080']));
      const odd = await get(path, { host: '$(id)' });
      expect([400, 'http://127.0.0.1:4010']).toContain(
        odd.status === 400 ? 400 : address(odd.body)[0],
      );
    }
  });

  it('responds with 304 if the client already has the page', async () => {
    const { etag } = (await get('/docs')).headers;
    for (const known of [etag!, `W/${etag}`, `"other", ${etag}`])
      expect(await get('/docs', { 'if-none-match': known })).toMatchObject({ status: 304 });
    expect(await get('/docs', { 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
  });

  it('shows the public URL of the service in samples', async () => {
    const publicUrl = 'https://sms.example.com/texts';
    const other = await openHarness(openFolder, { PUBLIC_URL: publicUrl });
    const page = await fetch(`${other.url}/docs/reference`);
    const text = await page.text();
    await other.close();
    expect(text).toContain(`curl &quot;${publicUrl}/v1/account`);
    expect(text).not.toContain('127.0.0.1:4010');
  });

  it('escapes values in markup', () => {
    expect(html`<b title="${'"\'>'}">${'<i>&'}${[html`<br />`, 1, false]}</b>`.markup).toBe(
      '<b title="&quot;&#39;&gt;">&lt;i&gt;&amp;<br />1</b>',
    );
  });
});
