import { automaticSchema } from '@textloom/shared/connector/keywords';
import { statusLabels } from '@textloom/shared/connector/labels';
import { finalEventTypes, schema, statusEventTypes } from '@textloom/shared/contract';
import { createFields } from './field.ts';
import { eventProperty, isDelivered, numberFilters, purposeFilter } from './filters.ts';
import { defineForm } from './form.ts';

const form = schema({
  type: 'object',
  properties: {
    statuses: {
      type: 'array',
      title: 'Statuses',
      description: 'Statuses that start the flow, once for each change',
      items: { type: 'string', enum: statusEventTypes, labels: statusLabels },
    },
    ...numberFilters({
      from: 'Only messages from one of your senders; from all of them if empty',
      to: 'Only messages to one of these numbers; to any number if empty',
    }),
    purpose: purposeFilter,
    include_automatic_replies: automaticSchema('flow', true),
  },
  required: ['statuses'],
});

export const statusForm = defineForm({
  type: 'textloom-status',
  label: 'delivery status',
  summary: 'Starts the flow when the status of a sent message changes.',
  schema: form,
  fields: createFields(form, {
    // A message that is sent gets one of the others later.
    statuses: { value: finalEventTypes.join(',') },
    to: {},
    from: {},
    purpose: {},
    include_automatic_replies: {},
  }),
  hasInput: false,
  outputs: [
    {
      label: 'status',
      properties: [
        { name: 'payload', type: 'string', description: 'The new status, such as delivered.' },
        { name: 'topic', type: 'string', description: 'The phone number of the recipient.' },
        eventProperty,
      ],
    },
  ],
  details: isDelivered,
});
