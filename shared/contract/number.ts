import {
  byId,
  campaignId,
  country,
  idInput,
  limit,
  listInput,
  pageOf,
  sender,
  timestamp,
} from './fields.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const sampleId = 'num_01JZ3K8QW5T4V9XH2M6N7P8R0S';

const e164 = schema({
  type: 'string',
  title: 'Number',
  description: 'The number in E.164 form, a short code or a name',
  examples: ['+12025550100'],
});
const type = schema({
  type: 'string',
  title: 'Type',
  enum: ['local', 'mobile', 'toll_free', 'short_code', 'alphanumeric'],
  examples: ['local'],
});
const capabilities = schema({
  type: 'array',
  title: 'Capabilities',
  items: { type: 'string', enum: ['sms'], labels: { sms: 'SMS' } },
  examples: [['sms']],
});
const messagesPerSecond = schema({
  type: 'integer',
  title: 'Messages per Second',
  description:
    'Maximum number of messages per second from this number; further messages wait in a queue',
  minimum: 1,
  maximum: 1000,
  examples: [10],
});
const status = schema({
  type: 'string',
  title: 'Status',
  description:
    'Only an active number sends messages; a number is pending while the service buys it from the carrier',
  enum: ['pending', 'active', 'suspended', 'failed'],
  examples: ['active'],
});
export const numberSchema = record({
  title: 'Number',
  properties: {
    id: { type: 'string', title: 'ID', examples: [sampleId] },
    number: e164,
    country,
    type,
    capabilities,
    status,
    purchase_error: {
      type: 'string',
      description: 'Why the service could not buy the number; null unless the status is failed',
      nullable: true,
      examples: [null],
    },
    default: {
      type: 'boolean',
      description: 'Whether this number is the default sender, for messages without a sender',
      examples: [true],
    },
    messages_per_second: {
      ...messagesPerSecond,
      description: `${messagesPerSecond.description}; null if only the carrier limits the rate`,
      nullable: true,
    },
    campaign_id: { ...campaignId, nullable: true, examples: [null] },
    created_at: timestamp,
  },
});
export type PhoneNumber = Infer<typeof numberSchema>;

export const availableNumberSchema = record({
  title: 'Available Number',
  properties: {
    number: e164,
    country,
    type,
    capabilities,
    requires_purchase: {
      type: 'boolean',
      description:
        'Whether provisioning buys the number from the carrier, which charges the operator of the service for it',
      examples: [false],
    },
  },
});
export type AvailableNumber = Infer<typeof availableNumberSchema>;

const id = { ...idInput('Number ID', sampleId), description: 'ID of the number' } as const;

const settings = {
  default: {
    type: 'boolean',
    description:
      'Whether this number is the default sender, which a new number also becomes if the account has none; if the service buys the number, this takes effect when the number becomes active',
    examples: [true],
  },
  messages_per_second: {
    ...messagesPerSecond,
    description: `${messagesPerSecond.description}; null to send as fast as the carrier accepts`,
    nullable: true,
  },
  campaign_id: {
    ...campaignId,
    description: `${campaignId.description}; null to remove the number from the campaign`,
    nullable: true,
  },
} as const;

export const number = {
  available: operation({
    method: 'GET',
    path: '/numbers/available',
    summary: 'Search available numbers',
    description: 'Searches the numbers that can be provisioned',
    scope: 'read',
    input: {
      type: 'object',
      properties: {
        country: {
          ...country,
          description: "Only numbers in this country; the account's country if empty",
        },
        type: {
          ...type,
          description: 'Only numbers of this type',
          enum: ['local', 'mobile', 'toll_free'],
        },
        area_code: {
          type: 'string',
          description: 'Only numbers with this area code',
          pattern: '^[0-9]{1,5}$',
          patternHint: 'must be 1 to 5 digits',
          examples: ['202'],
        },
        contains: {
          type: 'string',
          description: 'Only numbers that contain these consecutive digits',
          pattern: '^[0-9]{1,10}$',
          patternHint: 'must be 1 to 10 digits',
          examples: ['0123'],
        },
        limit,
      },
    },
    output: record({
      properties: { data: { type: 'array', title: 'Data', items: availableNumberSchema } },
    }),
    status: 200,
    errors: [],
  }),
  provision: operation({
    method: 'POST',
    path: '/numbers',
    summary: 'Provision number',
    description:
      'Adds an available number, a short code or a name to the account to send messages from; a number that requires a purchase is pending until the carrier delivers it',
    scope: 'admin',
    input: {
      type: 'object',
      properties: {
        number: { ...sender, description: 'Number, short code or name to add' },
        ...settings,
      },
      required: ['number'],
    },
    output: numberSchema,
    status: 201,
    errors: ['number_in_use', 'limit_reached'],
  }),
  get: operation({
    method: 'GET',
    path: '/numbers/{id}',
    summary: 'Get number',
    description: 'Gets one number of the account',
    scope: 'read',
    input: byId(id),
    output: numberSchema,
    status: 200,
    errors: ['not_found'],
  }),
  list: operation({
    method: 'GET',
    path: '/numbers',
    summary: 'Get many numbers',
    description:
      'Lists the numbers of the account, newest first, including those whose purchase is pending or has failed',
    scope: 'read',
    input: listInput({
      type: { ...type, description: 'Only numbers of this type' },
      status: { ...status, description: 'Only numbers with this status' },
    }),
    output: pageOf(numberSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  update: operation({
    method: 'PATCH',
    path: '/numbers/{id}',
    summary: 'Update number',
    description: 'Makes a number the default, sets its rate, or adds it to a campaign',
    scope: 'admin',
    input: { type: 'object', properties: { id, ...settings }, required: ['id'] },
    output: numberSchema,
    status: 200,
    errors: ['not_found'],
  }),
  release: operation({
    method: 'DELETE',
    path: '/numbers/{id}',
    summary: 'Release number',
    description: `Releases a number. Its waiting messages fail, and texts to it are lost. If it was the default, the account has none until you choose another. For ${limits.quarantineHours} hours, no other account can provision it. The carrier still bills you unless you also release it there`,
    scope: 'admin',
    input: {
      type: 'object',
      properties: {
        id,
        release_at_carrier: {
          type: 'boolean',
          title: 'Release at Carrier',
          description:
            'Whether to also return the number to the carrier, if this account bought it; you cannot undo this, and someone else can then get the number',
          examples: [false],
        },
      },
      required: ['id'],
    },
    status: 204,
    errors: ['not_found', 'purchase_pending'],
  }),
};
