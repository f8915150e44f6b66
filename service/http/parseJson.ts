import type { FastifyInstance } from 'fastify';
import { ServiceError } from './serviceError.ts';

/**
 * Takes JSON and nothing else. An empty body is the same as none, of whatever type it says to be:
 * clients send the content type of their own choice with a POST without fields, too.
 */
export function parseJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    if (body === '') done(null, undefined);
    else
      void parse(request, body as string, (error, value: unknown) => {
        if (error || isShallow(value, mostLevels)) done(error, value);
        else done(new ServiceError('malformed_json', { detail: 'The body is nested too deeply.' }));
      });
  });
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
