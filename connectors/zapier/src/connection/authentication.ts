import type {
  Authentication,
  BeforeRequestMiddleware,
  Bundle,
  ZObject,
} from 'zapier-platform-core';
import { ApiError } from '@textloom/shared/client';
import { authentication as scheme, basePath, productName } from '@textloom/shared/contract';
import { baseUrlOf } from './transport.ts';
import { withClient } from './withClient.ts';

const account = withClient((client) => client.account.get({}).catch(asWrongAddress));

/** The service reports a missing account only if the address is wrong. */
function asWrongAddress(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
  const message = 'There is no Textloom service at this address';
  throw new ApiError({ message, code: 'unexpected_response', status: error.status });
}

export const authentication = {
  type: 'custom',
  fields: [
    {
      key: 'api_key',
      label: 'API Key',
      type: 'password',
      required: true,
      helpText: `The key that your ${productName} service printed when it first started, or that you set. [Learn about keys](https://github.com/textloom/textloom/blob/main/docs/running.md#keys).`,
    },
    {
      key: 'base_url',
      label: 'Base URL',
      type: 'string',
      required: true,
      placeholder: `https://sms.example.com${basePath}`,
      helpText:
        'The public address of your [service](https://github.com/textloom/textloom/blob/main/docs/running.md#install), with the API version at the end. ' +
        'An address with `http:` also works, but then your API key and your texts travel unencrypted.',
    },
  ],
  test: (z: ZObject, bundle: Bundle) => {
    if (!/^https?:\/\/[^/\s]+/i.test(baseUrlOf(bundle))) {
      throw new z.errors.Error(
        'Base URL: enter a web address that starts with `https://` and ends with the API version, such as `/v1`.',
        'invalid_base_url',
        400,
      );
    }
    return account(z, bundle);
  },
  connectionLabel: '{{bundle.inputData.name}}',
} satisfies Authentication;

export const authenticate: BeforeRequestMiddleware = (request, _z, { authData }) => ({
  ...request,
  headers: {
    ...request.headers,
    [scheme.header]: scheme.prefix + (authData.api_key ?? '').trim(),
  },
});
