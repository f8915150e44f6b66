import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { contactField, listField } from '../fields/sharedFields.ts';
import { advanced, inputFields } from '../fields/fields.ts';
import { contactResult } from '../fields/results.ts';
import { requireMapped } from '../connection/requireValues.ts';
import { withClient } from '../connection/withClient.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';

const { update } = contract.contact;
const fields = inputFields(update.input, {
  id: contactField,
  first_name: {},
  last_name: {},
  email: {},
  external_id: {},
  status: {},
  lists: {
    ...listField,
    label: 'Lists',
    helpText: "Replaces the contact's lists. Leave empty to keep them.",
  },
});

export const updateContact = defineCreate({
  key: 'update_contact',
  noun: 'Contact',
  display: { label: 'Update Contact', description: `${update.description}.` },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    ...contactResult,
    perform: withClient(async (client, bundle) => {
      requireMapped(bundle, ['status'], 'the contact would keep its status');
      requireMapped(bundle, ['lists'], 'the contact would be on the wrong lists');
      const contact = await client.contact.update(readInputData(update.input, bundle));
      return toOutput(update.output, contact);
    }, fields),
  },
});
