import { randomUUID } from 'node:crypto';
import { defineCreate } from 'zapier-platform-core';
import { errorOfItem } from '@textloom/shared/client';
import { contract, schema } from '@textloom/shared/contract';
import { deduplicationKey } from '../deduplicationKey.ts';
import { wordsOf } from '../errors.ts';
import { advanced, inputFields, outputFields } from '../fields.ts';
import { idempotencyKeyOf } from '../idempotencyKeyOf.ts';
import { inputOf } from '../inputOf.ts';
import { outputOf, sampleOutput } from '../outputOf.ts';
import { withClient } from '../withClient.ts';

const { send, sendBatch } = contract.message;
const { messages } = sendBatch.input.properties;
const { to, contact_id, text, reference, metadata, ...common } = send.input.properties;
const form = schema({
  type: 'object',
  properties: {
    messages: {
      type: 'array',
      title: messages.title,
      items: {
        type: 'object',
        properties: { to, text, reference, deduplication_key: deduplicationKey },
        required: ['to', 'text'],
      },
    },
    ...common,
  },
});
const fields = inputFields(form, {
  messages: { required: true },
  from: { dynamic: 'sender_list.number.label', placeholder: undefined },
  send_at: {},
  purpose: {},
});
const lineFields = fields.flatMap(({ children = [] }) => children);

const { id, status, segments } = send.output.properties;
const count = { type: 'integer', examples: [1] } as const;
const result = schema({
  type: 'object',
  properties: {
    taken: { ...count, title: 'Taken', description: 'How many messages were taken' },
    refused: { ...count, title: 'Refused', examples: [0] },
    results: {
      type: 'array',
      title: 'Results',
      items: {
        type: 'object',
        properties: {
          is_taken: { type: 'boolean', title: 'Is Taken', examples: [true] },
          message_id: { ...id, title: 'Message ID', nullable: true },
          to: { ...send.output.properties.to, nullable: true },
          reference: { ...reference, nullable: true },
          status: { ...status, nullable: true },
          segments: { ...segments, nullable: true },
          error_code: { type: 'string', title: 'Error Code', nullable: true, examples: [null] },
          error: { type: 'string', title: 'Error', nullable: true, examples: [null] },
        },
      },
    },
  },
});
const line = result.properties.results.items;

export const sendMessages = defineCreate({
  key: 'send_messages',
  noun: 'Message',
  display: {
    label: 'Send Bulk Messages',
    description: `Sends a message for each line item, up to ${messages.maxItems} at once, and gives a result for each.`,
  },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    outputFields: outputFields(result),
    sample: sampleOutput(result),
    perform: withClient(async (client, bundle) => {
      const { messages = [], ...rest } = inputOf(form, bundle);
      const { results } = await client.message.sendBatch({
        messages: messages.map(({ deduplication_key: key, ...message }) => ({
          ...rest,
          ...message,
          idempotency_key: key === undefined ? randomUUID() : idempotencyKeyOf(message.to, key),
        })),
      });
      const lines = results.map(({ message, problem }, at) => {
        if (message)
          return outputOf(line, {
            ...message,
            is_taken: true,
            message_id: message.id,
            error: null,
          });
        const error = errorOfItem(problem, send.input);
        return outputOf(line, {
          to: messages[at]?.to,
          reference: messages[at]?.reference,
          is_taken: false,
          error_code: problem?.code,
          error: error && wordsOf(error, [...lineFields, ...fields]),
        });
      });
      const taken = lines.filter(({ is_taken }) => is_taken).length;
      return outputOf(result, { taken, refused: lines.length - taken, results: lines });
    }, fields),
  },
});
