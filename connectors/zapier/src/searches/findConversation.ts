import { defineSearch } from 'zapier-platform-core';
import { contract, conversationSchema, schema } from '@textloom/shared/contract';
import { noneIfInvalid } from '../connection/errors.ts';
import { inputFields } from '../fields/fields.ts';
import { nationalNumbers } from '../fields/helpText.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { conversationResult } from '../fields/results.ts';
import { contactField, senderField } from '../fields/sharedFields.ts';
import { explainAnyField, requireAnyField } from '../connection/requireAnyField.ts';
import { searchWithClient } from '../connection/withClient.ts';

const { phone, contact_id, number, status } = contract.conversation.list.input.properties;
const query = schema({ type: 'object', properties: { phone, contact_id, number, status } });
const anyOf = ['phone', 'contact_id'] as const;
const fields = explainAnyField(
  inputFields(query, {
    phone: { helpText: `Phone number that the conversation is with. ${nationalNumbers}` },
    contact_id: contactField,
    number: senderField,
    status: {},
  }),
  anyOf,
);

export const findConversation = defineSearch({
  key: 'find_conversation',
  noun: 'Conversation',
  display: {
    label: 'Find Conversation',
    description: 'Finds the conversation with a phone number or a contact.',
  },
  operation: {
    inputFields: fields,
    ...conversationResult,
    perform: searchWithClient(async (client, bundle, z) => {
      const given = readInputData(query, bundle);
      requireAnyField(z, fields, given, anyOf);
      const found = await client.conversation.list(given).catch(noneIfInvalid);
      return (found?.data ?? []).map((one) => toOutput(conversationSchema, one));
    }, fields),
  },
});
