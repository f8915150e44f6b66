import { schema } from '@textloom/shared/contract';
import { createFields } from './field.ts';
import { defineForm } from './form.ts';
import { messagePlan, messageProperties, reportsErrors, sendsOnce } from './message.ts';

const { send_at, ...properties } = messageProperties;

/** A webhook can last for any time, but nobody answers after 30 days. */
export const longestMinutes = 30 * 24 * 60;

const form = schema({
  type: 'object',
  properties: {
    ...properties,
    time_limit: {
      type: 'integer',
      title: 'Time Limit in Minutes',
      description: 'How long to wait for the reply',
      minimum: 1,
      maximum: longestMinutes,
      examples: [1440],
    },
  },
  required: ['to', 'time_limit'],
});

export const sendAndWaitForm = defineForm({
  type: 'textloom-send-and-wait',
  label: 'send and wait',
  summary: 'Sends a text message and waits until the recipient replies.',
  schema: form,
  fields: createFields(form, {
    to: messagePlan.to,
    text: messagePlan.text,
    time_limit: { value: '1440' },
    from: messagePlan.from,
    reference: {},
    deduplication_key: {},
  }),
  hasInput: true,
  outputs: [
    {
      label: 'reply',
      properties: [
        { name: 'payload', type: 'string', description: 'The text of the reply.' },
        { name: 'topic', type: 'string', description: 'The phone number of the recipient.' },
        { name: 'reply', type: 'object', description: 'The reply as the service received it.' },
        { name: 'question', type: 'object', description: 'The message that the node sent.' },
      ],
    },
    {
      label: 'no reply',
      properties: [
        {
          name: 'payload',
          type: 'string',
          description:
            'Why there is no reply: timeout, opted_out if the recipient replied STOP, or the status of a text that did not arrive, such as undelivered.',
        },
        { name: 'topic', type: 'string', description: 'The phone number of the recipient.' },
        { name: 'question', type: 'object', description: 'The message that the node sent.' },
      ],
    },
  ],
  details: [
    'By default, the node sends msg.payload to the phone number in msg.topic. It keeps all other properties of the message and sends them on with the reply.',
    'The service reports the reply, so it must reach Node-RED at the public address of the account. Before its first text, the node checks that the service can reach it. A wait continues after a deployment and after a restart of Node-RED.',
    'HELP and START do not end the wait, because the service itself handles them.',
    'After a restart, the node knows the other properties of the message only if Node-RED stores its context in files (contextStorage in settings.js). Otherwise, it sends on only the properties above.',
    sendsOnce,
    reportsErrors,
  ],
});
