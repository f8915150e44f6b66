import { defineCreate } from 'zapier-platform-core';
import { contract, schema } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { broadcastResult } from '../fields/results.ts';
import { broadcastField } from '../fields/sharedFields.ts';
import { withClient } from '../connection/withClient.ts';

const { pause } = contract.broadcast;
const form = schema({
  type: 'object',
  properties: {
    ...pause.input.properties,
    change: {
      type: 'string',
      title: 'Change',
      description: 'What to do with the broadcast; you cannot resume a canceled broadcast',
      enum: ['pause', 'resume', 'cancel'],
    },
  },
  required: ['id', 'change'],
});
const fields = inputFields(form, { id: broadcastField, change: {} });

export const changeBroadcast = defineCreate({
  key: 'change_broadcast',
  noun: 'Broadcast',
  display: {
    label: 'Pause, Resume or Cancel Broadcast',
    description: 'Changes whether a broadcast runs: pauses, resumes or cancels it.',
  },
  operation: {
    inputFields: fields,
    ...broadcastResult,
    perform: withClient(async (client, bundle) => {
      const { id, change } = readInputData(form, bundle);
      return toOutput(pause.output, await client.broadcast[change]({ id }));
    }, fields),
  },
});
