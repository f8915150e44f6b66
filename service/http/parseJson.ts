import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { measureBody } from './measureBody.ts';
import { ServiceError } from '../errors/serviceError.ts';

const compressed =
  'The service does not read compressed bodies. Send the body without Content-Encoding.';
const forbiddenName =
  'A field has a forbidden name: __proto__, or constructor with a field prototype. Rename it.';

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
      const encoding = request.headers['content-encoding'];
      if (body.length === 0) done(null, undefined);
      // If the body were decoded anyway, letters of other encodings would reach the handset as
      // question marks.
      else if (!isUtf8(body) && encoding !== undefined)
        done(new ServiceError('unsupported_media_type', { detail: compressed }));
      else if (!isUtf8(body)) refuse('The body is not in UTF-8, the encoding of JSON.');
      else {
        const tooMuch = measureBody(body);
        if (tooMuch) done(tooMuch);
        else
          void parse(request, body.toString(), (error, value: unknown) => {
            if (error && isJson(body)) refuse(forbiddenName);
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

function isJson(body: Buffer): boolean {
  try {
    JSON.parse(body.toString());
    return true;
  } catch {
    return false;
  }
}
