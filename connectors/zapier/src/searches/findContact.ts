import { defineSearch } from 'zapier-platform-core';
import { contactSchema, contract, schema } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { nationalNumbers } from '../fields/helpText.ts';
import { readInputData } from '../fields/readInputData.ts';
import { noneIfInvalid } from '../connection/errors.ts';
import { toOutput } from '../fields/toOutput.ts';
import { contactResult } from '../fields/results.ts';
import { explainAnyField, requireAnyField } from '../connection/requireAnyField.ts';
import { inSearch, type Effect } from '../connection/requireValues.ts';
import { isEmpty } from '../connection/templates.ts';
import { withClient } from '../connection/withClient.ts';

const { phone, email, external_id } = contract.contact.list.input.properties;
const query = schema({ type: 'object', properties: { phone, email, external_id } });
const anyOf = ['phone', 'email', 'external_id'] as const;
const fields = explainAnyField(
  inputFields(query, {
    phone: {
      helpText: `Phone number of the contact. If you fill it in, the step finds its contact, whatever the other fields contain. ${nationalNumbers}`,
    },
    email: { helpText: 'Email address of the contact.' },
    external_id: { helpText: 'ID of the contact in your own system.' },
  }),
  anyOf,
);

/**
 * A number belongs to one contact. Find or Create Contact shares these fields with the contact that it
 * creates, so some people have no email address, or another one than before.
 */
const effect: Effect = (key, values) =>
  key === 'phone' || isEmpty(values.phone) ? inSearch(key, values) : undefined;

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
    perform: withClient(
      async (client, bundle, z) => {
        const given = readInputData(query, bundle);
        requireAnyField(z, fields, given, anyOf);
        const { phone } = given;
        const filter = phone === undefined ? given : { phone };
        // No contact has an invalid number or address.
        const found = await client.contact.list(filter).catch(noneIfInvalid);
        return (found?.data ?? []).map((contact) => toOutput(contactSchema, contact));
      },
      fields,
      effect,
    ),
  },
});
