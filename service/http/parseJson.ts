import { isUtf8 } from 'node:buffer';
import type { FastifyInstance } from 'fastify';
import { ServiceError } from './serviceError.ts';

/**
 * Takes JSON and nothing else. An empty body is the same as none, of whatever type it says to be:
 * clients send the content type of their own choice with a POST without fields, too.
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
      // Decoded all the same, a letter of another encoding would reach the handset as a question mark.
      else if (!isUtf8(body)) refuse('The body is not in UTF-8, the encoding of JSON.');
      else
        void parse(request, body.toString(), (error, value: unknown) => {
          if (error && body.includes('"__proto__"')) refuse('No field may be called __proto__.');
          else if (error || isShallow(value, mostLevels)) done(error, value);
          else refuse('The body is nested too deeply.');
        });
    },
  );
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => {
    if (body === '') done(null, undefined);
    else done(new ServiceError('unsupported_media_type'));
  });
}

/** More than any request has; what goes through a value level by level must come to an end. */
const mostLevels = 20;

const isShallow = (value: unknown, levels: number): boolean =>
  typeof value !== 'object' ||
  value === null ||
  (levels > 0 && Object.values(value).every((item) => isShallow(item, levels - 1)));
