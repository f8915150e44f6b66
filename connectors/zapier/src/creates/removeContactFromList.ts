import { defineCreate } from 'zapier-platform-core';
import { contactSchema, contract } from '@textloom/shared/contract';
import { contactField, listField } from '../fields/sharedFields.ts';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { contactResult } from '../fields/results.ts';
import { resolveLists } from '../connection/resolveLists.ts';
import { withClient } from '../connection/withClient.ts';

const { removeContact } = contract.list;
const fields = inputFields(removeContact.input, { id: listField, contact_id: contactField });

export const removeContactFromList = defineCreate({
  key: 'remove_contact_from_list',
  noun: 'Contact',
  display: { label: 'Remove Contact from List', description: `${removeContact.description}.` },
  operation: {
    inputFields: fields,
    ...contactResult,
    perform: withClient(async (client, bundle) => {
      const input = readInputData(removeContact.input, bundle);
      const membership = await resolveLists(client, input, 'id');
      await client.list.removeContact(membership);
      // The response has no body, but a step must return data for the next step.
      return toOutput(contactSchema, await client.contact.get({ id: membership.contact_id }));
    }, fields),
  },
});
