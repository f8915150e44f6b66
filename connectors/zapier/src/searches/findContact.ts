import { defineSearch } from 'zapier-platform-core';
import { contactSchema, contract, schema } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { noneIfInvalid } from '../connection/errors.ts';
import { toOutput } from '../fields/toOutput.ts';
import { contactResult } from '../fields/results.ts';
import { searchWithClient } from '../connection/withClient.ts';

const { phone, email, external_id } = contract.contact.list.input.properties;
const query = schema({ type: 'object', properties: { phone, email, external_id } });
const fields = inputFields(query, {
  phone: { helpText: 'Phone number of the contact with country code. Fill in at least one field.' },
  email: { helpText: 'Email address of the contact.' },
  external_id: { helpText: 'ID of the contact in your own system.' },
});

export const findContact = defineSearch({
  key: 'find_contact',
  noun: 'Contact',
  display: {
    label: 'Find Contact',
    description: 'Finds a contact by phone number, email address or your own reference.',
  },
  operation: {
    inputFields: fields,
    ...contactResult,
    perform: searchWithClient(async (client, bundle, z) => {
      const given = readInputData(query, bundle);
      if (Object.keys(given).length === 0) {
        throw new z.errors.Error('Fill in Phone, Email or Your Reference.', 'nothing_to_find', 400);
      }
      // No contact has an invalid number or address.
      const found = await client.contact.list(given).catch(noneIfInvalid);
      return (found?.data ?? []).map((contact) => toOutput(contactSchema, contact));
    }, fields),
  },
});
