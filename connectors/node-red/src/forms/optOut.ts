import { schema } from '@textloom/shared/contract';
import { createFields } from './field.ts';
import { eventProperty, isDelivered } from './filters.ts';
import { defineForm } from './form.ts';

const changes = ['contact.opted_out', 'contact.opted_in'] as const;
const form = schema({
  type: 'object',
  properties: {
    changes: {
      type: 'array',
      title: 'Changes',
      description: 'Changes that start the flow',
      items: {
        type: 'string',
        enum: changes,
        labels: { 'contact.opted_out': 'Opted Out', 'contact.opted_in': 'Opted In' },
      },
    },
  },
  required: ['changes'],
});

export const optOutForm = defineForm({
  type: 'textloom-opt-out',
  label: 'contact opted out or in',
  summary:
    'Starts the flow when a contact opts out of messages, confirms with YES, or opts in again.',
  schema: form,
  fields: createFields(form, { changes: { value: changes.join(',') } }),
  hasInput: false,
  outputs: [
    {
      label: 'contact',
      properties: [
        {
          name: 'payload',
          type: 'string',
          description: 'The change: opted_out or opted_in.',
        },
        { name: 'topic', type: 'string', description: 'The phone number of the contact.' },
        {
          ...eventProperty,
          description:
            'The whole event, with its ID, its type, its time and the contact. If the contact has confirmed with YES, msg.event.data.previous_status is pending. If an opt-out applies to one of your numbers only, msg.event.data.opted_out_numbers contains this number, and msg.event.data.status stays the same.',
        },
      ],
    },
  ],
  details: isDelivered,
});
