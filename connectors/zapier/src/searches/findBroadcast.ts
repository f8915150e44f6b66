import { defineSearch } from 'zapier-platform-core';
import { noneIfMissing } from '@textloom/shared/client';
import { broadcastSchema, contract } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { broadcastResult } from '../fields/results.ts';
import { broadcastField } from '../fields/sharedFields.ts';
import { searchWithClient } from '../connection/withClient.ts';

const { get } = contract.broadcast;
const fields = inputFields(get.input, { id: { ...broadcastField, search: undefined } });

export const findBroadcast = defineSearch({
  key: 'find_broadcast',
  noun: 'Broadcast',
  display: {
    label: 'Find Broadcast',
    description: 'Finds a broadcast, its progress and what became of its messages.',
  },
  operation: {
    inputFields: fields,
    ...broadcastResult,
    perform: searchWithClient(async (client, bundle) => {
      const found = await client.broadcast
        .get(readInputData(get.input, bundle))
        .catch(noneIfMissing);
      return found ? [toOutput(broadcastSchema, found)] : [];
    }, fields),
  },
});
