import { defineSearch } from 'zapier-platform-core';
import { noneIfMissing } from '@textloom/shared/client';
import { contract, messageSchema, schema } from '@textloom/shared/contract';
import { noneIfInvalid } from '../connection/errors.ts';
import { inputFields } from '../fields/fields.ts';
import { nationalNumbers } from '../fields/helpText.ts';
import { readInputData } from '../fields/readInputData.ts';
import { describeResult, toOutput } from '../fields/toOutput.ts';
import { deliveredExample } from '../fields/results.ts';
import { explainAnyField, requireAnyField } from '../connection/requireAnyField.ts';
import { searchWithClient } from '../connection/withClient.ts';

const { get, list } = contract.message;
const query = schema({
  type: 'object',
  properties: {
    id: get.input.properties.id,
    reference: list.input.properties.reference,
    phone: list.input.properties.phone,
  },
});
const anyOf = ['id', 'reference', 'phone'] as const;
const fields = explainAnyField(
  inputFields(query, {
    id: {
      label: 'Message',
      helpText: 'ID of the message, from the step that sent it.',
    },
    reference: { helpText: 'Your own ID for the message, from the step that sent it.' },
    phone: {
      helpText: `Finds the newest message to or from this phone number. ${nationalNumbers}`,
    },
  }),
  anyOf,
);

export const findMessage = defineSearch({
  key: 'find_message',
  noun: 'Message',
  display: {
    label: 'Find Message',
    description:
      'Finds a message and its delivery status by ID, your own reference, or phone number.',
  },
  operation: {
    inputFields: fields,
    ...describeResult(messageSchema, deliveredExample),
    perform: searchWithClient(async (client, bundle, z) => {
      const { id, ...filters } = readInputData(query, bundle);
      requireAnyField(z, fields, { id, ...filters }, anyOf);
      const found =
        id === undefined
          ? ((await client.message.list(filters).catch(noneIfInvalid))?.data ?? [])
          : [await client.message.get({ id }).catch(noneIfMissing)];
      return found.flatMap((message) => (message ? [toOutput(messageSchema, message)] : []));
    }, fields),
  },
});
