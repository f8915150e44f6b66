import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { listResult } from '../fields/results.ts';
import { findLists } from '../searches/findList.ts';
import { callOperation } from '../connection/callOperation.ts';

const { create } = contract.list;
const fields = inputFields(create.input, { name: {} });

export const createList = defineCreate({
  key: 'create_list',
  noun: 'List',
  // The limit of lists matters to programs. The error explains it to the few people who reach it.
  display: { label: 'Create List', description: `${create.description.split(';')[0]}.` },
  operation: {
    inputFields: fields,
    ...listResult,
    perform: callOperation(create, fields, async (client, input) => {
      const [found] = await findLists(client, input.name);
      return found ?? client.list.create(input);
    }),
  },
});
