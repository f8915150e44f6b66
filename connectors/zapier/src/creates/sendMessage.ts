import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { advanced, inputFields, outputFields } from '../fields.ts';
import { inputOf } from '../inputOf.ts';
import { outputOf, sampleOutput } from '../outputOf.ts';
import { withClient } from '../withClient.ts';

const { send } = contract.message;
const fields = inputFields(send.input, {
  to: { required: true },
  contact_id: false,
  text: {},
  from: { dynamic: 'sender_list.number.label', placeholder: undefined },
  send_at: {},
  purpose: {},
  reference: {},
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
    perform: withClient(
      async (client, bundle) =>
        outputOf(send.output, await client.message.send(inputOf(send.input, bundle))),
      fields,
    ),
  },
});
