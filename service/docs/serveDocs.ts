import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../errors/serviceError.ts';
import { errorPages } from './errorPages.ts';
import type { OpenApi } from './openApi.ts';
import { originOfReader, withOrigin, withPages } from './origin.ts';
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
  const send = (
    request: FastifyRequest,
    reply: FastifyReply,
    path: string,
    render: () => string,
  ) => {
    const page = rendered.get(path) ?? render();
    rendered.set(path, page);
    const origin = originOfReader(publicUrl, request);
    return sendPage(request, reply, withPages(withOrigin(page, origin), origin));
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
      return sendPage(request, reply.code(404), renderMissing(site(), isLong ? '' : rest));
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
      vary: 'host',
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

/** All pages and files have shorter paths. Comparing long ones would delay other requests. */
const maxPathLength = 200;

const assetTypes: Readonly<Record<string, string>> = {
  '.png': 'image/png',
  '.json': 'application/json',
  '.yml': 'application/yaml',
};

function sendPage(request: FastifyRequest, reply: FastifyReply, body: string) {
  const etag = `"${hash(body, 'base64url')}"`;
  reply.headers({
    etag,
    // The pages contain the origin of the request.
    vary: 'host',
    'cache-control': 'no-cache',
    'content-security-policy': contentSecurityPolicy,
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  });
  const known = request.headers['if-none-match']?.split(',').map((one) => one.trim());
  // A proxy that compresses a response makes its ETag weak.
  if (known?.some((one) => one.replace(/^W\//, '') === etag)) return reply.code(304).send();
  return reply.type('text/html; charset=utf-8').send(body);
}

const hash = (text: string, encoding: 'base64' | 'base64url'): string =>
  createHash('sha256').update(text).digest(encoding);

const contentSecurityPolicy = [
  "default-src 'none'",
  `style-src 'sha256-${hash(style, 'base64')}'`,
  `script-src 'sha256-${hash(closeMenu, 'base64')}'`,
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
