import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '../lib/errors.ts';
import { errorPages } from './errorPages.ts';
import type { OpenApi } from './openApi.ts';
import { renderError, renderErrorIndex } from './renderErrors.ts';
import { renderReference } from './renderReference.ts';
import { style } from './style.ts';

interface Served {
  readonly body: string;
  readonly etag: string;
}

/**
 * Serves the API reference at /docs, and a page for every error at the URL that its problems name.
 */
export function serveDocs(app: FastifyInstance, document: OpenApi): void {
  const pages = new Map<string, Served>();
  const page = (path: string, render: () => string): Served => {
    const known = pages.get(path);
    if (known) return known;
    const body = render();
    const made = { body, etag: `"${hash(body, 'base64url')}"` };
    pages.set(path, made);
    return made;
  };
  app.get('/docs', (request, reply) =>
    send(
      request,
      reply,
      page('/docs', () => renderReference(document)),
    ),
  );
  app.get('/errors', (request, reply) => send(request, reply, page('/errors', renderErrorIndex)));
  app.get<{ Params: { code: string } }>('/errors/:code', (request, reply) => {
    const { code } = request.params;
    if (!errorPages.has(code))
      return fail('not_found', {
        detail: 'There is no such error. For a list of all errors, see /errors.',
      });
    return send(
      request,
      reply,
      page(`/errors/${code}`, () => renderError(document, code)),
    );
  });
}

function send(request: FastifyRequest, reply: FastifyReply, { body, etag }: Served) {
  reply.headers({
    etag,
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
  "img-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
