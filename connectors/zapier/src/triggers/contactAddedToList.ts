import { defineTrigger } from 'zapier-platform-core';
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
    wanted: () => ['list.contact_added'],
    passesConditions: ({ data }, bundle) => {
      const { list_id } = readInputData(form, bundle);
      return list_id === undefined || data.id === list_id;
    },
    shown: ['name', 'contact'],
    example: {},
  }),
});
