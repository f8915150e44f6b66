import { attemptSchema } from './attempt.ts';
import { problemSchema } from './errors.ts';
import {
  campaignId,
  contactKey,
  country,
  explainPages,
  idInput,
  limitCreation,
  listId,
  listInput,
  newSendAt,
  pageOf,
  phoneInput,
  sender,
  timestamp,
} from './fields.ts';
import { idempotencyKeyPattern } from './http.ts';
import { limits } from './limits.ts';
import { media, mediaUrls } from './media.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const encodings = { gsm7: 'GSM-7', ucs2: 'UCS-2' } as const;
const sampleId = 'msg_01JZ3K8QW5T4V9XH2M6N7P8R0S';

export const messageStatus = schema({
  type: 'string',
  title: 'Status',
  description: 'Delivery status of the message',
  enum: [
    'scheduled',
    'queued',
    'sent',
    'delivered',
    'undelivered',
    'failed',
    'expired',
    'unconfirmed',
    'canceled',
    'received',
  ],
  meanings: {
    scheduled: 'The message waits for its send time, or for the end of the quiet hours',
    queued: 'The message waits to go to a carrier',
    sent: 'A carrier accepted the message, or may have accepted it, and has not reported its delivery',
    delivered: 'The carrier reported that the message arrived',
    undelivered: 'The carrier accepted the message, but could not deliver it',
    failed: 'The carrier or the service rejected the message, so it was not sent',
    expired: 'The message expired before it was sent, or the carrier gave up delivering it',
    unconfirmed: 'The carrier did not report within 72 hours whether the message arrived',
    canceled: 'You canceled the message, or its broadcast, before it was sent',
    received: 'The message came in from a phone',
  },
  examples: ['queued'],
});
export type MessageStatus = Infer<typeof messageStatus>;

export const purpose = schema({
  type: 'string',
  title: 'Purpose',
  description:
    'Purpose of the message; sets its priority, and marketing messages respect quiet hours',
  enum: ['notification', 'otp', 'marketing', 'alert'],
  labels: { otp: 'One-Time Password' },
  meanings: {
    notification: 'Text that the recipient expects, such as an order update or a reminder',
    otp: 'Code to sign in; goes out before all other messages',
    marketing: 'Offer or newsletter; goes out last, and waits during quiet hours',
    alert: 'Urgent text for a person on call; goes out before notifications and marketing',
  },
  examples: ['notification'],
});

const metadata = schema({
  type: 'object',
  title: 'Metadata',
  description: 'Your own names and values, stored with the message',
  values: { type: 'string', maxLength: 500 },
  maxProperties: 50,
  maxNameLength: limits.nameLength,
  examples: [{ order: '1042' }],
});

const reference = schema({
  type: 'string',
  title: 'Reference',
  description: 'Your own ID for the message, to find it later',
  maxLength: 100,
  examples: ['order-1042'],
});

/** Lists the reasons why a message did not arrive. */
export const messageErrors = {
  recipient_opted_out: { message: 'The recipient has opted out', retryable: false },
  opt_in_required: {
    message: 'The contact must opt in first',
    retryable: false,
  },
  sender_released: {
    message: 'The sender was released before the message was sent',
    retryable: false,
  },
  unregistered_sender: { message: 'The sender is not registered for marketing', retryable: false },
  no_route: { message: 'There is no route to this recipient', retryable: false },
  carrier_rejected: { message: 'The carrier rejected the message', retryable: false },
  carrier_undeliverable: { message: 'The carrier could not deliver the message', retryable: false },
  carrier_discarded: { message: 'The carrier discarded the message', retryable: false },
  media_rejected: {
    message: 'The carrier could not fetch the media or did not accept it',
    retryable: false,
  },
  carrier_expired: {
    message: 'The carrier gave up before it reached the handset',
    retryable: true,
  },
  carrier_unavailable: { message: 'The carrier could not be reached in time', retryable: true },
  ttl_expired: { message: 'The time to live passed before the message was sent', retryable: true },
  no_receipt: {
    message: 'The carrier did not report whether the message arrived',
    retryable: false,
  },
} as const;
export type MessageErrorCode = keyof typeof messageErrors;

export const messageError = record({
  title: 'Error',
  description: 'Why the message did not arrive',
  nullable: true,
  properties: {
    code: {
      type: 'string',
      enum: Object.keys(messageErrors) as MessageErrorCode[],
      examples: ['carrier_undeliverable'],
    },
    message: {
      type: 'string',
      examples: ['The carrier could not deliver the message'],
    },
    carrier_code: {
      type: 'string',
      description: 'Error code of the carrier',
      nullable: true,
      examples: ['UNDELIV'],
    },
    retryable: {
      type: 'boolean',
      description: 'Whether sending the message again later may help',
      examples: [false],
    },
  },
  examples: [null],
});
export type MessageError = NonNullable<Infer<typeof messageError>>;

const heldReason = schema({
  type: 'string',
  title: 'Held Reason',
  description: 'Why the message is sent later than requested',
  enum: ['quiet_hours'],
  nullable: true,
  examples: [null],
});

export const messageSchema = record({
  title: 'Message',
  properties: {
    id: { type: 'string', title: 'ID', examples: [sampleId] },
    direction: {
      type: 'string',
      description: '`outbound` if the account sent the message, `inbound` if it received it',
      enum: ['outbound', 'inbound'],
      examples: ['outbound'],
    },
    status: messageStatus,
    to: {
      type: 'string',
      description: 'Recipient in E.164 form',
      examples: ['+12025550123'],
    },
    from: { type: 'string', description: 'Sender', examples: ['+12025550100'] },
    text: {
      type: 'string',
      description:
        'Text of the message; empty for an MMS without text, and after your retention setting erased it',
      examples: ['Your order 1042 is on its way'],
    },
    sent_text: {
      type: 'string',
      description: 'Text that was sent, if smart encoding changed it',
      nullable: true,
      examples: [null],
    },
    text_erased_at: {
      ...timestamp,
      description: 'When your retention setting erased the text and the media',
      nullable: true,
      examples: [null],
    },
    media,
    encoding: {
      type: 'string',
      description: 'Character set of the text, which decides how much fits into a segment',
      enum: ['gsm7', 'ucs2'],
      labels: encodings,
      examples: ['gsm7'],
    },
    segments: {
      type: 'integer',
      description: 'Number of segments that the carrier bills; an MMS counts as one',
      minimum: 1,
      examples: [1],
    },
    purpose,
    country: {
      ...country,
      description:
        "Country of the recipient's number, or of the sender's number for a received message",
      nullable: true,
    },
    contact_id: {
      type: 'string',
      title: 'Contact ID',
      nullable: true,
      examples: ['con_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
    },
    list_ids: {
      type: 'array',
      title: 'List IDs',
      description: 'IDs of the lists that the contact was on when the service accepted the message',
      items: { type: 'string' },
      examples: [[]],
    },
    campaign_id: {
      ...campaignId,
      description: 'ID of the registration whose campaign the message belongs to',
      nullable: true,
      examples: [null],
    },
    reference: { ...reference, nullable: true },
    metadata,
    error: messageError,
    in_reply_to: {
      type: 'string',
      description:
        'For a received message, ID of the message that it answers: the last one to its sender whose reply a webhook awaits, or else the last one that did not fail',
      nullable: true,
      examples: [null],
    },
    conversation_id: {
      type: 'string',
      title: 'Conversation ID',
      description:
        'ID of the conversation between the two numbers, which starts when the recipient texts you or you open it; null if the sender is a name, which gets no replies',
      nullable: true,
      examples: ['cnv_5f0c2a9e41d84b7ba3f6c1d20e97b854'],
    },
    broadcast_id: {
      type: 'string',
      title: 'Broadcast ID',
      description: 'ID of the broadcast that the message belongs to',
      nullable: true,
      examples: [null],
    },
    keyword: {
      type: 'string',
      description: 'Keyword that the service found in a received text and acted on',
      nullable: true,
      enum: ['stop', 'start', 'help'],
      examples: [null],
    },
    possible_keyword: {
      type: 'string',
      description: 'Keyword that a received text may contain; a person must decide',
      nullable: true,
      enum: ['stop', 'start', 'help'],
      examples: [null],
    },
    keyword_rule: {
      type: 'string',
      description: 'Name of the rule that found the keyword or the possible keyword',
      nullable: true,
      examples: [null],
    },
    automatic: {
      type: 'boolean',
      description: 'Whether the message is an automatic reply, such as the reply to STOP',
      examples: [false],
    },
    sequence: {
      type: 'integer',
      description:
        'Counts the changes of the status and the reschedules; the message with the higher number is newer',
      minimum: 0,
      examples: [1],
    },
    send_at: {
      ...timestamp,
      description: 'When the message is due; null if it was due immediately',
      nullable: true,
      examples: [null],
    },
    held_reason: heldReason,
    expires_at: {
      ...timestamp,
      description: 'When the message expires if it is not sent before',
      nullable: true,
      examples: ['2026-02-01T09:30:00.000Z'],
    },
    created_at: {
      ...timestamp,
      description: 'When the service accepted or received the message',
    },
    sent_at: {
      ...timestamp,
      description: 'When a carrier accepted the message',
      nullable: true,
      examples: [null],
    },
    delivered_at: {
      ...timestamp,
      description: 'When the message arrived, as the carrier reported it',
      nullable: true,
      examples: [null],
    },
    final_at: {
      ...timestamp,
      description: 'When the status became final',
      nullable: true,
      examples: [null],
    },
  },
});
export type Message = Infer<typeof messageSchema>;

export const sendInput = schema({
  type: 'object',
  title: 'New Message',
  properties: {
    to: {
      ...phoneInput,
      description:
        "Phone number of the recipient, such as +12025550123; without a country code, it belongs to the account's default country",
    },
    contact_id: {
      type: 'string',
      title: 'Contact ID',
      description: 'ID of the contact to text, instead of a phone number',
      maxLength: 64,
      examples: ['con_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
    },
    from: {
      ...sender,
      description: "Number or name to send from; the account's default number if empty",
    },
    text: {
      type: 'string',
      description: `Text of the message, up to ${limits.textLength} characters; up to ${limits.segments * 67} with emoji or most non-Latin scripts; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty`,
      minLength: 1,
      maxLength: limits.textLength,
      multiline: true,
      examples: ['Your order 1042 is on its way'],
    },
    merge_fields: {
      type: 'boolean',
      description:
        'Whether to replace merge fields such as {{first_name}} in the text; set it to false if somebody else wrote a part of the text',
      default: true,
      examples: [true],
    },
    media_urls: mediaUrls,
    send_at: {
      ...timestamp,
      description: `When to send, up to ${limits.sendAheadDays} days ahead; immediately if empty`,
    },
    ttl: {
      type: 'integer',
      title: 'Time to Live',
      description: 'Seconds until an unsent message expires',
      minimum: 5,
      maximum: 172800,
      default: 86400,
      examples: [86400],
    },
    purpose: { ...purpose, default: 'notification' },
    encoding: {
      type: 'string',
      description: 'Character set; GSM-7 rejects characters that it does not contain',
      enum: ['auto', 'gsm7', 'ucs2'],
      labels: encodings,
      meanings: {
        auto: 'GSM-7 if it contains all characters of the text, otherwise UCS-2',
        gsm7: 'Letters of Western European languages, up to 160 characters in one segment',
        ucs2: 'All characters and emoji, up to 70 characters in one segment',
      },
      default: 'auto',
      examples: ['auto'],
    },
    smart_encoding: {
      type: 'boolean',
      description:
        'Whether to replace look-alike characters, such as curly quotes, to save segments; has no effect if the text still does not fit GSM-7',
      default: false,
      examples: [false],
    },
    reference,
    metadata,
  },
  exactlyOne: ['to', 'contact_id'],
  atLeastOne: ['text', 'media_urls'],
});

const problems = [
  'recipient_opted_out',
  'opt_in_required',
  'sender_not_owned',
  'unregistered_sender',
  'no_route',
  'media_not_supported',
  'recipient_not_allowed',
  'daily_limit_reached',
] as const;

export const message = {
  send: operation({
    method: 'POST',
    path: '/messages',
    summary: 'Send message',
    description: 'Sends an SMS or MMS message to one recipient',
    scope: 'send',
    input: sendInput,
    output: messageSchema,
    status: 202,
    notAudited: 'the list of messages shows each one',
    errors: problems,
  }),
  sendBatch: operation({
    method: 'POST',
    path: '/messages/batch',
    summary: 'Send many messages',
    description:
      'Sends up to 500 messages and returns for each, in order, the result that a single request would return; if you repeat it unchanged with the same Idempotency-Key, it tries only the rejected messages again; to correct some, send only these, with a new key, because the whole batch with a new key would send the accepted messages again',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        messages: {
          type: 'array',
          title: 'Messages',
          description:
            'The messages to send; the service checks each one separately, so an invalid message stops no other',
          minItems: 1,
          maxItems: 500,
          itemwise: true,
          items: {
            type: 'object',
            title: 'New Message',
            properties: {
              ...sendInput.properties,
              idempotency_key: {
                type: 'string',
                description:
                  'Sends this message only once, even if you repeat the request; means the same as the header Idempotency-Key of a single request',
                pattern: idempotencyKeyPattern,
                patternHint: 'must contain only visible ASCII characters and spaces',
                minLength: 1,
                maxLength: limits.idempotencyKeyLength,
                examples: ['order-1042-shipped'],
              },
            },
            exactlyOne: sendInput.exactlyOne,
            atLeastOne: sendInput.atLeastOne,
          },
        },
      },
      required: ['messages'],
    },
    output: record({
      properties: {
        results: {
          type: 'array',
          title: 'Results',
          description: 'One result for each message, in the order of the request',
          items: record({
            properties: {
              status: {
                type: 'integer',
                description:
                  'HTTP status that a single request would return: 202, or the status of the problem',
                examples: [202],
              },
              message: {
                ...messageSchema,
                description: 'The accepted message; null if the service rejected it',
                nullable: true,
              },
              problem: {
                ...problemSchema,
                description:
                  'Why the service rejected this message; null if it accepted it. Each pointer starts at this message',
                nullable: true,
                examples: [null],
              },
              replayed: {
                type: 'boolean',
                description:
                  'True if an earlier request sent this message, so that this one did not send it again: a request with the same `idempotency_key`, or the same batch with its Idempotency-Key, if the service had rejected some of its messages. If a repeated batch sends nothing, the response has the header Idempotent-Replayed',
                examples: [false],
              },
            },
          }),
        },
      },
    }),
    status: 200,
    notAudited: 'the list of messages shows each one',
    errors: [],
  }),
  preview: operation({
    method: 'POST',
    path: '/messages/preview',
    summary: 'Preview message',
    description:
      'Shows how a message would be sent, how many segments it needs, and whether the service would accept it; stores nothing',
    scope: 'read',
    input: sendInput,
    output: record({
      title: 'Preview',
      properties: {
        would_send: {
          type: 'boolean',
          description: 'Whether the service would accept the message',
          examples: [true],
        },
        problem: {
          ...problemSchema,
          description: 'Why the service would not accept the message',
          nullable: true,
          examples: [null],
        },
        status: {
          ...messageStatus,
          description: 'Status that the message would start with',
          enum: ['scheduled', 'queued'],
          nullable: true,
        },
        to: { ...messageSchema.properties.to, nullable: true },
        from: { ...messageSchema.properties.from, nullable: true },
        country: messageSchema.properties.country,
        encoding: { ...messageSchema.properties.encoding, nullable: true },
        segments: { ...messageSchema.properties.segments, nullable: true },
        text: {
          ...messageSchema.properties.text,
          description:
            'Text that the person would get, with the values of the contact; empty for an MMS without text',
          nullable: true,
        },
        sent_text: messageSchema.properties.sent_text,
        send_at: messageSchema.properties.send_at,
        held_reason: heldReason,
        expires_at: messageSchema.properties.expires_at,
      },
    }),
    status: 200,
    safe: true,
    errors: [],
  }),
  get: operation({
    method: 'GET',
    path: '/messages/{id}',
    summary: 'Get message',
    description: 'Gets one message and its delivery status',
    scope: 'read',
    input: {
      type: 'object',
      properties: {
        id: {
          ...idInput('Message ID', sampleId),
          description: 'ID of the message, as returned when it was sent',
        },
      },
      required: ['id'],
    },
    output: messageSchema,
    status: 200,
    errors: ['not_found'],
  }),
  attempts: operation({
    method: 'GET',
    path: '/messages/{id}/attempts',
    summary: 'Get attempts of message',
    description:
      'Lists the attempts to submit this message to a carrier, newest first; empty if the first one succeeded',
    scope: 'read',
    input: {
      ...listInput({
        id: { ...idInput('Message ID', sampleId), description: 'ID of the message' },
      }),
      required: ['id'],
    },
    output: pageOf(attemptSchema),
    status: 200,
    errors: ['not_found', 'invalid_cursor'],
  }),
  list: operation({
    method: 'GET',
    path: '/messages',
    summary: 'Get many messages',
    description: 'Searches messages, newest first',
    scope: 'read',
    input: listInput({
      status: {
        type: 'array',
        title: 'Status',
        description: 'Only messages with one of these statuses',
        items: messageStatus,
        minItems: 1,
        maxItems: 10,
        examples: [['undelivered', 'failed', 'expired']],
      },
      error_code: {
        ...messageError.properties.code,
        description: 'Only messages with this error',
      },
      direction: {
        type: 'string',
        description: 'Only sent messages, or only received messages',
        enum: ['outbound', 'inbound'],
        examples: ['outbound'],
      },
      to: { ...phoneInput, description: 'Only messages to this number' },
      from: { ...sender, description: 'Only messages from this sender' },
      phone: {
        ...phoneInput,
        description:
          'Only messages to or from this phone number; for a number that your account no longer has, use from',
      },
      search: {
        type: 'string',
        description: `Only messages whose text contains this text, or whose numbers contain these digits; ${explainPages(limits.searchedMessages)}`,
        minLength: 1,
        maxLength: 100,
        examples: ['order 1042'],
      },
      contact_id: contactKey,
      purpose: { ...purpose, description: 'Only messages of this purpose' },
      campaign_id: { ...campaignId, description: 'Only messages of this campaign' },
      country: { ...country, description: 'Only messages to or from this country' },
      list_id: {
        ...listId,
        description: 'Only messages to or from contacts who were on this list',
      },
      broadcast_id: {
        type: 'string',
        title: 'Broadcast ID',
        description: 'Only messages of this broadcast',
        minLength: 1,
        maxLength: 64,
        examples: ['brd_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
      },
      reference: { ...reference, description: 'Only messages with this reference', minLength: 1 },
      ...limitCreation('Only messages created'),
    }),
    output: pageOf(messageSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  cancel: operation({
    method: 'POST',
    path: '/messages/{id}/cancel',
    summary: 'Cancel message',
    description: 'Cancels a message that has not been sent yet',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id: { ...idInput('Message ID', sampleId), description: 'ID of the message to cancel' },
      },
      required: ['id'],
    },
    output: messageSchema,
    status: 200,
    notAudited: 'an event records the status `canceled`',
    errors: ['not_found', 'not_cancelable'],
  }),
  reschedule: operation({
    method: 'PATCH',
    path: '/messages/{id}',
    summary: 'Reschedule message',
    description:
      'Changes when a scheduled message is sent; its expiry moves by the same amount, and marketing still respects quiet hours',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id: { ...idInput('Message ID', sampleId), description: 'ID of the scheduled message' },
        send_at: newSendAt,
      },
      required: ['id', 'send_at'],
    },
    output: messageSchema,
    status: 200,
    errors: ['not_found', 'status_conflict'],
  }),
};
