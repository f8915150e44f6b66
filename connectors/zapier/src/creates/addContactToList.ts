import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { contactField, listField } from '../fields/sharedFields.ts';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { contactResult } from '../fields/results.ts';
import { withClient } from '../connection/withClient.ts';

const { addContact } = contract.list;
const fields = inputFields(addContact.input, { id: listField, contact_id: contactField });

export const addContactToList = defineCreate({
  key: 'add_contact_to_list',
  noun: 'Contact',
  display: { label: 'Add Contact to List', description: `${addContact.description}.` },
  operation: {
    inputFields: fields,
    ...contactResult,
    perform: withClient(
      async (client, bundle) =>
        toOutput(
          addContact.output,
          await client.list.addContact(readInputData(addContact.input, bundle)),
        ),
      fields,
    ),
  },
});
