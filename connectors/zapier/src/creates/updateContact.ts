import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { contactField, explainLists } from '../fields/sharedFields.ts';
import { advanced, inputFields } from '../fields/fields.ts';
import { contactResult } from '../fields/results.ts';
import { contactEffect } from '../fields/contactEffect.ts';
import { callOperation } from '../connection/callOperation.ts';

const { update } = contract.contact;
const fields = inputFields(update.input, {
  id: contactField,
  first_name: {},
  last_name: {},
  email: {},
  external_id: {},
  status: {},
  lists: explainLists('Replaces the lists of the contact. If empty, the contact keeps its lists.'),
});

const effect = contactEffect({
  status: 'the contact would keep its status',
  lists: 'the contact would be on the wrong lists',
});

export const updateContact = defineCreate({
  key: 'update_contact',
  noun: 'Contact',
  display: { label: 'Update Contact', description: `${update.description}.` },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    ...contactResult,
    perform: callOperation(update, fields, (client, input) => client.contact.update(input), effect),
  },
});
