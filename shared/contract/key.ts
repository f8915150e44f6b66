import { idInput, listInput, notBlank, pageOf, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { operation, scopes } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const sampleId = 'key_01JZ3K8QW5T4V9XH2M6N7P8R0S';

const name = schema({
  type: 'string',
  title: 'Name',
  description: 'What the key is for',
  minLength: 1,
  maxLength: 100,
  ...notBlank,
  examples: ['Order workflow'],
});
const scope = schema({
  type: 'string',
  title: 'Scope',
  description: 'What the key may do; each scope includes the ones before it',
  enum: scopes,
  examples: ['send'],
});

const expiresAt = schema({
  ...timestamp,
  title: 'Expires At',
  description: 'When the key stops working; never if empty',
  nullable: true,
  examples: ['2027-01-31T09:30:00.000Z'],
});
const farthest = `at most ${limits.keyDays} days (5 years) ahead`;
const keyId = { ...idInput('Key ID', sampleId), description: 'ID of the API key' };

export const keySchema = record({
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
      description: 'Whether this request uses the key',
      examples: [false],
    },
    created_at: timestamp,
    last_used_at: {
      ...timestamp,
      description: 'When the key was last used, to the minute',
      nullable: true,
      examples: [null],
    },
    expires_at: expiresAt,
    replaced_by: {
      type: 'string',
      description: 'ID of the key that replaced this one in its rotation',
      nullable: true,
      examples: [null],
    },
  },
});
export type ApiKey = Infer<typeof keySchema>;

const secretKey = schema({
  type: 'string',
  title: 'Key',
  description: 'Key to send with requests; the service does not store it and cannot show it again',
  secret: true,
  examples: ['tl_send_J9vC2mXq7LrT5bYw0Zs8NdPfGaEuhK3w'],
});

export const key = {
  create: operation({
    method: 'POST',
    path: '/keys',
    summary: 'Create key',
    description: 'Creates an API key for the account; only this response shows the key itself',
    scope: 'admin',
    input: {
      type: 'object',
      properties: {
        name,
        scope,
        expires_at: {
          ...expiresAt,
          description: `When the key stops working, ${farthest}; never if empty`,
        },
      },
      required: ['name', 'scope'],
    },
    output: record({
      title: 'API Key With Its Value',
      properties: { ...keySchema.properties, key: secretKey },
    }),
    status: 201,
    errors: ['limit_reached'],
  }),
  list: operation({
    method: 'GET',
    path: '/keys',
    summary: 'Get many keys',
    description:
      'Lists the API keys of the account, newest first, including expired keys, but not revoked ones',
    scope: 'admin',
    input: listInput({
      expires_after: {
        ...timestamp,
        description: 'Only keys that expire at or after this time',
      },
      expires_before: {
        ...timestamp,
        description: 'Only keys that expire before this time',
      },
    }),
    output: pageOf(keySchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  rotate: operation({
    method: 'POST',
    path: '/keys/{id}/rotate',
    summary: 'Rotate key',
    description:
      'Creates a key with the same name and scope; the old key works for an overlap that you choose, so that your programs can change to the new one. Only this response shows the new key itself. You can rotate a key once; after that, rotate the key that replaced it',
    scope: 'admin',
    input: {
      type: 'object',
      properties: {
        id: { ...keyId, description: 'ID of the API key to replace' },
        overlap_hours: {
          type: 'integer',
          description:
            'How many hours the old key still works, unless it expires earlier; 0 revokes it, within a second. If you rotate the key that sends this request, the minimum is 1',
          minimum: 0,
          maximum: limits.keyOverlapHours,
          default: 24,
          examples: [24],
        },
        expires_at: {
          ...expiresAt,
          description: `When the new key stops working, ${farthest}; if absent, the new key gets the same lifetime as the old one`,
        },
      },
      required: ['id'],
    },
    output: record({
      title: 'New API Key With Its Value',
      properties: {
        ...keySchema.properties,
        key: secretKey,
        old_key_expires_at: {
          ...timestamp,
          description: 'When the old key stops working',
        },
      },
    }),
    status: 201,
    errors: ['not_found', 'key_already_rotated', 'last_admin_key', 'limit_reached'],
  }),
  revoke: operation({
    method: 'DELETE',
    path: '/keys/{id}',
    summary: 'Revoke key',
    description: `Revokes an API key permanently, within a second; a key cannot revoke itself, and the account must keep an admin key that works for at least ${limits.lastingKeyDays} days`,
    scope: 'admin',
    input: {
      type: 'object',
      properties: { id: keyId },
      required: ['id'],
    },
    status: 204,
    errors: ['not_found', 'cannot_revoke_current_key', 'last_admin_key'],
  }),
};
