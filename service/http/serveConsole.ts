import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const root = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** The page at /console, as `npm run build` has made it. */
export async function serveConsole(app: FastifyInstance): Promise<void> {
  app.get('/', (_request, reply) => reply.redirect('/console/'));
  app.get('/console', (_request, reply) => reply.redirect('/console/'));
  if (!existsSync(root)) {
    app.get('/console/', (_request, reply) =>
      reply
        .type('text/plain')
        .send('The console is not built yet: run "npm run build", then start the service again.'),
    );
    return;
  }
  await app.register(fastifyStatic, {
    root,
    prefix: '/console/',
    setHeaders: (response, path) => {
      response.header('content-security-policy', contentSecurityPolicy);
      response.header('x-content-type-options', 'nosniff');
      response.header('referrer-policy', 'no-referrer');
      // Their names change with what is in them.
      if (dirname(path).endsWith('/assets'))
        response.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
}

/** Mantine writes style elements at run time; all else comes from here alone. */
const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self'",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
