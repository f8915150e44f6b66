import { defineCreate } from 'zapier-platform-core';
import { contract, schema } from '@textloom/shared/contract';
import { deduplicationKey } from '../deduplicationKey.ts';
import { advanced, inputFields, outputFields } from '../fields.ts';
import { idempotencyKeyOf } from '../idempotencyKeyOf.ts';
import { inputOf } from '../inputOf.ts';
import { outputOf, sampleOutput } from '../outputOf.ts';
import { withClient } from '../withClient.ts';

const { send } = contract.message;
const form = schema({
  ...send.input,
  properties: {
    ...send.input.properties,
    deduplication_key: deduplicationKey,
  },
});
const fields = inputFields(form, {
  to: { required: true },
  contact_id: false,
  text: {},
  from: { dynamic: 'sender_list.number.label', placeholder: undefined },
  send_at: {
    helpText:
      'When to send, up to 35 days ahead; at once if empty. A time without a zone, such as `tomorrow 9am`, is one of the time zone of your Zapier account.',
  },
  purpose: {},
  reference: {},
  deduplication_key: {},
});

export const sendMessage = defineCreate({
  key: 'send_message',
  noun: 'Message',
  display: { label: 'Send Message', description: `${send.description}.` },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    outputFields: outputFields(send.output),
    sample: sampleOutput(send.output),
    perform: withClient(async (client, bundle) => {
      const { deduplication_key: key, ...message } = inputOf(form, bundle);
      const options =
        key === undefined ? {} : { idempotencyKey: idempotencyKeyOf(message.to ?? '', key) };
      return outputOf(send.output, await client.message.send(message, options));
    }, fields),
  },
});
