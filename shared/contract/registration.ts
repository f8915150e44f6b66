import { country, idInput, listInput, pageOf, phoneInput, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const sampleId = 'reg_01JZ3K8QW5T4V9XH2M6N7P8R0S';

/** Describes the business that sends the messages. The limits are those of the 10DLC registry. */
const brand = schema({
  type: 'object',
  title: 'Brand',
  description: 'Business that sends the messages',
  properties: {
    legal_name: {
      type: 'string',
      description: 'Name of the business as registered with the tax authority',
      minLength: 1,
      maxLength: 255,
      examples: ['Acme Shop LLC'],
    },
    entity_type: {
      type: 'string',
      description: 'Legal form of the business',
      enum: ['PRIVATE_PROFIT', 'PUBLIC_PROFIT', 'NON_PROFIT', 'GOVERNMENT', 'SOLE_PROPRIETOR'],
      labels: {
        PRIVATE_PROFIT: 'Private Company',
        PUBLIC_PROFIT: 'Public Company',
        NON_PROFIT: 'Non-Profit',
        GOVERNMENT: 'Government',
        SOLE_PROPRIETOR: 'Sole Proprietor',
      },
      examples: ['PRIVATE_PROFIT'],
    },
    ein: {
      type: 'string',
      title: 'EIN',
      description: 'Tax number of the business; optional only for a sole proprietor',
      pattern: '^[0-9]{2}-?[0-9]{7}$',
      patternHint: 'must be nine digits, such as 12-3456789',
      examples: ['12-3456789'],
    },
    vertical: {
      type: 'string',
      description: 'Line of business',
      enum: [
        'AGRICULTURE',
        'COMMUNICATION',
        'CONSTRUCTION',
        'EDUCATION',
        'ENERGY',
        'ENTERTAINMENT',
        'FINANCIAL',
        'GAMBLING',
        'GOVERNMENT',
        'HEALTHCARE',
        'HOSPITALITY',
        'HUMAN_RESOURCES',
        'INSURANCE',
        'LEGAL',
        'MANUFACTURING',
        'NGO',
        'POLITICAL',
        'POSTAL',
        'PROFESSIONAL',
        'REAL_ESTATE',
        'RETAIL',
        'TECHNOLOGY',
        'TRANSPORTATION',
      ],
      labels: { NGO: 'Non-Governmental Organization' },
      examples: ['RETAIL'],
    },
    website: {
      type: 'string',
      format: 'uri',
      maxLength: 255,
      examples: ['https://acme.example'],
    },
    street: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      examples: ['1 Main Street'],
    },
    city: {
      type: 'string',
      minLength: 1,
      maxLength: 100,
      examples: ['Springfield'],
    },
    region: {
      type: 'string',
      description: 'State or province, such as NY',
      minLength: 1,
      maxLength: 20,
      examples: ['NY'],
    },
    postal_code: {
      type: 'string',
      minLength: 1,
      maxLength: 10,
      examples: ['10001'],
    },
    country,
    email: {
      type: 'string',
      description: 'Email address for messages from the registry',
      format: 'email',
      maxLength: 100,
      examples: ['legal@acme.example'],
    },
    phone: {
      ...phoneInput,
      description: 'Phone number for calls from the registry',
    },
  },
  required: [
    'legal_name',
    'entity_type',
    'vertical',
    'website',
    'street',
    'city',
    'region',
    'postal_code',
    'country',
    'email',
    'phone',
  ],
});

const keywordMessage = {
  type: 'string',
  minLength: 20,
  maxLength: 320,
  multiline: true,
} as const;

/**
 * Describes the purpose of the messages. The names of the use cases and the limits are those of the
 * registry.
 */
const campaign = schema({
  type: 'object',
  title: 'Campaign',
  description: 'Purpose of the messages',
  properties: {
    use_case: {
      type: 'string',
      description: 'Kind of messages to send',
      enum: [
        '2FA',
        'ACCOUNT_NOTIFICATION',
        'CUSTOMER_CARE',
        'DELIVERY_NOTIFICATION',
        'FRAUD_ALERT',
        'HIGHER_EDUCATION',
        'LOW_VOLUME',
        'MARKETING',
        'MIXED',
        'POLLING_VOTING',
        'PUBLIC_SERVICE_ANNOUNCEMENT',
        'SECURITY_ALERT',
      ],
      labels: { '2FA': 'Two-Factor Authentication' },
      examples: ['MARKETING'],
    },
    description: {
      type: 'string',
      description: 'Who gets the messages and why, in 40 to 4096 characters',
      minLength: 40,
      maxLength: 4096,
      multiline: true,
      examples: ['Offers and reminders of full carts to customers who asked for them at checkout'],
    },
    message_flow: {
      type: 'string',
      description: 'How people agree to get the messages, in 40 to 2048 characters',
      minLength: 40,
      maxLength: 2048,
      multiline: true,
      examples: [
        'Customers tick an empty box at https://acme.example/checkout that says they agree to marketing texts',
      ],
    },
    samples: {
      type: 'array',
      title: 'Samples',
      description: 'Two to five sample messages of 20 to 1024 characters each',
      items: { type: 'string', minLength: 20, maxLength: 1024 },
      minItems: 2,
      maxItems: 5,
      examples: [
        [
          'Acme: you left something in your cart. Reply STOP to opt out.',
          'Acme: 10% off this weekend, just for you. Reply STOP to opt out.',
        ],
      ],
    },
    opt_in_message: {
      ...keywordMessage,
      title: 'Opt-In Message',
      description: 'Reply to START, in 20 to 320 characters',
      examples: ['Acme: you will get our offers by text. Reply HELP for help, STOP to opt out.'],
    },
    opt_out_message: {
      ...keywordMessage,
      title: 'Opt-Out Message',
      description: 'Reply to STOP, in 20 to 320 characters',
      examples: ['Acme: you will get no more messages from us. Reply START to get them again.'],
    },
    help_message: {
      ...keywordMessage,
      description: 'Reply to HELP, in 20 to 320 characters',
      examples: ['Acme: write to help@acme.example. Reply STOP to opt out.'],
    },
    privacy_policy_url: {
      type: 'string',
      title: 'Privacy Policy URL',
      format: 'uri',
      maxLength: 255,
      examples: ['https://acme.example/privacy'],
    },
    terms_url: {
      type: 'string',
      title: 'Terms URL',
      format: 'uri',
      maxLength: 255,
      examples: ['https://acme.example/terms'],
    },
    has_links: {
      type: 'boolean',
      description: 'Whether messages contain links',
      default: false,
      examples: [false],
    },
    has_phone_numbers: {
      type: 'boolean',
      description: 'Whether messages contain phone numbers',
      default: false,
      examples: [false],
    },
  },
  required: [
    'use_case',
    'description',
    'message_flow',
    'samples',
    'opt_in_message',
    'opt_out_message',
    'help_message',
    'privacy_policy_url',
    'terms_url',
  ],
});

export const registrationStatus = schema({
  type: 'string',
  title: 'Status',
  enum: ['pending', 'approved', 'rejected'],
  examples: ['approved'],
});

export const registrationSchema = record({
  title: 'Registration',
  properties: {
    id: { type: 'string', title: 'ID', examples: [sampleId] },
    status: registrationStatus,
    brand,
    campaign,
    number_ids: {
      type: 'array',
      title: 'Number IDs',
      description: 'IDs of the numbers in the campaign',
      items: { type: 'string' },
      examples: [['num_01JZ3K8QW5T4V9XH2M6N7P8R0S']],
    },
    rejections: {
      type: 'array',
      title: 'Rejections',
      description: 'Reasons why the registry rejected the registration, by field',
      items: record({
        properties: {
          pointer: { type: 'string', description: 'JSON Pointer of the field' },
          detail: { type: 'string', description: 'What to change' },
        },
      }),
      examples: [[]],
    },
    submitted_at: timestamp,
    decision_by: {
      ...timestamp,
      description: 'Latest time of the decision by the registry',
    },
    decided_at: { ...timestamp, nullable: true },
  },
});
export type Registration = Infer<typeof registrationSchema>;

const submitInput = schema({
  type: 'object',
  properties: {
    brand,
    campaign,
    number_ids: {
      type: 'array',
      title: 'Number IDs',
      description: 'IDs of the numbers to add to the campaign',
      items: { type: 'string', maxLength: 64 },
      maxItems: 49,
      examples: [['num_01JZ3K8QW5T4V9XH2M6N7P8R0S']],
    },
  },
  required: ['brand', 'campaign'],
});

export const registration = {
  submit: operation({
    method: 'POST',
    path: '/registrations',
    summary: 'Submit registration',
    description: `Registers a brand and its campaign with the simulated registry, which decides within ${limits.decisionHours} hours; for real texts from US local numbers (10DLC), also register at the carrier`,
    scope: 'admin',
    input: submitInput,
    output: registrationSchema,
    status: 201,
    errors: ['limit_reached'],
  }),
  get: operation({
    method: 'GET',
    path: '/registrations/{id}',
    summary: 'Get registration',
    description: 'Gets one registration and the decision of the registry',
    scope: 'read',
    input: {
      type: 'object',
      properties: {
        id: { ...idInput('Registration ID', sampleId), description: 'ID of the registration' },
      },
      required: ['id'],
    },
    output: registrationSchema,
    status: 200,
    errors: ['not_found'],
  }),
  list: operation({
    method: 'GET',
    path: '/registrations',
    summary: 'Get many registrations',
    description: 'Lists the registrations of the account, newest first',
    scope: 'read',
    input: listInput({
      status: { ...registrationStatus, description: 'Only registrations with this status' },
    }),
    output: pageOf(registrationSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
};
