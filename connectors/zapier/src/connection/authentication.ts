import type {
  Authentication,
  BeforeRequestMiddleware,
  Bundle,
  ZObject,
} from 'zapier-platform-core';
import { authentication as scheme, basePath, productName } from '@textloom/shared/contract';
import { readBaseUrl } from './transport.ts';
import { withClient } from './withClient.ts';

const account = withClient((client) => client.account.get({}));

export const authentication = {
  type: 'custom',
  fields: [
    {
      key: 'api_key',
      label: 'API Key',
      type: 'password',
      required: true,
      helpText: `A key with the scope \`send\`. Create it in the console of your ${productName} service, under **API keys**. [Learn about keys](https://github.com/textloom/textloom/blob/main/docs/running.md#keys).`,
    },
    {
      key: 'base_url',
      label: 'Base URL',
      type: 'string',
      required: true,
      placeholder: `https://sms.example.com${basePath}`,
      helpText:
        'The public URL of your [service](https://github.com/textloom/textloom/blob/main/docs/running.md#install), with the API version at the end. ' +
        'A URL with `http:` also works, but then your API key and your texts travel unencrypted.',
    },
  ],
  test: async (z: ZObject, bundle: Bundle) => {
    // With any other character, every request fails as if the service were down.
    if (!/^[\x21-\x7e]+$/.test(readApiKey(bundle))) {
      throw new z.errors.Error(
        'API Key: the key contains a space or another invalid character. Copy the key again.',
        'invalid_api_key',
        400,
      );
    }
    const baseUrl = readBaseUrl(bundle);
    const isUrl = /^https?:\/\/[^/\s]+/i.test(baseUrl) && URL.canParse(baseUrl);
    if (!isUrl || !baseUrl.endsWith(basePath)) {
      throw new z.errors.Error(
        `Base URL: enter a URL that starts with \`https://\` and ends with \`${basePath}\`.`,
        'invalid_base_url',
        400,
      );
    }
    const { host } = new URL(baseUrl);
    return { ...(await account(z, bundle)), host };
  },
  connectionLabel:
    '{{bundle.inputData.name}} at {{bundle.inputData.host}} ({{bundle.inputData.scope}} key)',
} satisfies Authentication;

export const readApiKey = ({ authData }: Bundle): string => (authData.api_key ?? '').trim();

export const authenticate: BeforeRequestMiddleware = (request, _z, bundle) => ({
  ...request,
  headers: {
    ...request.headers,
    [scheme.header]: scheme.prefix + readApiKey(bundle),
  },
});
