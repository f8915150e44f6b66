import { defineCreate } from 'zapier-platform-core';
import { ApiError } from '@textloom/shared/client';
import { contract, schema } from '@textloom/shared/contract';
import { line, lineOf, sendEach } from '../sending/bulk.ts';
import { deduplicationKey, sendAtField, senderField } from '../fields/sharedFields.ts';
import { advanced, inputFields, outputFields } from '../fields/fields.ts';
import { inputOf } from '../fields/inputOf.ts';
import { outputOf, sampleOutput } from '../fields/outputOf.ts';
import { withClient } from '../connection/withClient.ts';

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
  from: senderField,
  send_at: sendAtField,
  purpose: {},
});
const lineFields = fields.flatMap(({ children = [] }) => children);

const count = { type: 'integer', examples: [1] } as const;
const result = schema({
  type: 'object',
  properties: {
    taken: { ...count, title: 'Accepted', description: 'Number of accepted messages' },
    refused: { ...count, title: 'Rejected', examples: [0] },
    results: { type: 'array', title: 'Results', items: line },
  },
});

export const sendMessages = defineCreate({
  key: 'send_messages',
  noun: 'Message',
  display: {
    label: 'Send Bulk Messages',
    description: 'Sends a message for each line item, and returns a result for each.',
  },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    outputFields: outputFields(result),
    sample: sampleOutput(result),
    perform: withClient(async (client, bundle) => {
      const { messages = [], ...rest } = inputOf(form, bundle);
      const results = await sendEach(
        client,
        messages.map((message) => ({ ...rest, ...message })),
      );
      const lines = results.map((result, at) =>
        lineOf(result, messages[at], [...lineFields, ...fields]),
      );
      const taken = results.filter((one) => !(one instanceof ApiError)).length;
      return outputOf(result, { taken, refused: lines.length - taken, results: lines });
    }, fields),
  },
});
