import type { Authentication, Bundle, ZObject } from 'zapier-platform-core';
import { ApiError } from '@textloom/shared/client';
import { basePath, productName } from '@textloom/shared/contract';
import { baseUrlOf } from './transport.ts';
import { withClient } from './withClient.ts';

const account = withClient((client) => client.account.get({}).catch(asWrongAddress));

/** Nothing but a wrong address makes the service say that there is no account. */
function asWrongAddress(error: unknown): never {
  if (!(error instanceof ApiError) || error.code !== 'not_found') throw error;
  const message = 'The service is not at this address';
  throw new ApiError({ message, code: 'unexpected_answer', status: error.status });
}

export const authentication = {
  type: 'custom',
  fields: [
    {
      key: 'api_key',
      label: 'API Key',
      type: 'password',
      required: true,
      helpText: `The key that your ${productName} service printed at its first start, or that you gave it: see [how to run it](https://github.com/textloom/textloom#settings-of-the-service).`,
    },
    {
      key: 'base_url',
      label: 'Base URL',
      type: 'string',
      required: true,
      placeholder: `https://sms.example.com${basePath}`,
      helpText:
        'The address at which Zapier can reach your [service](https://github.com/textloom/textloom#the-parts) over the internet, with the version at its end. ' +
        'An address that begins with `http:` works, but your API key and your texts then travel unencrypted.',
    },
  ],
  test: (z: ZObject, bundle: Bundle) => {
    if (!/^https?:\/\/[^/\s]+/i.test(baseUrlOf(bundle))) {
      throw new z.errors.Error(
        'Base URL: this is not a web address. It begins with `https://` and ends with the version, such as `/v1`.',
        'invalid_base_url',
        400,
      );
    }
    return account(z, bundle);
  },
  connectionLabel: '{{bundle.inputData.name}}',
} satisfies Authentication;
