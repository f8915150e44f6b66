import { broadcastSchema } from './broadcast.ts';
import { contactSchema, contactStatus } from './contact.ts';
import { conversationSchema } from './conversation.ts';
import { timestamp } from './fields.ts';
import { listSchema } from './list.ts';
import { messageSchema, messageStatus } from './message.ts';
import { numberSchema } from './number.ts';
import { registrationSchema } from './registration.ts';
import { reviewSchema } from './review.ts';
import { record, schema, type Infer, type ObjectSchema } from './schema.ts';
import { verificationSchema } from './verification.ts';

const messageEventData = record({
  title: 'Message Event Data',
  properties: {
    ...messageSchema.properties,
    previous_status: {
      ...messageStatus,
      title: 'Previous Status',
      description: 'Status before this change',
      nullable: true,
    },
    burst: {
      type: 'array',
      title: 'Burst',
      description:
        'The received texts that this event joins, oldest first; null unless the webhook has burst_seconds',
      nullable: true,
      items: record({
        title: 'Text of Burst',
        properties: {
          message_id: { ...messageSchema.properties.id, title: 'Message ID' },
          text: messageSchema.properties.text,
          media: messageSchema.properties.media,
          keyword: messageSchema.properties.keyword,
          created_at: messageSchema.properties.created_at,
        },
      }),
      examples: [null],
    },
    contact: {
      ...contactSchema,
      description: 'The contact of the message, as it was when the event happened',
      nullable: true,
    },
  },
});
export type MessageEventData = Infer<typeof messageEventData>;

const contactEventData = record({
  title: 'Contact Event Data',
  properties: {
    ...contactSchema.properties,
    previous_status: {
      ...contactStatus,
      title: 'Previous Status',
      description: 'Status before this change',
      nullable: true,
    },
  },
});
export type ContactEventData = Infer<typeof contactEventData>;

const { id: listId, name: listName } = listSchema.properties;
const listEventData = record({
  title: 'List Event Data',
  properties: {
    id: { ...listId, description: 'ID of the list' },
    name: { ...listName, title: 'List Name' },
    contact: { ...contactSchema, description: 'The contact, as it was when the event happened' },
  },
});

const webhookEventData = record({
  title: 'Webhook Event Data',
  properties: {
    webhook_id: {
      type: 'string',
      title: 'Webhook ID',
      examples: ['whk_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
    },
  },
});

const webhookDisabledData = record({
  title: 'Webhook Disabled Data',
  properties: {
    ...webhookEventData.properties,
    url: { type: 'string', title: 'URL', examples: ['https://example.com/textloom'] },
    disabled_reason: {
      type: 'string',
      description: 'Why the service stopped delivering',
      examples: ['The receiver responded with 410, which stops all deliveries'],
    },
  },
});

interface EventDefinition {
  readonly title: string;
  /** Follows "Triggers when". */
  readonly when: string;
  readonly data: ObjectSchema;
  /** The name of the event on the wire, if it differs. */
  readonly wire?: string;
}
const table = <const T extends Record<string, EventDefinition>>(definition: T): T => definition;

/**
 * Lists every event by its name. Webhooks, `GET /events` and the triggers of connectors all use
 * this table.
 */
export const events = table({
  'message.received': {
    title: 'Message Received',
    when: 'a text message comes in',
    data: messageEventData,
  },
  'message.sent': {
    title: 'Message Sent',
    when: 'a carrier accepts a message',
    data: messageEventData,
  },
  'message.delivered': {
    title: 'Message Delivered',
    when: 'a message reaches its recipient',
    data: messageEventData,
  },
  'message.undelivered': {
    title: 'Message Undelivered',
    when: 'a carrier cannot deliver a message',
    data: messageEventData,
  },
  'message.failed': {
    title: 'Message Failed',
    when: 'a message cannot be sent',
    data: messageEventData,
  },
  'message.expired': {
    title: 'Message Expired',
    when: 'a message expires before it is sent, or the carrier gives up delivering it',
    data: messageEventData,
  },
  'message.unconfirmed': {
    title: 'Message Unconfirmed',
    when: 'a carrier does not report whether a message arrived',
    data: messageEventData,
  },
  'message.canceled': {
    title: 'Message Canceled',
    when: 'a message is canceled before it is sent',
    data: messageEventData,
  },
  'contact.created': {
    title: 'Contact Created',
    when: 'a contact is added',
    data: contactEventData,
  },
  'contact.opted_out': {
    title: 'Contact Opted Out',
    when: 'a contact opts out of messages',
    data: contactEventData,
  },
  'contact.opted_in': {
    title: 'Contact Opted In',
    when: 'a contact confirms with YES that they want messages, or opts in again',
    data: contactEventData,
  },
  'list.contact_added': {
    title: 'Contact Added to List',
    when: 'a contact joins a list',
    data: listEventData,
  },
  'review.created': {
    title: 'Review Created',
    when: 'a received text may ask you to stop or start texting',
    data: reviewSchema,
  },
  'review.decided': {
    title: 'Review Decided',
    when: 'somebody decides what a possible opt-out means',
    data: reviewSchema,
  },
  'conversation.opened': {
    title: 'Conversation Opened',
    when: 'a conversation starts or is reopened',
    data: conversationSchema,
  },
  'conversation.closed': {
    title: 'Conversation Closed',
    when: 'somebody closes a conversation',
    data: conversationSchema,
  },
  'broadcast.started': {
    title: 'Broadcast Started',
    when: 'a broadcast starts to send',
    data: broadcastSchema,
  },
  'broadcast.stopped': {
    title: 'Broadcast Stopped',
    when: 'the service stops a broadcast, for the reason in stopped_reason',
    data: broadcastSchema,
  },
  'broadcast.completed': {
    title: 'Broadcast Completed',
    when: 'every message of a broadcast has a final status',
    data: broadcastSchema,
  },
  'broadcast.canceled': {
    title: 'Broadcast Canceled',
    when: 'somebody cancels a broadcast',
    data: broadcastSchema,
  },
  'verification.approved': {
    title: 'Verification Approved',
    when: 'a person enters the right code',
    data: verificationSchema,
  },
  'verification.failed': {
    title: 'Verification Failed',
    when: 'a person enters too many wrong codes, or a code expires',
    data: verificationSchema,
  },
  'registration.approved': {
    title: 'Registration Approved',
    when: 'the registry approves a brand and its campaign',
    data: registrationSchema,
  },
  'registration.rejected': {
    title: 'Registration Rejected',
    when: 'the registry rejects a brand or its campaign',
    data: registrationSchema,
  },
  'number.activated': {
    title: 'Number Activated',
    when: 'a number becomes active, immediately or after the service has bought it',
    data: numberSchema,
  },
  'number.failed': {
    title: 'Number Failed',
    when: 'the service cannot buy a number, for the reason in purchase_error',
    data: numberSchema,
  },
  'webhook.test': {
    title: 'Webhook Test',
    when: 'you test a webhook',
    data: webhookEventData,
  },
  'webhook.expired': {
    title: 'Webhook Expired',
    when: 'a webhook expires; the webhook gets no further events',
    data: webhookEventData,
  },
  'webhook.disabled': {
    title: 'Webhook Disabled',
    when: 'the service disables a webhook that has no filter on message_id; other webhooks get the event',
    data: webhookDisabledData,
  },
});
export type EventType = keyof typeof events;
export const eventTypes = Object.keys(events) as EventType[];

/** Maps events to their names on the wire, for every schema that names one. */
export const eventWireValues: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries<EventDefinition>(events).flatMap(([type, { wire }]) =>
    wire === undefined ? [] : [[type, wire]],
  ),
);

const envelope = <const T extends EventType, const D extends ObjectSchema>(type: T, data: D) =>
  record({
    title: events[type].title,
    properties: {
      id: {
        type: 'string',
        title: 'ID',
        description: 'ID of the event, the same on every delivery',
        examples: ['evt_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
      },
      type: {
        type: 'string',
        enum: [type],
        wireValues: eventWireValues,
        examples: [type],
      },
      timestamp: { ...timestamp, description: 'When it happened' },
      data,
    },
  });

type EventSchema<T extends EventType> = ReturnType<typeof envelope<T, (typeof events)[T]['data']>>;

/** Returns the schema of the body that a webhook receives for one type of event. */
export const createEventSchema = <const T extends EventType>(type: T): EventSchema<T> =>
  envelope(type, events[type].data);
export type Event<T extends EventType = EventType> = T extends EventType
  ? Infer<EventSchema<T>>
  : never;

/** Accepts any event. */
export const eventSchema = schema({
  title: 'Event',
  oneOf: eventTypes.map(createEventSchema) as readonly {
    [T in EventType]: EventSchema<T>;
  }[EventType][],
  discriminator: 'type',
});

/**
 * Lists the events that report the progress of a message, in order. "Status changed" triggers offer
 * these events.
 */
export const statusEventTypes = messageStatus.enum
  .filter((status) => status !== 'scheduled' && status !== 'queued' && status !== 'received')
  .map((status) => `message.${status}` as const) satisfies readonly EventType[];

/** Lists the events that report a final status. Each message has at most one of them. */
export const finalEventTypes = statusEventTypes.filter((type) => type !== 'message.sent');
