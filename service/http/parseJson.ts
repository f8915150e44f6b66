import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { measureBody } from './measureBody.ts';
import { ServiceError } from '../lib/errors.ts';

/**
 * Accepts only JSON. An empty body of any content type counts as no body, because clients also send
 * a content type with a POST without fields.
 */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const refuse = (detail: string) => done(new ServiceError('malformed_json', { detail }));
      if (body.length === 0) done(null, undefined);
      // If the body were decoded anyway, letters of other encodings would reach the handset as
      // question marks.
      else if (!isUtf8(body)) refuse('The body is not in UTF-8, the encoding of JSON.');
      else {
        const tooMuch = measureBody(body);
        if (tooMuch) done(tooMuch);
        else
          void parse(request, body.toString(), (error, value: unknown) => {
            if (error && body.includes('"__proto__"'))
              refuse('No field can have the name __proto__.');
            else done(error, value);
          });
      }
    },
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined);
    else done(new ServiceError('unsupported_media_type'));
  });
}
