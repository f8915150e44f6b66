import { keywordsSchema, skipHandledSchema } from '@textloom/shared/connector/keywords';
import { contract, events, schema } from '@textloom/shared/contract';
import { createFields } from './field.ts';
import { eventProperty, isDelivered, numberFilters } from './filters.ts';
import { defineForm } from './form.ts';

const { from, to } = numberFilters({
  from: 'Only texts from one of these numbers; from any number if empty',
  to: 'Only texts to one of your numbers; to all of them if empty',
});

const form = schema({
  type: 'object',
  properties: {
    // Most filters are about sent texts, which go the other way.
    from: { ...from, items: { ...from.items, examples: to.items.examples } },
    to: { ...to, items: { ...to.items, examples: from.items.examples } },
    keywords: {
      ...keywordsSchema,
      description: `${keywordsSchema.description}; all texts if empty`,
    },
    skip_opt_out_keywords: skipHandledSchema,
    burst_seconds: {
      ...contract.webhook.create.input.properties.burst_seconds,
      title: 'Join Quick Texts',
      description:
        'Seconds to wait for more texts from the same sender, from 1 to 60; they then arrive as one message; if empty, each text arrives on its own',
      examples: [5],
    },
  },
});

export const incomingForm = defineForm({
  type: 'textloom-incoming',
  label: 'incoming text',
  summary: `Starts the flow when ${events['message.received'].when}.`,
  schema: form,
  fields: createFields(form, {
    to: {},
    from: {},
    keywords: {},
    skip_opt_out_keywords: {},
    burst_seconds: {},
  }),
  hasInput: false,
  outputs: [
    {
      label: 'text',
      properties: [
        { name: 'payload', type: 'string', description: 'The text.' },
        {
          name: 'topic',
          type: 'string',
          description:
            'The phone number of the sender. A send text node that follows replies to this number.',
        },
        eventProperty,
      ],
    },
  ],
  details: isDelivered,
});
