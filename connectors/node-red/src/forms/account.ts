import { baseUrlPattern } from '@textloom/shared/connector/isBaseUrl';
import { basePath, productName } from '@textloom/shared/contract';

interface AccountField {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly value: string;
  readonly placeholder: string;
  readonly isRequired: boolean;
  /** What the editor accepts, as a regular expression. */
  readonly pattern?: string;
  /** Node-RED stores it apart from the flows, encrypted, and never exports it. */
  readonly isSecret: boolean;
}

/** Matches a value that Node-RED reads from the environment, which the editor does not know. */
const variable = String.raw`^\$\{[^}]+\}`;

/** The node that holds the settings of an account, which the other nodes share. */
export const accountForm = {
  type: 'textloom-account',
  label: 'Textloom account',
  summary: `Holds the URL of a ${productName} service and the API key of an account.`,
  fields: [
    {
      name: 'base_url',
      label: 'Base URL',
      description: 'The URL of the service, with the API version at the end.',
      value: `http://127.0.0.1:4010${basePath}`,
      placeholder: `https://sms.example.com${basePath}`,
      isRequired: true,
      pattern: `${baseUrlPattern}|${variable}`,
      isSecret: false,
    },
    {
      name: 'api_key',
      label: 'API Key',
      description:
        'A key with the scope send. Create it in the console of the service, under API keys.',
      value: '',
      placeholder: '',
      isRequired: true,
      isSecret: true,
    },
    {
      name: 'public_url',
      label: 'Public Address',
      description:
        'The address of the HTTP nodes of Node-RED, as the service reaches them. If settings.js sets httpNodeRoot, include it. If the address is empty, the service must run on the same machine. If Node-RED asks for a password on its HTTP nodes (httpNodeAuth), the service cannot reach it.',
      value: '',
      placeholder: 'https://node-red.example.com',
      isRequired: false,
      pattern: String.raw`^\s*(?:https?://\S+\s*)?$|${variable}`,
      isSecret: false,
    },
  ] satisfies readonly AccountField[],
} as const;
