import { phoneInput, sender, timestamp } from './fields.ts';
import { messageSchema } from './message.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const name = schema({
  type: 'string',
  title: 'Name',
  description: 'Name of the carrier in CARRIERS',
  minLength: 1,
  maxLength: 64,
  examples: ['twilio'],
});

const count = <const T extends string, const D extends string>(title: T, description: D) =>
  schema({ type: 'integer', title, description, minimum: 0, examples: [12] });

const carrierErrorSchema = record({
  title: 'Carrier Error',
  properties: {
    code: {
      type: 'string',
      description: 'Error code of the provider, if it sent one',
      nullable: true,
      examples: ['21608'],
    },
    message: {
      type: 'string',
      description: 'What went wrong and, if known, what to do',
      examples: ['A trial account can text only verified numbers. Verify the recipient at Twilio'],
    },
    count: {
      ...count('Count', 'How often it happened since the process started'),
      examples: [3],
    },
    last_at: { ...timestamp, description: 'When it last happened' },
  },
});

export const carrierSchema = record({
  title: 'Carrier',
  properties: {
    name,
    type: {
      type: 'string',
      description: 'Type of the carrier in CARRIERS',
      examples: ['twilio'],
    },
    status: {
      type: 'string',
      description:
        'Whether the carrier accepts messages: "failing" if a process pauses after failures, and "stopped" if no process has reported for a minute',
      enum: ['working', 'failing', 'stopped'],
      examples: ['working'],
    },
    retry_at: {
      ...timestamp,
      description: 'Time of the next attempt, if the carrier is failing',
      nullable: true,
      examples: [null],
    },
    pending: count('Pending', 'Messages that wait for the response of the carrier now'),
    sent: count('Sent', 'Messages that the carrier accepted in the last five minutes'),
    delivered: count('Delivered', 'Messages that arrived in the last five minutes'),
    failed: count(
      'Failed',
      'Messages that the carrier rejected or could not deliver in the last five minutes',
    ),
    callback_url: {
      type: 'string',
      title: 'Callback URL',
      description: 'Public URL that the provider reports to; null if it reports to none',
      nullable: true,
      examples: ['https://sms.example.com/carriers/twilio'],
    },
    inbound_webhook_url: {
      type: 'string',
      title: 'Inbound Webhook URL',
      description:
        'URL to enter as the inbound webhook at the provider; keep it secret; null if there is none',
      nullable: true,
      examples: ['https://sms.example.com/carriers/twilio/texts/Zk3vQ0mXc7Lr5TbYw9sNdP'],
    },
    last_callback_at: {
      ...timestamp,
      description: 'When a genuine report of the provider last arrived, within the last day',
      nullable: true,
    },
    errors: {
      type: 'array',
      title: 'Errors',
      description: 'Up to ten different errors of the last day, the latest first',
      items: carrierErrorSchema,
    },
  },
});
export type Carrier = Infer<typeof carrierSchema>;

export const carrier = {
  list: operation({
    method: 'GET',
    path: '/carriers',
    summary: 'Get many carriers',
    description:
      'Lists the carriers of the service with their status; only the first account of the service, which belongs to its operator, can see them',
    scope: 'admin',
    input: { type: 'object', properties: {} },
    output: record({
      properties: { data: { type: 'array', title: 'Data', items: carrierSchema } },
    }),
    status: 200,
    errors: ['operator_only'],
  }),
  test: operation({
    method: 'POST',
    path: '/carriers/{name}/test',
    summary: 'Send test text',
    description:
      'Sends a short text through a carrier, from a number of the account that belongs to it; the message behaves like any other',
    scope: 'admin',
    input: {
      type: 'object',
      properties: {
        name,
        to: { ...phoneInput, description: 'Your own phone' },
        from: {
          ...sender,
          description: 'Sender that belongs to the carrier; any of them if empty',
        },
      },
      required: ['name', 'to'],
    },
    output: messageSchema,
    status: 202,
    errors: [
      'operator_only',
      'not_found',
      'recipient_opted_out',
      'sender_not_owned',
      'no_route',
      'recipient_not_allowed',
      'daily_limit_reached',
    ],
  }),
};
