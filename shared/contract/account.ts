import { country, notBlank, timeZone, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { language } from './language.ts';
import { operation, scopes } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const reply = <const T extends string, const D extends string>(title: T, description: D) =>
  schema({
    type: 'string',
    title,
    description,
    minLength: 1,
    maxLength: 320,
    multiline: true,
    nullable: true,
    examples: [null],
  });

const keywords = <const T extends string, const D extends string>(title: T, description: D) =>
  schema({
    type: 'array',
    title,
    description,
    items: { type: 'string', title: 'Keyword', minLength: 2, maxLength: 40 },
    maxItems: limits.ownKeywords,
    uniqueItems: true,
    examples: [[]],
  });

const timeOfDay = <const T extends string, const D extends string, const E extends string>(
  title: T,
  description: D,
  example: E,
) =>
  schema({
    type: 'string',
    title,
    description,
    pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$',
    patternHint: 'must be a time of day from 00:00 to 23:59, such as 21:00',
    maxLength: 5,
    examples: [example],
  });

const settings = {
  name: {
    type: 'string',
    description: 'Name of the account',
    minLength: 1,
    maxLength: 100,
    ...notBlank,
    examples: ['Acme Shop'],
  },
  default_country: {
    ...country,
    title: 'Default Country',
    description: 'Country of phone numbers without a country code, as two letters such as US',
  },
  time_zone: timeZone,
  brand: {
    type: 'string',
    description: 'Name that recipients know you by, for automatic replies and codes',
    minLength: 1,
    maxLength: 40,
    ...notBlank,
    nullable: true,
    examples: ['Acme'],
  },
  support_contact: {
    type: 'string',
    description: 'Where recipients get help: a phone number, an email address or a website',
    minLength: 1,
    maxLength: 100,
    ...notBlank,
    nullable: true,
    examples: ['help@example.com'],
  },
  language: {
    ...language,
    description:
      'Language of the texts that the service writes to recipients, unless their own text shows another one',
  },
  replies: {
    type: 'array',
    title: 'Replies',
    description:
      'Your own automatic replies, by language; {{brand}} and {{support_contact}} insert these settings, and an empty reply means the standard one',
    items: {
      type: 'object',
      title: 'Replies in One Language',
      properties: {
        language,
        stop: reply('Reply to STOP', 'Confirms an opt-out'),
        start: reply('Reply to START', 'Confirms that the recipient gets messages again'),
        help: reply('Reply to HELP', 'Says who you are and how to opt out'),
        confirmation: reply('Opt-In Question', 'Asks a pending contact to reply YES'),
      },
      required: ['language'],
    },
    maxItems: 7,
    examples: [[]],
  },
  keywords: {
    type: 'object',
    title: 'Keywords',
    description: 'Your own keywords, in addition to the standard ones',
    properties: {
      stop: keywords('Stop', 'Words that opt a sender out'),
      start: keywords('Start', 'Words that opt a sender in again'),
      help: keywords('Help', 'Words that the reply to HELP answers'),
    },
    required: ['stop', 'start', 'help'],
    examples: [{ stop: ['NO MORE DEALS'], start: [], help: [] }],
  },
  opt_out_scope: {
    type: 'string',
    title: 'Opt-Out Scope',
    description:
      'Whether a STOP applies to all numbers of the account or only to the number that received it',
    enum: ['account', 'number'],
    labels: { account: 'All Your Numbers', number: 'Only the Number That Received the STOP' },
    examples: ['account'],
  },
  quiet_hours: {
    type: 'object',
    title: 'Quiet Hours',
    description: "When no marketing goes out, in the recipient's time",
    properties: {
      start: timeOfDay('Start', 'When quiet hours start', '21:00'),
      end: timeOfDay('End', 'When quiet hours end', '08:00'),
    },
    required: ['start', 'end'],
  },
  verification_countries: {
    type: 'array',
    title: 'Verification Countries',
    description: 'Countries whose numbers can get verification codes; all countries if empty',
    items: country,
    minItems: 1,
    maxItems: 250,
    uniqueItems: true,
    nullable: true,
    examples: [['US', 'CA']],
  },
  verifications_per_day: {
    type: 'integer',
    title: 'Verifications per Day',
    description: 'Number of codes that the account can send in 24 hours; no limit if empty',
    minimum: 0,
    maximum: 10_000_000,
    nullable: true,
    examples: [10_000],
  },
  retention: {
    type: 'object',
    title: 'Retention',
    description:
      'How long the service keeps the texts of messages and the messages after they are final; it keeps them forever if a value is empty',
    properties: {
      otp_text_hours: {
        type: 'integer',
        title: 'Codes (Hours)',
        description: 'Hours after which the service erases the text of a one-time password',
        minimum: 1,
        maximum: 720,
        nullable: true,
        examples: [1],
      },
      text_days: {
        type: 'integer',
        title: 'Texts (Days)',
        description: 'Days after which the service erases the text and the media of a message',
        minimum: 1,
        maximum: 3650,
        nullable: true,
        examples: [null],
      },
      message_days: {
        type: 'integer',
        title: 'Messages (Days)',
        description: 'Days after which the service deletes a message and its events',
        minimum: 1,
        maximum: 3650,
        nullable: true,
        examples: [null],
      },
    },
    required: ['otp_text_hours', 'text_days', 'message_days'],
  },
} as const;

export const accountSchema = record({
  title: 'Account',
  properties: {
    id: { type: 'string', title: 'ID', examples: ['acc_01JZ3K8QW5'] },
    ...settings,
    scope: {
      type: 'string',
      description: 'Scope of the API key in use',
      enum: scopes,
      examples: ['admin'],
    },
    created_at: timestamp,
  },
});
export type Account = Infer<typeof accountSchema>;

export const account = {
  get: operation({
    method: 'GET',
    path: '/account',
    summary: 'Get account',
    description:
      'Gets the account that the API key belongs to, its settings, and the scope of the key',
    scope: 'read',
    input: { type: 'object', properties: {} },
    output: accountSchema,
    status: 200,
    errors: [],
  }),
  update: operation({
    method: 'PATCH',
    path: '/account',
    summary: 'Update account',
    description: 'Changes the given settings of the account and keeps the others',
    scope: 'admin',
    input: { type: 'object', properties: settings },
    output: accountSchema,
    status: 200,
    errors: [],
  }),
};
