import { stringify } from 'node:querystring';
import type { BeforeRequestMiddleware } from 'zapier-platform-core';
import { authentication } from '@textloom/shared/contract';

export const authenticate: BeforeRequestMiddleware = (request, _z, { authData }) => ({
  ...request,
  headers: {
    ...request.headers,
    [authentication.header]: authentication.prefix + (authData.api_key ?? '').trim(),
  },
});

/** z.request has taken the query apart by now, and would blank every {{…}} in it when it puts it together. */
export const keepQuery: BeforeRequestMiddleware = ({ params = {}, ...request }) => {
  const query = stringify(params as Record<string, string | string[]>);
  return query ? { ...request, url: `${request.url}?${query}` } : request;
};
