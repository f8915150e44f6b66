import { createEventSchema, events, headers, type EventType } from '../contract/index.ts';
import { responseSchema, json, type Refer } from './components.ts';

export const describeEvent = (refer: Refer, type: EventType) => ({
  post: {
    operationId: `on.${type}`,
    tags: ['event'],
    summary: events[type].title,
    description: `Sent when ${events[type].when}`,
    security: [],
    parameters: Object.entries(webhookHeaders).map(([name, description]) => ({
      name,
      in: 'header',
      required: true,
      description,
      schema: { type: 'string' },
    })),
    requestBody: {
      required: true,
      content: json(responseSchema(refer, createEventSchema(type))),
    },
    responses: {
      '2XX': { description: 'Accepted' },
      410: { description: 'Stop the deliveries: the service disables the webhook' },
    },
  },
});

const webhookHeaders = {
  [headers.webhookId]: 'ID of the event, the same in every attempt',
  [headers.webhookTimestamp]: 'Time of the attempt, in seconds since 1970',
  [headers.webhookSignature]:
    'Signatures in the format of Standard Webhooks 1.0, separated by spaces',
};
