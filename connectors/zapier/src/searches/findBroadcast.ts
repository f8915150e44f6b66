import { defineSearch } from 'zapier-platform-core';
import { noneIfMissing } from '@textloom/shared/client';
import { broadcastSchema, contract, schema } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { broadcastResult } from '../fields/results.ts';
import { broadcastField } from '../fields/sharedFields.ts';
import { explainAnyField, requireAnyField } from '../connection/requireAnyField.ts';
import { searchWithClient } from '../connection/withClient.ts';

const { get, list } = contract.broadcast;
const query = schema({
  type: 'object',
  properties: { id: get.input.properties.id, name: list.input.properties.name },
});
const anyOf = ['id', 'name'] as const;
const fields = explainAnyField(
  inputFields(query, {
    id: { ...broadcastField, search: undefined },
    name: { helpText: 'Finds the newest broadcast with this name, in any case.' },
  }),
  anyOf,
);

export const findBroadcast = defineSearch({
  key: 'find_broadcast',
  noun: 'Broadcast',
  display: {
    label: 'Find Broadcast',
    description: 'Finds a broadcast by ID or name, its progress and what became of its messages.',
  },
  operation: {
    inputFields: fields,
    ...broadcastResult,
    perform: searchWithClient(async (client, bundle, z) => {
      const { id, name } = readInputData(query, bundle);
      requireAnyField(z, fields, { id, name }, anyOf);
      const found =
        id === undefined
          ? (await client.broadcast.list({ name })).data
          : [await client.broadcast.get({ id }).catch(noneIfMissing)];
      return found.flatMap((one) => (one ? [toOutput(broadcastSchema, one)] : []));
    }, fields),
  },
});
