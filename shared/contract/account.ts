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
      description: 'Country in which numbers without a country code are read',
    },
    time_zone: timeZone,
    scope: {
      type: 'string',
      title: 'Scope',
      description: 'What the key in use may do',
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
    description: 'Tells which account the API key belongs to and what the key may do',
    scope: 'read',
    input: { type: 'object', properties: {} },
    output: accountSchema,
    status: 200,
    errors: [],
  }),
};
