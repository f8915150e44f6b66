import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput, sampleOutput } from '../fields/toOutput.ts';
import { messageFields } from '../fields/results.ts';
import { contactField, senderField } from '../fields/sharedFields.ts';
import { withClient } from '../connection/withClient.ts';

const { confirm } = contract.contact;
const fields = inputFields(confirm.input, { id: contactField, from: senderField });

export const sendConfirmationRequest = defineCreate({
  key: 'send_confirmation_request',
  noun: 'Message',
  display: { label: 'Send Confirmation Request', description: `${confirm.description}.` },
  operation: {
    inputFields: fields,
    outputFields: messageFields,
    sample: sampleOutput(confirm.output),
    perform: withClient(
      async (client, bundle) =>
        toOutput(
          confirm.output,
          await client.contact.confirm(readInputData(confirm.input, bundle)),
        ),
      fields,
    ),
  },
});
