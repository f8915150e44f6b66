import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { contactField, explainLists } from '../fields/sharedFields.ts';
import { advanced, inputFields } from '../fields/fields.ts';
import { contactResult } from '../fields/results.ts';
import { contactEffect } from '../fields/contactEffect.ts';
import { callOperation } from '../connection/callOperation.ts';
import { resolveLists } from '../connection/resolveLists.ts';

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
    perform: callOperation(
      update,
      fields,
      async (client, input) => client.contact.update(await resolveLists(client, input, 'lists')),
      effect,
    ),
  },
});
