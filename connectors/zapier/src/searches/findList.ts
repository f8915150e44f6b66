import { defineSearch } from 'zapier-platform-core';
import { paginate } from '@textloom/shared/client';
import { contract, listSchema, schema } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { listResult } from '../fields/results.ts';
import { searchWithClient } from '../connection/withClient.ts';

const { name } = contract.list.list.input.properties;
const query = schema({ type: 'object', properties: { name }, required: ['name'] });
const fields = inputFields(query, { name: { helpText: 'Name of the list, in any case.' } });

export const findList = defineSearch({
  key: 'find_list',
  noun: 'List',
  display: { label: 'Find List', description: 'Finds a list of contacts by its name.' },
  operation: {
    inputFields: fields,
    ...listResult,
    perform: searchWithClient(async (client, bundle) => {
      const { name } = readInputData(query, bundle);
      const { data } = await client.list.list({ name });
      const found = [...data];
      if (found.length === 0) {
        for await (const list of paginate(client.list.list, { limit: 100 }))
          if (isSameName(list.name, name)) found.push(list);
      }
      return found.map((list) => toOutput(listSchema, list));
    }, fields),
  },
});

const isSameName = (a: string, b: string): boolean =>
  a.localeCompare(b, 'en', { sensitivity: 'accent' }) === 0;
