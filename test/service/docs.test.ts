import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { errors, eventTypes, messageErrors, operations } from '@textloom/shared/contract';
import { html } from '../../service/docs/html.ts';
import { openFolder } from './database.ts';
import { openHarness, type Harness } from './harness.ts';
import { rawRequest } from './rawRequest.ts';

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
    const { body } = await get('/docs');
    const ids = idsIn(body);
    for (const { resource, name, operation } of operations) {
      expect(ids).toContain(`${resource}.${name}`);
      expect(body).toContain(`<code>${operation.path}</code>`);
    }
    expect(ids).toEqual(expect.arrayContaining(eventTypes.map((type) => `on.${type}`)));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it('has no broken links', async () => {
    const pages = ['/docs', '/errors', ...Object.keys(errors).map((code) => `/errors/${code}`)];
    const bodies = new Map<string, string>();
    for (const path of pages) bodies.set(path, (await get(path)).body);
    for (const [path, body] of bodies)
      for (const link of new Set(linksIn(body))) {
        const [target, id] = link.split('#');
        if (id !== undefined) expect(idsIn(bodies.get(target || path)!)).toContain(id);
        else if (!bodies.has(link) && !link.startsWith('/console/'))
          expect({ link, status: (await get(link)).status }).toEqual({ link, status: 200 });
      }
  });

  it.each(['/docs', '/errors', '/errors/not_found'])('allows %s to load nothing', async (path) => {
    const { body, headers } = await get(path);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
    expect(body).not.toMatch(/<script|<iframe|\ssrc=|@import|url\(/);
    expect(linksIn(body).filter((link) => !/^[/#]/.test(link))).toEqual([]);
  });

  it('responds with 304 if the client already has the page', async () => {
    const { etag } = (await get('/docs')).headers;
    for (const known of [etag!, `W/${etag}`, `"other", ${etag}`])
      expect(await get('/docs', { 'if-none-match': known })).toMatchObject({ status: 304 });
    expect(await get('/docs', { 'if-none-match': '"other"' })).toMatchObject({ status: 200 });
  });

  it('escapes values in markup', () => {
    expect(html`<b title="${'"\'>'}">${'<i>&'}${[html`<br />`, 1, false]}</b>`.markup).toBe(
      '<b title="&quot;&#39;&gt;">&lt;i&gt;&amp;<br />1</b>',
    );
  });
});
