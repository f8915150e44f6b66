import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { contactField, listField } from '../fields/sharedFields.ts';
import { inputFields } from '../fields/fields.ts';
import { contactResult } from '../fields/results.ts';
import { callOperation } from '../connection/callOperation.ts';
import { resolveLists } from '../connection/resolveLists.ts';

const { addContact } = contract.list;
const fields = inputFields(addContact.input, { id: listField, contact_id: contactField });

export const addContactToList = defineCreate({
  key: 'add_contact_to_list',
  noun: 'Contact',
  display: { label: 'Add Contact to List', description: `${addContact.description}.` },
  operation: {
    inputFields: fields,
    ...contactResult,
    perform: callOperation(addContact, fields, async (client, input) =>
      client.list.addContact(await resolveLists(client, input, 'id')),
    ),
  },
});
