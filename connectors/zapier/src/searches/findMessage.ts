import { defineSearch } from 'zapier-platform-core';
import { noneIfMissing } from '@textloom/shared/client';
import { contract, messageSchema, schema } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput, sampleOutput } from '../fields/toOutput.ts';
import { deliveredExample, messageFields } from '../fields/results.ts';
import { searchWithClient } from '../connection/withClient.ts';

const { get, list } = contract.message;
const query = schema({
  type: 'object',
  properties: {
    id: get.input.properties.id,
    reference: list.input.properties.reference,
  },
});
const fields = inputFields(query, {
  id: {
    label: 'Message',
    helpText: 'ID of the message, from the step that sent it. Fill in Message or Reference.',
  },
  reference: { helpText: 'Your own ID for the message, from the step that sent it.' },
});

export const findMessage = defineSearch({
  key: 'find_message',
  noun: 'Message',
  display: {
    label: 'Find Message',
    description: 'Finds a message and its delivery status by its ID or by your own reference.',
  },
  operation: {
    inputFields: fields,
    outputFields: messageFields,
    sample: sampleOutput(messageSchema, deliveredExample),
    perform: searchWithClient(async (client, bundle, z) => {
      const { id, reference } = readInputData(query, bundle);
      if (id === undefined && reference === undefined) {
        throw new z.errors.Error('Fill in Message or Reference.', 'nothing_to_find', 400);
      }
      const found =
        id === undefined
          ? (await client.message.list({ reference })).data
          : [await client.message.get({ id }).catch(noneIfMissing)];
      return found.flatMap((message) => (message ? [toOutput(messageSchema, message)] : []));
    }, fields),
  },
});
