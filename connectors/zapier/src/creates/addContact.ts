import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { advanced, inputFields } from '../fields/fields.ts';
import { contactResult } from '../fields/results.ts';
import { explainLists } from '../fields/sharedFields.ts';
import { contactEffect } from '../fields/contactEffect.ts';
import { callOperation } from '../connection/callOperation.ts';
import { resolveLists } from '../connection/resolveLists.ts';

const { upsert } = contract.contact;
const fields = inputFields(upsert.input, {
  phone: {},
  first_name: {},
  last_name: {},
  email: {},
  external_id: {},
  lists: explainLists('Adds the contact to these lists.'),
});

const effect = contactEffect({
  status: 'a new contact would be subscribed',
  lists: 'the contact would be added to no list',
});

export const addContact = defineCreate({
  key: 'add_contact',
  noun: 'Contact',
  display: { label: 'Create or Update Contact', description: `${upsert.description}.` },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    ...contactResult,
    perform: callOperation(
      upsert,
      fields,
      async (client, input) => client.contact.upsert(await resolveLists(client, input, 'lists')),
      effect,
    ),
  },
});
