import { basePath } from '@textloom/shared/contract';
import { openApiDocument } from '@textloom/shared/openapi';
import type { FastifyInstance } from 'fastify';
import { version } from '../lib/version.ts';
import type { OpenApi } from './openApi.ts';
import { sendTagged, tag, type Tagged } from './sendTagged.ts';

let document: object | undefined;
/** Describes the API on the first request for it, because that would delay each start. */
export const describeApi = (): OpenApi =>
  (document ??= openApiDocument({ version, serverUrl: basePath })) as OpenApi;

/** Serves the OpenAPI document. */
export function serveOpenApi(app: FastifyInstance): void {
  let served: Tagged | undefined;
  app.get(`${basePath}/openapi.json`, (request, reply) => {
    served ??= tag(JSON.stringify(describeApi()));
    return sendTagged(request, reply, served, 'application/json; charset=utf-8');
  });
}
