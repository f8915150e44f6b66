import { events, eventWireValues } from './eventTypes.ts';
import {
  byId,
  idInput,
  limitCreation,
  listInput,
  nextPage,
  pageOf,
  paging,
  phoneInput,
  sender,
  timestamp,
} from './fields.ts';
import { formatCount } from './formatCount.ts';
import { limits } from './limits.ts';
import { messageSchema, messageStatus, purpose } from './message.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const sampleId = 'whk_01JZ3K8QW5T4V9XH2M6N7P8R0S';
const id = { ...idInput('Webhook ID', sampleId), description: 'ID of the webhook' } as const;

/** A webhook can subscribe to one event, to all events of a kind, or to every event. */
export const eventPatterns = [
  ...Object.keys(events),
  ...new Set(Object.keys(events).map((type) => `${type.split('.')[0]}.*`)),
  '*',
];

const url = schema({
  type: 'string',
  title: 'URL',
  description: 'URL that receives the events',
  format: 'uri',
  maxLength: 2000,
  examples: ['https://example.com/textloom'],
});
const wanted = schema({
  type: 'array',
  title: 'Events',
  description: 'Events to deliver; message.* means every message event, and * means every event',
  items: { type: 'string', enum: eventPatterns, wireValues: eventWireValues },
  minItems: 1,
  maxItems: 50,
  examples: [['message.received']],
});
const filter = schema({
  type: 'object',
  title: 'Filter',
  description: 'Limits message events to those where each given field has one of the values',
  properties: {
    to: {
      type: 'array',
      title: 'To',
      items: phoneInput,
      minItems: 1,
      maxItems: 100,
      examples: [['+12025550100']],
    },
    from: {
      type: 'array',
      title: 'From',
      items: sender,
      minItems: 1,
      maxItems: 100,
      examples: [['+12025550123']],
    },
    purpose: {
      type: 'array',
      title: 'Purpose',
      items: { ...purpose, title: 'Purpose' },
      minItems: 1,
      maxItems: 10,
      examples: [['notification']],
    },
    status: {
      type: 'array',
      title: 'Status',
      items: messageStatus,
      minItems: 1,
      maxItems: 20,
      examples: [['delivered']],
    },
    keyword: {
      type: 'array',
      title: 'Keyword',
      description:
        'Keywords of the texts to deliver, such as stop; "none" stands for messages without a keyword',
      items: {
        type: 'string',
        title: 'Keyword',
        enum: ['none', ...messageSchema.properties.keyword.enum],
        examples: ['none'],
      },
      minItems: 1,
      maxItems: 10,
      examples: [['none', 'stop']],
    },
    message_id: {
      type: 'array',
      title: 'Message ID',
      description:
        'IDs of the messages whose events and replies to deliver; when you add an ID, its earlier events are delivered, too',
      items: { type: 'string', title: 'Message ID', minLength: 1, maxLength: 100 },
      minItems: 1,
      maxItems: 100,
      examples: [[messageSchema.properties.id.examples[0]]],
    },
  },
});
export type WebhookFilter = Infer<typeof filter>;

const secret = schema({
  type: 'string',
  title: 'Secret',
  description: 'Key that signs the deliveries: whsec_ and 24 to 64 bytes in base64',
  pattern:
    '^whsec_(([A-Za-z0-9+/]{4}){8,21}([A-Za-z0-9+/]{2}==)?|([A-Za-z0-9+/]{4}){8,20}[A-Za-z0-9+/]{3}=)$',
  patternHint: 'must be whsec_ and 24 to 64 bytes in base64',
  maxLength: 94,
  secret: true,
  examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
});
const createdSecret = {
  ...secret,
  description: 'Shown only if the service created it',
  nullable: true,
} as const;

const expiresAt = schema({
  ...timestamp,
  title: 'Expires At',
  description: 'When the webhook expires; never if empty',
  nullable: true,
  examples: [null],
});

const burstSeconds = schema({
  type: 'integer',
  title: 'Burst Seconds',
  description: `Joins texts from one sender into one message.received event, which the service delivers after this many seconds without a new text; a burst has at most ${limits.burstTexts} texts and lasts at most ${limits.burstLength} times this long`,
  minimum: 1,
  maximum: 60,
  nullable: true,
  examples: [null],
});

const status = schema({
  type: 'string',
  title: 'Status',
  enum: ['enabled', 'disabled'],
  examples: ['enabled'],
});

export const webhookSchema = record({
  title: 'Webhook',
  properties: {
    id: { type: 'string', title: 'ID', examples: [sampleId] },
    url,
    events: wanted,
    filter: { ...filter, nullable: true, examples: [null] },
    burst_seconds: burstSeconds,
    status,
    disabled_reason: {
      type: 'string',
      description: 'Why the service stopped delivering',
      nullable: true,
      examples: [null],
    },
    failing_since: {
      ...timestamp,
      description:
        'When deliveries started to fail; null if the receiver accepted the last one, or got none',
      nullable: true,
      examples: [null],
    },
    expires_at: expiresAt,
    created_at: timestamp,
    updated_at: timestamp,
  },
});
export type Webhook = Infer<typeof webhookSchema>;

export const deliverySchema = record({
  title: 'Delivery',
  description: 'One attempt to deliver one event to one webhook',
  properties: {
    id: { type: 'string', title: 'ID', examples: ['dlv_01JZ3K8QW5T4V9XH2M6N7P8R0S'] },
    webhook_id: { type: 'string', title: 'Webhook ID', examples: [sampleId] },
    event_id: { type: 'string', title: 'Event ID', examples: ['evt_01JZ3K8QW5T4V9XH2M6N7P8R0S'] },
    event_type: {
      type: 'string',
      enum: Object.keys(events) as (keyof typeof events)[],
      wireValues: eventWireValues,
      examples: ['message.received'],
    },
    attempt: { type: 'integer', minimum: 1, examples: [1] },
    status: {
      type: 'string',
      description:
        'Whether the receiver has the event, because it accepted the attempt or acknowledged the event',
      enum: ['succeeded', 'failed'],
      examples: ['succeeded'],
    },
    status_code: {
      type: 'integer',
      description: 'Status code of the response',
      nullable: true,
      examples: [200],
    },
    response_body: {
      type: 'string',
      description: `The first ${limits.responseLength} characters of the response body`,
      nullable: true,
      examples: ['OK'],
    },
    error: {
      type: 'string',
      description: 'Why there was no response',
      nullable: true,
      examples: [null],
    },
    duration_ms: {
      type: 'integer',
      title: 'Duration',
      description: 'Milliseconds that the attempt took',
      minimum: 0,
      examples: [42],
    },
    started_at: timestamp,
    next_attempt_at: { ...timestamp, nullable: true, examples: [null] },
  },
});
export type Delivery = Infer<typeof deliverySchema>;

/** The reason that a webhook is disabled if the account disabled it, not the service. */
export const disabledByAccount = 'Disabled by the account';

/** Returns true if this status code of a receiver's response accepts the delivery. */
export const isAccepted = (status: number | null): boolean =>
  status !== null && status >= 200 && status < 300;

const claimStatus = schema({
  type: 'string',
  title: 'Status',
  description:
    'granted if you can handle the event, handled if it was acknowledged, busy if another process may be handling it',
  enum: ['granted', 'handled', 'busy'],
  examples: ['granted'],
});
export type ClaimStatus = Infer<typeof claimStatus>;

export const webhook = {
  create: operation({
    method: 'POST',
    path: '/webhooks',
    summary: 'Create or update webhook',
    description: `Creates a webhook for a URL, or replaces the events, the filter, the burst window and the expiry time of the webhook that has this URL. An account can have at most ${limits.webhooks} webhooks without a filter on message_id and ${formatCount(limits.messageWebhooks)} with one; at most ${limits.webhooksOfMessage} of them can name the same message. At the limit, a new webhook replaces the one that a 410 of its receiver disabled first`,
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        url,
        events: wanted,
        filter: { ...filter, nullable: true },
        burst_seconds: burstSeconds,
        secret: {
          ...secret,
          description: `${secret.description}; if omitted, the service creates one for a new webhook`,
        },
        expires_at: expiresAt,
      },
      required: ['url', 'events'],
    },
    output: record({
      title: 'Webhook With Secret',
      properties: {
        ...webhookSchema.properties,
        secret: createdSecret,
      },
    }),
    status: [201, 200],
    errors: ['limit_reached'],
  }),
  list: operation({
    method: 'GET',
    path: '/webhooks',
    summary: 'Get many webhooks',
    description: 'Lists the webhooks of the account, newest first',
    scope: 'read',
    input: listInput({ url: { ...url, description: 'Only the webhook with this URL' } }),
    output: pageOf(webhookSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  get: operation({
    method: 'GET',
    path: '/webhooks/{id}',
    summary: 'Get webhook',
    description: 'Gets one webhook',
    scope: 'read',
    input: byId(id),
    output: webhookSchema,
    status: 200,
    errors: ['not_found'],
  }),
  update: operation({
    method: 'PATCH',
    path: '/webhooks/{id}',
    summary: 'Update webhook',
    description: 'Changes the given fields of a webhook, or enables or disables it',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id,
        url,
        events: wanted,
        filter: {
          ...filter,
          description: `${filter.description}; null to remove the filter`,
          nullable: true,
        },
        burst_seconds: burstSeconds,
        secret,
        status,
        expires_at: expiresAt,
      },
      required: ['id'],
    },
    output: webhookSchema,
    status: 200,
    errors: ['not_found', 'limit_reached'],
  }),
  delete: operation({
    method: 'DELETE',
    path: '/webhooks/{id}',
    summary: 'Delete webhook',
    description: 'Deletes a webhook and its outstanding deliveries',
    scope: 'send',
    input: byId(id),
    status: 204,
    errors: ['not_found'],
  }),
  test: operation({
    method: 'POST',
    path: '/webhooks/{id}/test',
    summary: 'Test webhook',
    description: 'Delivers a webhook.test event to this webhook',
    scope: 'send',
    input: byId(id),
    output: record({
      properties: {
        event_id: {
          type: 'string',
          title: 'Event ID',
          examples: ['evt_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
        },
      },
    }),
    status: 202,
    errors: ['not_found', 'webhook_disabled'],
  }),
  redeliver: operation({
    method: 'POST',
    path: '/webhooks/{id}/redeliver',
    summary: 'Redeliver missed events',
    description: `Delivers the events of a time range that this webhook asks for and has not received, the oldest first, such as those of an outage of its receiver. Skips events that wait for another attempt. Each request compares up to ${formatCount(limits.comparedEvents)} events. While has_more is true, repeat the request with next_cursor`,
    scope: 'admin',
    input: {
      type: 'object',
      properties: {
        id,
        ...limitCreation('Only events'),
        cursor: { ...paging.cursor, description: 'The next_cursor of the previous request' },
      },
      required: ['id', 'created_after'],
    },
    output: record({
      title: 'Redelivery',
      properties: {
        deliveries: {
          type: 'integer',
          description: 'Number of events that the webhook gets',
          minimum: 0,
          examples: [12],
        },
        ...nextPage,
        has_more: { ...nextPage.has_more, description: 'Whether there are more events to compare' },
        next_cursor: { ...nextPage.next_cursor, description: 'Where the next request starts' },
      },
    }),
    status: 202,
    errors: ['not_found', 'webhook_disabled', 'invalid_cursor'],
  }),
  rotateSecret: operation({
    method: 'POST',
    path: '/webhooks/{id}/rotate_secret',
    summary: 'Rotate webhook secret',
    description: `Gives a webhook a new secret; for ${limits.secretOverlapHours} hours, the old secret also signs deliveries`,
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id,
        secret: {
          ...secret,
          description: `${secret.description}; the service creates one if omitted`,
        },
      },
      required: ['id'],
    },
    output: record({
      title: 'Webhook With New Secret',
      properties: {
        ...webhookSchema.properties,
        secret: createdSecret,
        previous_secret_expires_at: {
          ...timestamp,
          description: 'When the old secret stops signing deliveries',
        },
      },
    }),
    status: 200,
    errors: ['not_found'],
  }),
  acknowledge: operation({
    method: 'POST',
    path: '/webhooks/{id}/acknowledge',
    summary: 'Acknowledge events',
    description:
      'Records that the receiver has handled these events; the service makes no further attempt to deliver them to this webhook, even if an earlier response was lost. It ignores IDs of events that the account does not have',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id,
        event_ids: {
          type: 'array',
          title: 'Event IDs',
          description: 'IDs of the events that the receiver has handled',
          items: { type: 'string', title: 'Event ID', minLength: 1, maxLength: 100 },
          minItems: 1,
          maxItems: limits.acknowledgedEvents,
          examples: [['evt_01JZ3K8QW5T4V9XH2M6N7P8R0S']],
        },
      },
      required: ['id', 'event_ids'],
    },
    status: 204,
    repeatable: true,
    notAudited: 'receivers repeat it for each event',
    errors: ['not_found'],
  }),
  claim: operation({
    method: 'POST',
    path: '/webhooks/{id}/claim',
    summary: 'Claim event',
    description: `Lets one of several processes of a receiver handle an event that the service delivers again. A claim lasts ${limits.claimSeconds} seconds, and the same process can renew it. After an attempt that has no response yet, claims return \`busy\` for ${limits.undecidedSeconds} seconds. This gives the first receiver time to acknowledge the event`,
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id,
        event_id: {
          type: 'string',
          title: 'Event ID',
          minLength: 1,
          maxLength: 100,
          examples: ['evt_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
        },
        claimant: {
          type: 'string',
          description: 'A name that identifies the process, such as a random ID',
          minLength: 1,
          maxLength: 100,
          examples: ['6f1c1e0a-0f5b-4c1b-9a55-0f2a9f3f8f11'],
        },
      },
      required: ['id', 'event_id', 'claimant'],
    },
    output: record({
      title: 'Claim',
      properties: { status: claimStatus },
    }),
    status: 200,
    repeatable: true,
    notAudited: 'receivers repeat it for each event',
    errors: ['not_found'],
  }),
  deliveries: operation({
    method: 'GET',
    path: '/webhooks/{id}/deliveries',
    summary: 'Get many deliveries',
    description: 'Lists the attempts to deliver to this webhook, newest first',
    scope: 'read',
    input: {
      ...listInput({
        id,
        status: {
          ...deliverySchema.properties.status,
          description: 'Only failed deliveries',
          enum: ['failed'],
          examples: ['failed'],
        },
      }),
      required: ['id'],
    },
    output: pageOf(deliverySchema),
    status: 200,
    errors: ['not_found', 'invalid_cursor'],
  }),
};
