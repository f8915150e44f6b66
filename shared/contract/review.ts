import { byId, idInput, listInput, pageOf, phoneInput, timestamp } from './fields.ts';
import { messageSchema } from './message.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const sampleId = 'rev_01JZ3K8QW5T4V9XH2M6N7P8R0S';
const id = { ...idInput('Review ID', sampleId), description: 'ID of the review' } as const;

const status = schema({
  type: 'string',
  title: 'Status',
  description: 'Whether somebody has decided what the text means',
  enum: ['open', 'confirmed', 'dismissed'],
  examples: ['open'],
});

export const reviewSchema = record({
  title: 'Review',
  description:
    'A received text that may ask you to stop or start texting, and that a person must decide',
  properties: {
    id: { type: 'string', title: 'ID', examples: [sampleId] },
    status,
    keyword: {
      type: 'string',
      description: 'What the sender may want',
      enum: ['stop', 'start'],
      examples: ['stop'],
    },
    rule: {
      type: 'string',
      description: 'Name of the rule that found the possible opt-out or opt-in',
      examples: ['question'],
    },
    explanation: {
      type: 'string',
      description: 'Why the text is only a possible opt-out or opt-in',
      examples: ['The text asks a question about stopping or starting your texts.'],
    },
    message_id: {
      type: 'string',
      title: 'Message ID',
      description: 'ID of the received message',
      examples: ['msg_01JZ3K8QW5T4V9XH2M6N7P8R0S'],
    },
    text: {
      ...messageSchema.properties.text,
      description: 'Text of the received message',
      examples: ['How do I stop these?'],
    },
    phone: {
      type: 'string',
      description: 'Phone number that sent the text',
      examples: ['+12025550123'],
    },
    number: {
      type: 'string',
      description: 'Your number that received the text',
      examples: ['+12025550100'],
    },
    contact_id: messageSchema.properties.contact_id,
    conversation_id: messageSchema.properties.conversation_id,
    created_at: timestamp,
    decided_at: { ...timestamp, nullable: true, examples: [null] },
  },
});
export type Review = Infer<typeof reviewSchema>;

export const review = {
  list: operation({
    method: 'GET',
    path: '/reviews',
    summary: 'Get many reviews',
    description:
      'Lists the reviews of possible opt-outs: received texts that may ask you to stop or start texting, newest first',
    scope: 'read',
    input: listInput({
      status: { ...status, description: 'Only reviews with this status' },
      phone: { ...phoneInput, description: 'Only texts from this phone number' },
    }),
    output: pageOf(reviewSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  get: operation({
    method: 'GET',
    path: '/reviews/{id}',
    summary: 'Get review',
    description: 'Gets one review',
    scope: 'read',
    input: byId(id),
    output: reviewSchema,
    status: 200,
    errors: ['not_found'],
  }),
  decide: operation({
    method: 'POST',
    path: '/reviews/{id}/decide',
    summary: 'Decide review',
    description:
      'Confirms that the sender wants you to stop or start texting, or dismisses the review',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id,
        decision: {
          type: 'string',
          description:
            'Confirm to opt the sender out (or in again, for start); dismiss to change nothing',
          enum: ['confirm', 'dismiss'],
          examples: ['confirm'],
        },
      },
      required: ['id', 'decision'],
    },
    output: reviewSchema,
    status: 200,
    errors: ['not_found', 'status_conflict'],
  }),
};
