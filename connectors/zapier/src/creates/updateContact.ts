import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { contactField } from '../fields/sharedFields.ts';
import { advanced, inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { contactResult } from '../fields/results.ts';
import { withClient } from '../connection/withClient.ts';

const { update } = contract.contact;
const fields = inputFields(update.input, {
  id: contactField,
  first_name: {},
  last_name: {},
  email: {},
  external_id: {},
  status: {},
  lists: {
    dynamic: 'list_list.id.label',
    search: 'find_list.id',
    placeholder: undefined,
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
    perform: withClient(
      async (client, bundle) =>
        toOutput(update.output, await client.contact.update(readInputData(update.input, bundle))),
      fields,
    ),
  },
});
