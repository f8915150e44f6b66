import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance } from 'fastify';

const root = fileURLToPath(new URL('../../console/dist', import.meta.url));

/** Serves the console from the output of `npm run build:console` at /console. */
export async function serveConsole(app: FastifyInstance): Promise<void> {
  app.get('/', (_request, reply) => reply.redirect('/console/'));
  app.get('/console', (_request, reply) => reply.redirect('/console/'));
  if (!existsSync(root)) {
    app.get('/console/', (_request, reply) =>
      reply
        .type('text/plain')
        .send('The console is not built. Run "npm run build:console", then restart the service.'),
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
      // The names of these files change with their content.
      if (dirname(path).endsWith('/assets'))
        response.header('cache-control', 'public, max-age=31536000, immutable');
    },
  });
}

/** Mantine writes style elements at run time. Everything else must come from this server. */
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
