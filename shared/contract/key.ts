import { idInput, listInput, pageOf, timestamp } from './fields.ts';
import { operation, scopes } from './operation.ts';
import { schema, type Infer } from './schema.ts';

const sampleId = 'key_01JZ3K8QW5T4V9XH2M6N7P8R0S';

const name = schema({
  type: 'string',
  title: 'Name',
  description: 'What the key is for',
  minLength: 1,
  maxLength: 100,
  pattern: '\\S',
  patternHint: 'must not be blank',
  examples: ['Order workflow'],
});
const scope = schema({
  type: 'string',
  title: 'Scope',
  description: 'What the key may do; each scope includes the ones before it',
  enum: scopes,
  examples: ['send'],
});

export const keySchema = schema({
  type: 'object',
  title: 'API Key',
  properties: {
    id: { type: 'string', title: 'ID', examples: [sampleId] },
    name,
    scope,
    last4: {
      type: 'string',
      title: 'Last 4',
      description: 'Last four characters of the key, if the service stored them',
      nullable: true,
      examples: ['hK3w'],
    },
    current: {
      type: 'boolean',
      title: 'Current',
      description: 'Whether this request uses the key',
      examples: [false],
    },
    created_at: { ...timestamp, title: 'Created At' },
    last_used_at: {
      ...timestamp,
      title: 'Last Used At',
      description: 'When the key was last used, to the minute',
      nullable: true,
      examples: [null],
    },
  },
  required: ['id', 'name', 'scope', 'last4', 'current', 'created_at', 'last_used_at'],
});
export type ApiKey = Infer<typeof keySchema>;

export const key = {
  create: operation({
    method: 'POST',
    path: '/keys',
    summary: 'Create key',
    description: 'Creates an API key for the account; only this response shows the key itself',
    scope: 'admin',
    input: { type: 'object', properties: { name, scope }, required: ['name', 'scope'] },
    output: {
      ...keySchema,
      title: 'API Key With Its Value',
      properties: {
        ...keySchema.properties,
        key: {
          type: 'string',
          title: 'Key',
          description:
            'Key to send with requests; the service does not store it and cannot show it again',
          secret: true,
          examples: ['tl_send_J9vC2mXq7LrT5bYw0Zs8NdPfGaEuhK3w'],
        },
      },
      required: [...keySchema.required, 'key'],
    },
    status: 201,
    errors: [],
  }),
  list: operation({
    method: 'GET',
    path: '/keys',
    summary: 'Get many keys',
    description: 'Lists the API keys of the account, without the revoked ones',
    scope: 'admin',
    input: listInput({}),
    output: pageOf(keySchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  revoke: operation({
    method: 'DELETE',
    path: '/keys/{id}',
    summary: 'Revoke key',
    description:
      'Revokes an API key permanently, within a second; a key cannot revoke itself, so the account always keeps one',
    scope: 'admin',
    input: {
      type: 'object',
      properties: { id: { ...idInput('Key ID', sampleId), description: 'ID of the API key' } },
      required: ['id'],
    },
    status: 204,
    errors: ['not_found', 'cannot_revoke_current_key'],
  }),
};
