import { listInput, pageOf, timestamp } from './fields.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const contactId = schema({
  type: 'string',
  title: 'Contact ID',
  description: 'ID of the erased contact; null if there was no contact with this number',
  nullable: true,
  examples: ['con_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
});

const status = schema({
  type: 'string',
  title: 'Status',
  description:
    'Whether the service is still erasing; an erasure waits for messages that the service is submitting to a carrier',
  enum: ['running', 'completed'],
  examples: ['completed'],
});

export const erasureSchema = record({
  title: 'Erasure',
  properties: {
    id: { type: 'string', title: 'ID', examples: ['ers_01JZ3K8QW5T4V9XH2M6N7P8R0S'] },
    contact_id: contactId,
    status,
    messages: {
      type: 'integer',
      description: 'How many messages the service has erased',
      minimum: 0,
      examples: [12],
    },
    created_at: timestamp,
    completed_at: {
      ...timestamp,
      description: 'When the service completed the erasure',
      nullable: true,
    },
  },
});
export type Erasure = Infer<typeof erasureSchema>;

export const erasure = {
  list: operation({
    method: 'GET',
    path: '/erasures',
    summary: 'Get many erasures',
    description: 'Lists your erasure requests and their progress, newest first',
    scope: 'read',
    input: listInput({
      contact_id: {
        type: 'string',
        title: 'Contact ID',
        description: 'Only erasures of this contact',
        minLength: 1,
        maxLength: 64,
        examples: ['con_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
      },
      status: { ...status, description: 'Only erasures with this status' },
    }),
    output: pageOf(erasureSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
};
