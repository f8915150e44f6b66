import { defineSearch } from 'zapier-platform-core';
import { contract, listSchema, schema } from '@textloom/shared/contract';
import { inputFields, outputFields } from '../fields/fields.ts';
import { inputOf } from '../fields/inputOf.ts';
import { outputOf, sampleOutput } from '../fields/outputOf.ts';
import { withClient } from '../connection/withClient.ts';

const { name } = contract.list.list.input.properties;
const query = schema({ type: 'object', properties: { name }, required: ['name'] });
const fields = inputFields(query, { name: { helpText: 'Name of the list.' } });

export const findList = defineSearch({
  key: 'find_list',
  noun: 'List',
  display: { label: 'Find List', description: 'Finds a list of contacts by its name.' },
  operation: {
    inputFields: fields,
    outputFields: outputFields(listSchema),
    sample: sampleOutput(listSchema),
    perform: withClient(async (client, bundle) => {
      const { data } = await client.list.list(inputOf(query, bundle));
      return data.map((list) => outputOf(listSchema, list));
    }, fields),
  },
});
