import { defineCreate } from 'zapier-platform-core';
import { contract } from '@textloom/shared/contract';
import { advanced, inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { toOutput } from '../fields/toOutput.ts';
import { contactResult } from '../fields/results.ts';
import { listField } from '../fields/sharedFields.ts';
import { requireMapped } from '../connection/requireValues.ts';
import { withClient } from '../connection/withClient.ts';

const { upsert } = contract.contact;
const fields = inputFields(upsert.input, {
  phone: {},
  first_name: {},
  last_name: {},
  email: {},
  external_id: {},
  lists: { ...listField, label: 'Lists', helpText: 'Lists to add the contact to.' },
});

export const addContact = defineCreate({
  key: 'add_contact',
  noun: 'Contact',
  display: { label: 'Create or Update Contact', description: `${upsert.description}.` },
  operation: {
    inputFields: fields,
    inputFieldGroups: [advanced],
    ...contactResult,
    perform: withClient(async (client, bundle) => {
      requireMapped(bundle, ['status'], 'a new contact would be subscribed');
      requireMapped(bundle, ['lists'], 'the contact would be added to no list');
      return toOutput(
        upsert.output,
        await client.contact.upsert(readInputData(upsert.input, bundle)),
      );
    }, fields),
  },
});
