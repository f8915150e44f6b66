import { defineSearch } from 'zapier-platform-core';
import { paginate, type Client } from '@textloom/shared/client';
import { contract, listSchema, schema, type Infer } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { listResult } from '../fields/results.ts';
import { searchWithClient } from '../connection/withClient.ts';

const { name } = contract.list.list.input.properties;
const query = schema({ type: 'object', properties: { name }, required: ['name'] });
const fields = inputFields(query, { name: { helpText: 'Name of the list, in any case.' } });

type List = Infer<typeof listSchema>;

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
export async function findLists(client: Client, name: string): Promise<readonly List[]> {
  const { data } = await client.list.list({ name });
  if (data.length > 0) return data;
  const found: List[] = [];
  for await (const list of paginate(client.list.list, { limit: 100 }))
    if (isSameName(list.name, name)) found.push(list);
  return found;
}

const isSameName = (a: string, b: string): boolean =>
  a.localeCompare(b, 'en', { sensitivity: 'accent' }) === 0;
