import { contactSchema } from './contact.ts';
import { byId, contactKey, idInput, listInput, notBlank, pageOf, timestamp } from './fields.ts';
import { formatCount } from './formatCount.ts';
import { limits } from './limits.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const sampleId = 'lst_01JZ3K8QW5T4V9XH2M6N7P8R0S';
const id = { ...idInput('List ID', sampleId), description: 'ID of the list' } as const;

const name = schema({
  type: 'string',
  title: 'Name',
  description: 'Name of the list',
  minLength: 1,
  maxLength: 100,
  ...notBlank,
  examples: ['Newsletter'],
});

export const listSchema = record({
  title: 'List',
  properties: {
    id: { type: 'string', title: 'ID', examples: [sampleId] },
    name,
    size: {
      type: 'integer',
      description: 'Number of contacts on the list',
      minimum: 0,
      examples: [42],
    },
    created_at: timestamp,
    updated_at: timestamp,
  },
});
export type ContactList = Infer<typeof listSchema>;

const membership = {
  id,
  contact_id: contactKey,
} as const;

export const list = {
  create: operation({
    method: 'POST',
    path: '/lists',
    summary: 'Create list',
    description: `Adds a list, or returns the list that has this name; an account can have at most ${formatCount(limits.lists)} lists`,
    scope: 'send',
    input: { type: 'object', properties: { name }, required: ['name'] },
    output: listSchema,
    status: [201, 200],
    errors: ['limit_reached'],
  }),
  list: operation({
    method: 'GET',
    path: '/lists',
    summary: 'Get many lists',
    description: 'Lists the lists of the account, newest first',
    scope: 'read',
    input: listInput({
      name: {
        ...name,
        description:
          'Only the list with this name; if there is none, lists whose names differ only in case',
      },
    }),
    output: pageOf(listSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  get: operation({
    method: 'GET',
    path: '/lists/{id}',
    summary: 'Get list',
    description: 'Gets one list and its number of contacts',
    scope: 'read',
    input: byId(id),
    output: listSchema,
    status: 200,
    errors: ['not_found'],
  }),
  update: operation({
    method: 'PATCH',
    path: '/lists/{id}',
    summary: 'Update list',
    description: 'Renames a list',
    scope: 'send',
    input: { type: 'object', properties: { id, name }, required: ['id'] },
    output: listSchema,
    status: 200,
    errors: ['not_found'],
  }),
  delete: operation({
    method: 'DELETE',
    path: '/lists/{id}',
    summary: 'Delete list',
    description: 'Deletes a list but keeps its contacts',
    scope: 'send',
    input: byId(id),
    status: 204,
    errors: ['not_found'],
  }),
  addContact: operation({
    method: 'PUT',
    path: '/lists/{id}/contacts/{contact_id}',
    summary: 'Add contact to list',
    description: 'Adds a contact to a list; adding a contact again changes nothing',
    scope: 'send',
    input: { type: 'object', properties: membership, required: ['id', 'contact_id'] },
    output: contactSchema,
    status: 200,
    notAudited: 'automations repeat it for each person',
    errors: ['not_found'],
  }),
  removeContact: operation({
    method: 'DELETE',
    path: '/lists/{id}/contacts/{contact_id}',
    summary: 'Remove contact from list',
    description:
      'Removes a contact from a list; removing a contact that is not on the list changes nothing',
    scope: 'send',
    input: { type: 'object', properties: membership, required: ['id', 'contact_id'] },
    status: 204,
    notAudited: 'automations repeat it for each person',
    errors: ['not_found'],
  }),
};
