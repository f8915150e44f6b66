import { listInput, pageOf, timestamp } from './fields.ts';
import { operation } from './operation.ts';
import { schema, type Infer } from './schema.ts';

export const numberSchema = schema({
  type: 'object',
  title: 'Number',
  properties: {
    id: { type: 'string', title: 'ID', examples: ['num_01JZ3K8QW5'] },
    number: {
      type: 'string',
      title: 'Number',
      description: 'The number in E.164 form',
      examples: ['+12025550100'],
    },
    country: { type: 'string', title: 'Country', pattern: '^[A-Z]{2}$', examples: ['US'] },
    type: {
      type: 'string',
      title: 'Type',
      enum: ['local', 'mobile', 'toll_free', 'short_code', 'alphanumeric'],
      examples: ['local'],
    },
    capabilities: {
      type: 'array',
      title: 'Capabilities',
      items: { type: 'string', enum: ['sms'], labels: { sms: 'SMS' } },
      examples: [['sms']],
    },
    status: {
      type: 'string',
      title: 'Status',
      enum: ['pending', 'active', 'suspended', 'released'],
      examples: ['active'],
    },
    default: {
      type: 'boolean',
      title: 'Default',
      description: 'Whether messages without a sender go out from this number',
      examples: [true],
    },
    created_at: { ...timestamp, title: 'Created At' },
  },
  required: ['id', 'number', 'country', 'type', 'capabilities', 'status', 'default', 'created_at'],
});
export type PhoneNumber = Infer<typeof numberSchema>;

export const number = {
  list: operation({
    method: 'GET',
    path: '/numbers',
    summary: 'Get many numbers',
    description: 'Lists the numbers of the account that messages can be sent from',
    scope: 'read',
    input: listInput({}),
    output: pageOf(numberSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
};
