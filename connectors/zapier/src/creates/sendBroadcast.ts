import { defineCreate } from 'zapier-platform-core';
import { idempotencyKeyOf } from '@textloom/shared/connector/deduplicate';
import { contract, schema } from '@textloom/shared/contract';
import { broadcastForm, broadcastFields, toBroadcast } from '../fields/broadcastForm.ts';
import { advanced, inputFields } from '../fields/fields.ts';
import { inputOf } from '../fields/inputOf.ts';
import { outputOf } from '../fields/outputOf.ts';
import { broadcastResult } from '../fields/results.ts';
import { withClient } from '../connection/withClient.ts';

const { create } = contract.broadcast;
const deduplication = schema({
  type: 'object',
  properties: {
    deduplication_key: {
      type: 'string',
      title: 'Deduplication Key',
      description:
        'Map the ID of the record that starts the Zap; with the same key, the service sends only one broadcast within 24 hours, even if Zapier replays the run',
      examples: ['summer-sale-2026'],
    },
  },
});
const fields = [...broadcastFields, ...inputFields(deduplication, { deduplication_key: {} })];

export const sendBroadcast = defineCreate({
  key: 'send_broadcast',
  noun: 'Broadcast',
  display: {
    label: 'Send Broadcast',
    description: 'Sends one text to the contacts of lists, or to contacts that match a filter.',
  },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    ...broadcastResult,
    perform: withClient(async (client, bundle) => {
      const { deduplication_key: key } = inputOf(deduplication, bundle);
      const input = toBroadcast(inputOf(broadcastForm, bundle));
      const options = key === undefined ? {} : { idempotencyKey: idempotencyKeyOf('', key) };
      return outputOf(create.output, await client.broadcast.create(input, options));
    }, fields),
  },
});
