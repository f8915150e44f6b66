import { contract, schema } from '@textloom/shared/contract';
import { createFields } from './field.ts';
import { defineForm } from './form.ts';
import { reportsErrors, takesTimes, toTopic } from './message.ts';

const { phone, ...details } = contract.contact.upsert.input.properties;

const form = schema({
  type: 'object',
  properties: {
    operation: {
      type: 'string',
      title: 'Operation',
      description: 'What to do with the contact',
      enum: ['save', 'find', 'delete'],
      labels: { save: 'Create or Update' },
    },
    phone,
    ...details,
  },
  required: ['operation', 'phone'],
});

const onSave = { operation: 'save' } as const;

export const contactForm = defineForm({
  type: 'textloom-contact',
  label: 'contact',
  summary: 'Creates, updates, finds or deletes a contact.',
  schema: form,
  fields: createFields(form, {
    operation: { value: 'save' },
    phone: toTopic,
    first_name: onSave,
    last_name: onSave,
    email: onSave,
    external_id: onSave,
    lists: onSave,
  }).map((field) => (field.isExtra ? { ...field, ...onSave } : field)),
  hasInput: true,
  outputs: [
    {
      label: 'contact',
      properties: [
        {
          name: 'payload',
          type: 'object',
          description:
            'The contact. It is null if you delete the contact or if no contact has this number.',
        },
      ],
    },
  ],
  details: [
    `${contract.contact.upsert.description}.`,
    `${contract.contact.delete.description}.`,
    takesTimes,
    reportsErrors,
  ],
});
