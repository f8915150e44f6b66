import type { BeforeRequestMiddleware } from 'zapier-platform-core';
import { authentication } from '@textloom/shared/contract';

export const authenticate: BeforeRequestMiddleware = (request, _z, { authData }) => ({
  ...request,
  headers: {
    ...request.headers,
    [authentication.header]: authentication.prefix + (authData.api_key ?? '').trim(),
  },
});
