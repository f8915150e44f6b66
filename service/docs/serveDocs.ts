import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors/serviceError.ts';
import { sendTagged, tag, type Tagged } from './sendTagged.ts';
import { errorPages } from './errorPages.ts';
import type { OpenApi } from './openApi.ts';
import { originHeaders, originOfReader, withOrigin, withPages } from './origin.ts';
import { renderError, renderErrorIndex } from './renderErrors.ts';
import { renderReference } from './renderReference.ts';
import { generatedPages, readSite, type Site } from './site/readSite.ts';
import { renderDocument } from './site/renderDocument.ts';
import { renderIndex } from './site/renderIndex.ts';
import { renderMissing } from './site/renderMissing.ts';
import { closeMenu } from './site/renderNavigation.ts';
import { assetAt, assetPath } from './site/resolveLink.ts';
import { style } from './style.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Serves the documentation at /docs, and a page for every error at the URL that its problems name.
 */
export function serveDocs(
  app: FastifyInstance,
  describeApi: () => OpenApi,
  publicUrl: string,
): void {
  let known: Site | undefined;
  const site = () => (known ??= readSite(root));
  const rendered = new Map<string, string>();
  const finished = new Map<string, Map<string, Tagged>>();
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    render: () => string,
  ) => {
    const origin = originOfReader(publicUrl, request);
    const ofOrigin = finished.get(origin) ?? new Map<string, Tagged>();
    if (!finished.has(origin) && finished.size >= maxOrigins)
      finished.delete([...finished.keys()][0]!);
    finished.set(origin, ofOrigin);
    let page = ofOrigin.get(path);
    if (!page) {
      const template = rendered.get(path) ?? render();
      rendered.set(path, template);
      page = tag(withPages(withOrigin(template, origin), origin));
      ofOrigin.set(path, page);
    }
    return sendPage(request, reply, page);
  };
  app.get('/docs', (request, reply) => send(request, reply, '/docs', () => renderIndex(site())));
  const { reference, errors } = generatedPages;
  app.get(reference.path, (request, reply) =>
    send(request, reply, reference.path, () => renderReference(site(), describeApi())),
  );
  /** Serves all paths below a path. `find` returns undefined if nothing exists at a path. */
  const serveBelow = (
    path: string,
    find: (request: FastifyRequest, reply: FastifyReply, rest: string) => FastifyReply | undefined,
  ) =>
    app.get<{ Params: { '*': string } }>(`${path}*`, (request, reply) => {
      const rest = request.params['*'];
      const isLong = rest.length > maxPathLength;
      const found = isLong ? undefined : find(request, reply, rest);
      if (found) return found;
      const page = tag(renderMissing(site(), isLong ? '' : rest));
      return sendPage(request, reply.code(404), page);
    });
  serveBelow('/docs/', (request, reply, rest) => {
    const path = `/docs/${rest}`;
    const page = site().pages.get(path);
    if (page) return send(request, reply, path, () => renderDocument(site(), page));
    const nearby = path.replace(/(?:\.md|\/)+$/, '');
    if (nearby === '/docs' || nearby === reference.path || site().pages.has(nearby))
      return reply.redirect(nearby, 308);
    return undefined;
  });
  serveBelow(assetPath, (request, reply, rest) => {
    const file = assetAt(rest);
    if (file === undefined || !existsSync(join(root, file))) return undefined;
    const type = assetTypes[extname(file)] ?? 'text/plain; charset=utf-8';
    const asset = reply.type(type).headers({
      'cache-control': 'max-age=3600',
      'x-content-type-options': 'nosniff',
      vary: originHeaders,
    });
    if (type === 'image/png') return asset.send(createReadStream(join(root, file)));
    // Alerts link to the pages of this service.
    const text = readFileSync(join(root, file), 'utf8');
    return asset.send(withPages(text, originOfReader(publicUrl, request)));
  });
  app.get(errors.path, (request, reply) =>
    send(request, reply, errors.path, () => renderErrorIndex(site())),
  );
  app.get<{ Params: { code: string } }>(`${errors.path}/:code`, (request, reply) => {
    const { code } = request.params;
    if (!errorPages.has(code))
      return fail('not_found', {
        detail: 'There is no such error. For a list of all errors, see /errors.',
      });
    return send(request, reply, `${errors.path}/${code}`, () =>
      renderError(site(), describeApi(), code),
    );
  });
}

/** Origins whose finished pages stay in memory. Without `PUBLIC_URL`, a reader can name any. */
const maxOrigins = 4;

/** All pages and files have shorter paths. Comparing long ones would delay other requests. */
const maxPathLength = 200;

const assetTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.json': 'application/json',
  '.yml': 'application/yaml',
};

function sendPage(request: FastifyRequest, reply: FastifyReply, page: Tagged) {
  reply.headers({
    // The pages contain the origin of the request.
    vary: originHeaders,
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  return sendTagged(request, reply, page, 'text/html; charset=utf-8');
}

const hash = (text: string): string => createHash('sha256').update(text).digest('base64');

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash(style)}'`,
  `script-src 'sha256-${hash(closeMenu)}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
