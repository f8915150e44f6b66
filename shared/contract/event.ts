import { eventSchema, eventTypes, eventWireValues } from './eventTypes.ts';
import { byId, idInput, limitCreation, listInput, pageOf } from './fields.ts';
import { operation } from './operation.ts';
import { record } from './schema.ts';
import { deliverySchema } from './webhook.ts';

const eventId = {
  ...idInput('Event ID', 'evt_01JZ3K8QW5T4V9XH2M6N7P8R0S'),
  description: 'ID of the event',
} as const;

export const event = {
  list: operation({
    method: 'GET',
    path: '/events',
    summary: 'Get many events',
    description: 'Lists events, newest first, in the form that webhooks deliver',
    scope: 'read',
    input: listInput({
      type: {
        type: 'array',
        title: 'Types',
        description: 'Only events of these types',
        items: { type: 'string', enum: eventTypes, wireValues: eventWireValues },
        maxItems: 20,
        examples: [['message.delivered']],
      },
      message_id: {
        type: 'string',
        title: 'Message ID',
        description: 'Only events of this message',
        minLength: 1,
        maxLength: 64,
        examples: ['msg_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
      },
      related_to: {
        type: 'array',
        title: 'Related To',
        description: 'Only events of the messages with these IDs, and of the replies to them',
        items: { type: 'string', title: 'Message ID', minLength: 1, maxLength: 64 },
        maxItems: 100,
        examples: [['msg_01JZ3K8QW5T4V9XH2M6N7P8R0S']],
      },
      ...limitCreation('Only events'),
    }),
    output: pageOf(eventSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  get: operation({
    method: 'GET',
    path: '/events/{id}',
    summary: 'Get event',
    description: 'Gets one event, in the form that webhooks deliver',
    scope: 'read',
    input: byId(eventId),
    output: eventSchema,
    status: 200,
    errors: ['not_found'],
  }),
  redeliver: operation({
    method: 'POST',
    path: '/events/{id}/redeliver',
    summary: 'Redeliver event',
    description:
      'Delivers an event again, byte for byte, to every webhook that subscribes to it and has not acknowledged it',
    scope: 'admin',
    input: {
      type: 'object',
      properties: {
        id: eventId,
        webhook_id: {
          ...idInput('Webhook ID', deliverySchema.properties.webhook_id.examples[0]),
          description: 'Only to this webhook',
        },
      },
      required: ['id'],
    },
    output: record({
      properties: {
        deliveries: {
          type: 'integer',
          description: 'Number of webhooks that get the event',
          minimum: 0,
          examples: [1],
        },
      },
    }),
    status: 202,
    errors: ['not_found'],
  }),
  deliveries: operation({
    method: 'GET',
    path: '/events/{id}/deliveries',
    summary: 'Get deliveries of event',
    description: 'Lists the attempts to deliver this event to any webhook, newest first',
    scope: 'read',
    input: { ...listInput({ id: eventId }), required: ['id'] },
    output: pageOf(deliverySchema),
    status: 200,
    errors: ['not_found', 'invalid_cursor'],
  }),
};
