import type { FastifyInstance } from 'fastify';

/**
 * Takes JSON and nothing else. An empty body is the same as none: clients send the content type of
 * a POST without fields, too.
 */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else void parse(request, body as string, done);
  });
}
