import { createAppTester } from 'zapier-platform-core';
import type { HttpResponse } from '@textloom/shared/client';
import { app } from '../../connectors/zapier/src/index.ts';
import { zapierTransport } from '../../connectors/zapier/src/connection/transport.ts';
import { describeTransport } from '../client/transport.suite.ts';

const run = createAppTester(app);

describeTransport('Zapier', {
  connect: (base_url, api_key) => (request) =>
    run((z, bundle): Promise<HttpResponse> => zapierTransport(z, bundle, () => 12_000)(request), {
      authData: { base_url, api_key },
    }),
});
