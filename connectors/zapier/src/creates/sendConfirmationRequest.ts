import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { describeResult } from '../fields/toOutput.ts';
import { contactField, senderField } from '../fields/sharedFields.ts';
import { callOperation } from '../connection/callOperation.ts';

const { confirm } = contract.contact;
const fields = inputFields(confirm.input, { id: contactField, from: senderField });

export const sendConfirmationRequest = defineCreate({
  key: 'send_confirmation_request',
  noun: 'Message',
  display: { label: 'Send Confirmation Request', description: `${confirm.description}.` },
  operation: {
    inputFields: fields,
    ...describeResult(confirm.output),
    perform: callOperation(confirm, fields, (client, input) => client.contact.confirm(input)),
  },
});
