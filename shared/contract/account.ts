import { country, timestamp, timeZone } from './fields.ts';
import { operation, scopes } from './operation.ts';
import { schema, type Infer } from './schema.ts';

export const accountSchema = schema({
  type: 'object',
  title: 'Account',
  properties: {
    id: { type: 'string', title: 'ID', examples: ['acc_01JZ3K8QW5'] },
    name: { type: 'string', title: 'Name', examples: ['Acme Shop'] },
    default_country: {
      ...country,
      title: 'Default Country',
      description: 'Country of phone numbers that have no country code',
    },
    time_zone: timeZone,
    scope: {
      type: 'string',
      title: 'Scope',
      description: 'Scope of the API key in use',
      enum: scopes,
      examples: ['admin'],
    },
    created_at: { ...timestamp, title: 'Created At' },
  },
  required: ['id', 'name', 'default_country', 'time_zone', 'scope', 'created_at'],
});
export type Account = Infer<typeof accountSchema>;

export const account = {
  get: operation({
    method: 'GET',
    path: '/account',
    summary: 'Get account',
    description: 'Gets the account that the API key belongs to, and the scope of the key',
    scope: 'read',
    input: { type: 'object', properties: {} },
    output: accountSchema,
    status: 200,
    errors: [],
  }),
};
