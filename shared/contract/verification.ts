import {
  byId,
  country,
  idInput,
  limitCreation,
  listInput,
  pageOf,
  phoneInput,
  sender,
  timestamp,
} from './fields.ts';
import { language } from './language.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const sampleId = 'ver_01JZ3K8QW5T4V9XH2M6N7P8R0S';
const id = {
  ...idInput('Verification ID', sampleId),
  description: 'ID of the verification',
} as const;

const status = schema({
  type: 'string',
  title: 'Status',
  description:
    'Approved after the right code; failed after too many wrong codes; expired after its time to live; canceled by you or by a newer code',
  enum: ['pending', 'approved', 'failed', 'expired', 'canceled'],
  examples: ['pending'],
});

export const verificationSchema = record({
  title: 'Verification',
  description: 'A code that proves that a person has a phone number',
  properties: {
    id: { type: 'string', title: 'ID', examples: [sampleId] },
    status,
    to: {
      type: 'string',
      description: 'Phone number that gets the code, in E.164 form',
      examples: ['+12025550123'],
    },
    country: {
      ...country,
      description: 'Country of the phone number',
      nullable: true,
    },
    attempts_left: {
      type: 'integer',
      description: 'How many more times a person can enter a code',
      minimum: 0,
      examples: [5],
    },
    message_id: {
      type: 'string',
      title: 'Message ID',
      description: 'ID of the message with the code; its text does not show the code',
      examples: ['msg_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
    },
    next_code_at: {
      ...timestamp,
      description: 'When this phone number can get another code',
    },
    expires_at: timestamp,
    created_at: timestamp,
    approved_at: { ...timestamp, nullable: true, examples: [null] },
  },
});
export type Verification = Infer<typeof verificationSchema>;

const to = schema({
  ...phoneInput,
  title: 'To',
  description:
    "Phone number to verify, such as +12025550123; without a country code, it belongs to the account's default country",
});

const verificationPrefixSchema = record({
  title: 'Verification Prefix',
  description: 'How many codes to one range of phone numbers were entered',
  properties: {
    prefix: {
      type: 'string',
      description: 'First digits of the phone numbers',
      examples: ['+1202555'],
    },
    country: { ...country, nullable: true },
    status: {
      type: 'string',
      description: 'Whether the service sends codes to these phone numbers',
      enum: ['open', 'limited', 'blocked'],
      examples: ['open'],
    },
    started: {
      type: 'integer',
      description: 'Number of codes sent in the last 24 hours',
      minimum: 0,
      examples: [120],
    },
    approved: {
      type: 'integer',
      description: 'Number of these codes that were entered correctly',
      minimum: 0,
      examples: [96],
    },
    refused: {
      type: 'integer',
      description: 'Number of requests in the last 24 hours that the service rejected',
      minimum: 0,
      examples: [0],
    },
    blocked_until: { ...timestamp, nullable: true, examples: [null] },
  },
});
export type VerificationPrefix = Infer<typeof verificationPrefixSchema>;

export const verification = {
  start: operation({
    method: 'POST',
    path: '/verifications',
    summary: 'Send verification code',
    description:
      'Texts a code to a phone number; a newer code to the same number cancels the older one',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        to,
        from: {
          ...sender,
          description: "Number or name to send from; the account's default number if empty",
        },
        length: {
          type: 'integer',
          title: 'Code Length',
          description: 'Number of digits of the code',
          minimum: 4,
          maximum: 8,
          default: 6,
          examples: [6],
        },
        ttl: {
          type: 'integer',
          title: 'Time to Live',
          description: 'Seconds until the code expires',
          minimum: 60,
          maximum: 1800,
          default: 600,
          examples: [600],
        },
        max_attempts: {
          type: 'integer',
          description: 'Number of wrong codes after which the verification fails',
          minimum: 1,
          maximum: 10,
          default: 5,
          examples: [5],
        },
        language: {
          ...language,
          description: "Language of the text; the account's language if empty",
        },
        text: {
          type: 'string',
          description: 'Your own text, which must contain {{code}}; a standard text if empty',
          minLength: 8,
          maxLength: 300,
          pattern: '\\{\\{ *code *\\}\\}',
          patternHint: 'must contain {{code}}',
          multiline: true,
          examples: ['{{code}} is your Acme code. Do not share it.'],
        },
      },
      required: ['to'],
    },
    output: verificationSchema,
    status: 201,
    notAudited: 'the list of verifications shows each one',
    errors: [
      'recipient_opted_out',
      'sender_not_owned',
      'no_route',
      'recipient_not_allowed',
      'daily_limit_reached',
      'verification_blocked',
      'too_many_verifications',
    ],
  }),
  check: operation({
    method: 'POST',
    path: '/verifications/check',
    summary: 'Check verification code',
    description:
      'Compares a code that a person entered with the code that you sent; each wrong code uses up an attempt',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id,
        to: {
          ...to,
          description: 'Phone number that got the code, instead of the ID of the verification',
        },
        code: {
          type: 'string',
          description:
            'The code that the person entered; spaces and dashes are ignored, and zeros at the start may be missing',
          minLength: 1,
          maxLength: 20,
          secret: true,
          examples: ['123456'],
        },
      },
      required: ['code'],
      exactlyOne: ['id', 'to'],
    },
    output: record({
      title: 'Verification Check',
      description: verificationSchema.description,
      properties: {
        valid: {
          type: 'boolean',
          description: 'Whether the code is right and the verification was pending',
          examples: [true],
        },
        ...verificationSchema.properties,
      },
    }),
    status: 200,
    notAudited: 'the list of verifications shows each one',
    errors: ['not_found'],
  }),
  get: operation({
    method: 'GET',
    path: '/verifications/{id}',
    summary: 'Get verification',
    description: 'Gets one verification',
    scope: 'read',
    input: byId(id),
    output: verificationSchema,
    status: 200,
    errors: ['not_found'],
  }),
  list: operation({
    method: 'GET',
    path: '/verifications',
    summary: 'Get many verifications',
    description: 'Lists verifications, newest first',
    scope: 'read',
    input: listInput({
      to: { ...phoneInput, description: 'Only verifications of this phone number' },
      status: { ...status, description: 'Only verifications with this status' },
      ...limitCreation('Only verifications created'),
    }),
    output: pageOf(verificationSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  cancel: operation({
    method: 'POST',
    path: '/verifications/{id}/cancel',
    summary: 'Cancel verification',
    description: 'Cancels a pending verification, so that its code is no longer valid',
    scope: 'send',
    input: byId(id),
    output: verificationSchema,
    status: 200,
    notAudited: 'the list of verifications shows each one',
    errors: ['not_found', 'status_conflict'],
  }),
  prefixes: operation({
    method: 'GET',
    path: '/verification_prefixes',
    summary: 'Get verification prefixes',
    description:
      'Lists the ranges of phone numbers that you sent codes to in the last 24 hours, those with the most codes first',
    scope: 'read',
    input: listInput({}),
    output: pageOf(verificationPrefixSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  unblock: operation({
    method: 'POST',
    path: '/verification_prefixes/{prefix}/unblock',
    summary: 'Unblock verification prefix',
    description: 'Lets the service send codes to a range of phone numbers again',
    scope: 'admin',
    input: {
      type: 'object',
      properties: {
        prefix: {
          type: 'string',
          description: 'First digits of the phone numbers, as the list shows them',
          minLength: 1,
          maxLength: 20,
          examples: ['+1202555'],
        },
      },
      required: ['prefix'],
    },
    output: verificationPrefixSchema,
    status: 200,
    errors: ['not_found'],
  }),
};
