import {
  byId,
  country,
  idInput,
  limitCreation,
  listId,
  listInput,
  newSendAt,
  notBlank,
  pageOf,
  sender,
  timeZone,
  timestamp,
} from './fields.ts';
import { formatCount } from './formatCount.ts';
import { limits } from './limits.ts';
import { mediaUrls } from './media.ts';
import { messageSchema, messageStatus, purpose, sendInput } from './message.ts';
import { operation } from './operation.ts';
import { problemSchema } from './errors.ts';
import { record, schema, type Infer } from './schema.ts';

const sampleId = 'brd_01JZ3K8QW5T4V9XH2M6N7P8R0S';
const id = { ...idInput('Broadcast ID', sampleId), description: 'ID of the broadcast' } as const;

const status = schema({
  type: 'string',
  title: 'Status',
  description:
    'Status of the broadcast; you pause a broadcast, and the service stops one for the reason in `stopped_reason`',
  enum: ['scheduled', 'running', 'paused', 'stopped', 'completed', 'canceled'],
  examples: ['running'],
});

const listIds = schema({
  type: 'array',
  title: 'Lists',
  description: 'IDs of lists; a contact on several lists gets one message',
  items: listId,
  minItems: 1,
  maxItems: 50,
  uniqueItems: true,
  examples: [['lst_01JZ3K8QW5T4V9XH2M6N7P8R0S']],
});

const maxRecipients = formatCount(limits.broadcastRecipients);

const audience = schema({
  type: 'object',
  title: 'Audience',
  description: `The subscribed contacts on any of the lists, or all subscribed contacts if you give no lists; a filter limits them; at most ${maxRecipients} contacts; fixed when the broadcast starts, so to spare somebody later, opt them out or delete the contact`,
  properties: {
    list_ids: listIds,
    filter: {
      type: 'object',
      title: 'Filter',
      description: 'Only contacts where each given field matches',
      properties: {
        attributes: {
          type: 'object',
          title: 'Attributes',
          description: 'Attributes and the values that they must have',
          values: { type: 'string', maxLength: 500 },
          // No attributes would match every contact.
          minProperties: 1,
          maxProperties: 10,
          maxNameLength: limits.nameLength,
          examples: [{ plan: 'pro' }],
        },
        country: {
          ...country,
          description: 'Country of the phone number, as two letters such as US',
        },
        time_zone: { ...timeZone, description: 'Time zone of the contact' },
        ...limitCreation('Contacts added'),
      },
      atLeastOne: ['attributes', 'country', 'time_zone', 'created_after', 'created_before'],
    },
    all_contacts: {
      type: 'boolean',
      description:
        'Whether to text all contacts of the account, even if you give lists; a filter still applies',
      examples: [true],
    },
    exclude_list_ids: {
      ...listIds,
      title: 'Excluded Lists',
      description: 'IDs of lists whose contacts do not get the message',
    },
  },
  atLeastOne: ['list_ids', 'filter', 'all_contacts'],
  examples: [{ list_ids: ['lst_01JZ3K8QW5T4V9XH2M6N7P8R0S'] }],
});

const percent = { type: 'number', minimum: 0, maximum: 100 } as const;

const stopRules = schema({
  type: 'object',
  title: 'Stop Rules',
  description: `When the service stops the broadcast; it decides after ${limits.broadcastTrial} messages and then continuously`,
  properties: {
    failure_percent: {
      ...percent,
      description:
        'Stop if more than this share of the finished messages did not arrive, including those to people who had opted out; messages without a delivery receipt do not count as failures',
      default: 20,
      examples: [20],
    },
    opt_out_percent: {
      ...percent,
      title: 'Opt-Out Percent',
      description: 'Stop if more than this share of the people whose message was sent opted out',
      default: 5,
      examples: [5],
    },
  },
});

const skippedReason = schema({
  type: 'string',
  title: 'Skipped Reason',
  description: 'Why a recipient gets no message',
  enum: [
    'opted_out',
    'pending_consent',
    'opt_out_in_review',
    'missing_merge_field',
    'too_many_segments',
    'not_allowed',
    'no_route',
    'unregistered_sender',
    'contact_deleted',
    'canceled',
  ],
  examples: ['opted_out'],
});

const input = schema({
  type: 'object',
  title: 'New Broadcast',
  properties: {
    name: {
      type: 'string',
      description: 'Name of the broadcast, which recipients do not see',
      minLength: 1,
      maxLength: 100,
      ...notBlank,
      examples: ['Summer sale'],
    },
    audience,
    from: {
      ...sender,
      description: "Number or name to send from; the account's default number if empty",
    },
    text: {
      ...sendInput.properties.text,
      description:
        'Text of the message; {{first_name|there}} inserts a field of the contact, or the word after | if the field is empty',
      examples: ['Hi {{first_name|there}}, our summer sale starts today'],
    },
    media_urls: mediaUrls,
    smart_encoding: sendInput.properties.smart_encoding,
    purpose: {
      type: 'string',
      description: 'Purpose of the messages; marketing messages respect quiet hours',
      enum: ['marketing', 'notification', 'alert'],
      meanings: purpose.meanings,
      default: 'marketing',
      examples: ['marketing'],
    },
    send_at: {
      ...timestamp,
      description: `When to start, up to ${limits.sendAheadDays} days ahead; immediately if empty`,
    },
    messages_per_minute: {
      type: 'integer',
      title: 'Pace',
      description: 'Messages per minute; as fast as the sender can if empty',
      minimum: 1,
      maximum: 60_000,
      examples: [600],
    },
    stop_rules: stopRules,
    metadata: sendInput.properties.metadata,
  },
  required: ['name', 'audience'],
  atLeastOne: ['text', 'media_urls'],
});
export type NewBroadcast = Infer<typeof input>;

const count = <const T extends string, const D extends string>(title: T, description: D) =>
  schema({ type: 'integer', title, description, minimum: 0, examples: [0] });

const counts = record({
  title: 'Counts',
  description:
    'Number of recipients by the status of their message; GET /messages finds the same messages',
  properties: {
    recipients: count('Recipients', 'Contacts in the audience; 0 until the broadcast starts'),
    pending: count(
      'Pending',
      'Recipients whose message does not exist yet, for example because of their quiet hours',
    ),
    skipped: count('Skipped', 'Recipients who get no message'),
    queued: count('Queued', 'Messages that wait for a carrier'),
    sent: count('Sent', 'Messages that a carrier accepted'),
    delivered: count('Delivered', 'Messages that arrived'),
    undelivered: count('Undelivered', 'Messages that a carrier could not deliver'),
    failed: count('Failed', 'Messages that could not be sent'),
    expired: count(
      'Expired',
      'Messages that expired before they were sent, or that the carrier gave up delivering',
    ),
    unconfirmed: count('Unconfirmed', 'Messages without a delivery receipt'),
    canceled: count(
      'Canceled',
      'Messages that you canceled, or whose recipient sent a possible opt-out',
    ),
    opted_out: count('Opted Out', 'Recipients who opted out after their message'),
    replied: count('Replied', 'Recipients who replied to their message'),
    segments: count('Segments', 'Segments of all messages that exist'),
  },
});

const nextMessageAt = {
  ...timestamp,
  title: 'Next Message At',
  nullable: true,
  examples: [null],
} as const;

export const broadcastSchema = record({
  title: 'Broadcast',
  description: 'One text to many contacts',
  properties: {
    id: { type: 'string', title: 'ID', examples: [sampleId] },
    name: input.properties.name,
    status,
    stopped_reason: {
      type: 'string',
      description: 'Why the service stopped the broadcast',
      enum: [
        'failure_rate',
        'opt_out_rate',
        'daily_limit_reached',
        'sender_released',
        'list_deleted',
        'too_many_recipients',
      ],
      nullable: true,
      examples: [null],
    },
    audience,
    from: messageSchema.properties.from,
    text: { ...input.properties.text, minLength: 0 },
    media_urls: { ...mediaUrls, minItems: 0, examples: [[]] },
    smart_encoding: input.properties.smart_encoding,
    purpose: input.properties.purpose,
    messages_per_minute: { ...input.properties.messages_per_minute, nullable: true },
    stop_rules: { ...stopRules, required: ['failure_percent', 'opt_out_percent'] },
    metadata: input.properties.metadata,
    progress: {
      type: 'integer',
      description: 'Percent of the recipients whose message has a final status or who were skipped',
      minimum: 0,
      maximum: 100,
      examples: [40],
    },
    counts,
    send_at: { ...timestamp, nullable: true, examples: [null] },
    next_message_at: {
      ...nextMessageAt,
      description:
        'When the next message is due, if all recipients who are left wait, for example for the end of their quiet hours',
    },
    created_at: timestamp,
    started_at: { ...timestamp, nullable: true, examples: [null] },
    completed_at: {
      ...timestamp,
      description: 'When the last message got its final status, or when you canceled',
      nullable: true,
      examples: [null],
    },
  },
});
export type Broadcast = Infer<typeof broadcastSchema>;

export const broadcastRecipientSchema = record({
  title: 'Broadcast Recipient',
  properties: {
    contact_id: {
      type: 'string',
      title: 'Contact ID',
      examples: ['con_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
    },
    phone: {
      type: 'string',
      description: 'Phone number of the recipient, in E.164 form',
      examples: ['+12025550123'],
    },
    status: {
      type: 'string',
      description: 'Whether the message exists',
      enum: ['pending', 'created', 'skipped'],
      examples: ['created'],
    },
    skipped_reason: { ...skippedReason, nullable: true, examples: [null] },
    message_id: { ...messageSchema.properties.id, title: 'Message ID', nullable: true },
    message_status: { ...messageStatus, title: 'Message Status', nullable: true },
  },
});
export type BroadcastRecipient = Infer<typeof broadcastRecipientSchema>;

export const broadcast = {
  create: operation({
    method: 'POST',
    path: '/broadcasts',
    summary: 'Send broadcast',
    description: `Sends one text to many contacts, at most once to each; an account can have at most ${limits.broadcasts} broadcasts that have not ended`,
    scope: 'send',
    input,
    output: broadcastSchema,
    status: 201,
    errors: ['sender_not_owned', 'unregistered_sender', 'limit_reached'],
  }),
  preview: operation({
    method: 'POST',
    path: '/broadcasts/preview',
    summary: 'Preview broadcast',
    description:
      'Shows how many contacts would get the message, how many segments they need, and some of the texts; stores nothing',
    scope: 'read',
    input: { ...input, required: ['audience'] },
    output: record({
      title: 'Broadcast Preview',
      properties: {
        would_send: {
          type: 'boolean',
          description: 'Whether the service would accept the broadcast',
          examples: [true],
        },
        problem: {
          ...problemSchema,
          description: 'Why the service would not accept the broadcast',
          nullable: true,
          examples: [null],
        },
        recipients: count('Recipients', 'Contacts in the audience'),
        messages: count('Messages', 'Contacts who would get a message'),
        held: count('Held', 'Contacts whose message would wait for the end of their quiet hours'),
        next_message_at: {
          ...nextMessageAt,
          description: 'When the first message would be due, if the broadcast or all messages wait',
        },
        segments: count('Segments', 'Segments of all messages, which the carrier bills'),
        skipped: {
          type: 'array',
          title: 'Skipped',
          description: 'How many contacts would get no message, by reason',
          items: record({
            title: 'Skipped Contacts',
            properties: {
              reason: skippedReason,
              count: count('Count', 'Number of contacts'),
            },
          }),
          examples: [[]],
        },
        samples: {
          type: 'array',
          title: 'Samples',
          description: `The texts of up to ${limits.broadcastSamples} contacts`,
          items: record({
            title: 'Sample',
            properties: {
              contact_id: broadcastRecipientSchema.properties.contact_id,
              phone: broadcastRecipientSchema.properties.phone,
              text: messageSchema.properties.text,
              encoding: messageSchema.properties.encoding,
              segments: messageSchema.properties.segments,
            },
          }),
          examples: [[]],
        },
      },
    }),
    status: 200,
    safe: true,
    errors: [],
  }),
  list: operation({
    method: 'GET',
    path: '/broadcasts',
    summary: 'Get many broadcasts',
    description: 'Lists broadcasts, newest first',
    scope: 'read',
    input: listInput({
      name: {
        ...input.properties.name,
        description: 'Only broadcasts with this name, in any case',
      },
      status: { ...status, description: 'Only broadcasts with this status' },
      ...limitCreation('Only broadcasts created'),
    }),
    output: pageOf(broadcastSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  get: operation({
    method: 'GET',
    path: '/broadcasts/{id}',
    summary: 'Get broadcast',
    description: 'Gets one broadcast, its progress and its counts',
    scope: 'read',
    input: byId(id),
    output: broadcastSchema,
    status: 200,
    errors: ['not_found'],
  }),
  pause: operation({
    method: 'POST',
    path: '/broadcasts/{id}/pause',
    summary: 'Pause broadcast',
    description: 'Pauses a broadcast; messages that a carrier has already accepted still arrive',
    scope: 'send',
    input: byId(id),
    output: broadcastSchema,
    status: 200,
    errors: ['not_found', 'status_conflict'],
  }),
  resume: operation({
    method: 'POST',
    path: '/broadcasts/{id}/resume',
    summary: 'Resume broadcast',
    description:
      'Continues a broadcast that is paused or stopped; if it has not started and its time has passed, it starts immediately',
    scope: 'send',
    input: byId(id),
    output: broadcastSchema,
    status: 200,
    errors: ['not_found', 'status_conflict'],
  }),
  cancel: operation({
    method: 'POST',
    path: '/broadcasts/{id}/cancel',
    summary: 'Cancel broadcast',
    description:
      'Ends a broadcast and cancels its messages that have not been sent yet; you cannot resume it',
    scope: 'send',
    input: byId(id),
    output: broadcastSchema,
    status: 200,
    errors: ['not_found', 'status_conflict'],
  }),
  reschedule: operation({
    method: 'PATCH',
    path: '/broadcasts/{id}',
    summary: 'Reschedule broadcast',
    description:
      'Changes when a broadcast starts that has not started yet; a paused broadcast stays paused',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id,
        send_at: newSendAt,
      },
      required: ['id', 'send_at'],
    },
    output: broadcastSchema,
    status: 200,
    errors: ['not_found', 'status_conflict'],
  }),
  recipients: operation({
    method: 'GET',
    path: '/broadcasts/{id}/recipients',
    summary: 'Get recipients of broadcast',
    description:
      'Lists the recipients of a broadcast and what became of their messages, the newest contacts first',
    scope: 'read',
    input: {
      ...listInput({
        id,
        status: {
          ...broadcastRecipientSchema.properties.status,
          description: 'Only recipients with this status',
        },
      }),
      required: ['id'],
    },
    output: pageOf(broadcastRecipientSchema),
    status: 200,
    errors: ['not_found', 'invalid_cursor'],
  }),
};
