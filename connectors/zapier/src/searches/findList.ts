import { defineSearch } from 'zapier-platform-core';
import type { Client } from '@textloom/shared/client';
import { contract, listSchema, schema, type ContactList } from '@textloom/shared/contract';
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
      const found = await findLists(client, readInputData(query, bundle).name);
      return found.map((list) => toOutput(listSchema, list));
    }, fields),
  },
});

/** Returns the list with exactly this name or, if there is none, the lists with it in any case. */
export const findLists = async (client: Client, name: string): Promise<readonly ContactList[]> =>
  (await client.list.list({ name })).data;
