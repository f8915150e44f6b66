import { contract, schema } from '@textloom/shared/contract';
import { createFields } from './field.ts';
import { defineForm } from './form.ts';
import { messagePlan, messageProperties, reportsErrors, sendsOnce, takesTimes } from './message.ts';

const form = schema({ type: 'object', properties: messageProperties, required: ['to'] });

export const sendForm = defineForm({
  type: 'textloom-send',
  label: 'send text',
  summary: `${contract.message.send.description}.`,
  schema: form,
  fields: createFields(form, messagePlan),
  hasInput: true,
  outputs: [
    {
      label: 'accepted',
      properties: [
        {
          name: 'payload',
          type: 'object',
          description: 'The message that the service accepted, with its ID and its status.',
        },
        {
          name: 'already_sent',
          type: 'boolean',
          description: 'Whether the service already had this text, so that the node sent nothing.',
        },
      ],
    },
  ],
  details: [
    'By default, the node sends msg.payload to the phone number in msg.topic.',
    'The service accepts a text before it sends it. To follow what happens to it, use a delivery status node.',
    sendsOnce,
    takesTimes,
    reportsErrors,
  ],
});
