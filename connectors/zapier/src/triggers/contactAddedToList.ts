import { defineTrigger } from 'zapier-platform-core';
import { invalidField, noneIfMissing } from '@textloom/shared/client';
import { contract, events, schema } from '@textloom/shared/contract';
import { inputFields } from '../fields/fields.ts';
import { readInputData } from '../fields/readInputData.ts';
import { listField } from '../fields/sharedFields.ts';
import { hook } from '../hooks/hook.ts';

const form = schema({
  type: 'object',
  properties: { list_id: contract.list.get.input.properties.id },
});

export const contactAddedToList = defineTrigger({
  key: 'contact_added_to_list',
  noun: 'Contact',
  display: {
    label: 'Contact Added to List',
    description: `Triggers when ${events['list.contact_added'].when}.`,
  },
  operation: hook({
    kind: 'list',
    inputFields: inputFields(form, {
      list_id: { ...listField, helpText: 'Only contacts that join this list. If empty, any list.' },
    }),
    // With a name, or a list of another account, the Zap would be on and never start.
    check: async (bundle, client) => {
      const { list_id: id } = readInputData(form, bundle);
      if (id === undefined || (await client.list.get({ id }).catch(noneIfMissing))) return;
      throw invalidField(
        'list_id',
        'is not the ID of a list in this account. Choose the list from the dropdown',
      );
    },
    wanted: () => ['list.contact_added'],
    passesConditions: ({ data }, bundle) => {
      const { list_id } = readInputData(form, bundle);
      return list_id === undefined || data.id === list_id;
    },
    shown: ['name', 'contact'],
    example: {},
  }),
});
