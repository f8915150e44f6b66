import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { contactField } from '../contactField.ts';
import { inputFields } from '../fields.ts';
import { inputOf } from '../inputOf.ts';
import { listField } from '../listField.ts';
import { outputOf } from '../outputOf.ts';
import { resources } from '../resources.ts';
import { withClient } from '../withClient.ts';

const { addContact } = contract.list;
const fields = inputFields(addContact.input, { id: listField, contact_id: contactField });

export const addContactToList = defineCreate({
  key: 'add_contact_to_list',
  noun: 'Contact',
  display: { label: 'Add Contact to List', description: `${addContact.description}.` },
  operation: {
    inputFields: fields,
    resource: resources.contact.key,
    perform: withClient(
      async (client, bundle) =>
        outputOf(
          addContact.output,
          await client.list.addContact(inputOf(addContact.input, bundle)),
        ),
      fields,
    ),
  },
});
