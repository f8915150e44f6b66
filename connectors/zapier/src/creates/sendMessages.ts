import { defineCreate } from 'zapier-platform-core';
import { contract, schema } from '@textloom/shared/contract';
import {
  allRejected,
  countFields,
  countResults,
  lineSchema,
  toLine,
  sendEach,
} from '../sending/bulk.ts';
import {
  deduplicationKeys,
  mergeFieldsField,
  sendAtField,
  senderField,
} from '../fields/sharedFields.ts';
import { advanced, inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { requireLines } from '../fields/requireLines.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { keepOthersFields } from '../sending/keepOthersFields.ts';
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
        properties: { to, text, reference, deduplication_key: deduplicationKeys.message },
        required: ['to', 'text'],
      },
    },
    ...common,
  },
});
const fields = inputFields(form, {
  messages: {},
  from: senderField,
  send_at: sendAtField,
  purpose: {},
  merge_fields: mergeFieldsField,
});
const lineFields = fields.flatMap(({ children = [] }) => children);

const result = schema({
  type: 'object',
  properties: {
    ...countFields,
    results: { type: 'array', title: 'Results', items: lineSchema },
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
    ...describeResult(result),
    perform: withClient(async (client, bundle, z) => {
      const { messages = [], ...rest } = readInputData(form, bundle);
      requireLines(bundle, 'messages', messages, 'To and Text');
      const results = await sendEach(
        client,
        messages.map((message) => keepOthersFields({ ...rest, ...message }, bundle)),
      );
      const allFields = [...lineFields, ...fields];
      // Otherwise, the run would count as a success although nobody gets a message.
      const rejected = allRejected(z, results, allFields, 'No message was accepted. ');
      if (rejected) throw rejected;
      const lines = results.map((result, at) => toLine(result, messages[at], allFields));
      return toOutput(result, { ...countResults(results), results: lines });
    }, fields),
  },
});
