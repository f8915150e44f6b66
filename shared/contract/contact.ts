import { fieldErrorCodes } from './errors.ts';
import {
  contactKey,
  explainPages,
  limitCreation,
  listId,
  listInput,
  pageOf,
  phoneInput,
  sender,
  timestamp,
  timeZone,
} from './fields.ts';
import { formatCount } from './formatCount.ts';
import { limits } from './limits.ts';
import { messageSchema } from './message.ts';
import { operation } from './operation.ts';
import { record, schema, type Infer } from './schema.ts';

const sampleId = 'con_01JZ3K8QW5T4V9XH2M6N7P8R0S';
const sampleListId = 'lst_01JZ3K8QW5T4V9XH2M6N7P8R0S';

export const contactStatus = schema({
  type: 'string',
  title: 'Status',
  description:
    'Whether you may text the contact; a pending contact has not confirmed yet and gets no marketing',
  enum: ['subscribed', 'opted_out', 'pending'],
  examples: ['subscribed'],
});
export type ContactStatus = Infer<typeof contactStatus>;

const consent = schema({
  type: 'object',
  title: 'Consent',
  description: 'Where and when the contact agreed to be texted',
  properties: {
    source: {
      type: 'string',
      description: 'Where the contact agreed, such as the checkout form',
      minLength: 1,
      maxLength: 200,
      examples: ['Checkout form'],
    },
    at: {
      ...timestamp,
      description: 'When the contact agreed; must not be in the future',
    },
  },
  required: ['source', 'at'],
});

const details = {
  first_name: { type: 'string', maxLength: 100, examples: ['Ada'] },
  last_name: { type: 'string', maxLength: 100, examples: ['Lovelace'] },
  email: {
    type: 'string',
    description: 'Email address of the contact',
    format: 'email',
    maxLength: 254,
    examples: ['ada@example.com'],
  },
  external_id: {
    type: 'string',
    title: 'External ID',
    description: 'ID of the contact in your own system',
    maxLength: 100,
    examples: ['customer-77'],
  },
  attributes: {
    type: 'object',
    title: 'Attributes',
    description: 'Your own names and values, stored with the contact',
    values: { type: 'string', maxLength: 500 },
    maxProperties: 50,
    maxNameLength: limits.nameLength,
    examples: [{ plan: 'pro' }],
  },
  time_zone: {
    ...timeZone,
    description: 'Time zone of the contact as an IANA name, for quiet hours',
  },
} as const;

const nullableDetails = {
  first_name: { ...details.first_name, nullable: true },
  last_name: { ...details.last_name, nullable: true },
  email: { ...details.email, nullable: true },
  external_id: { ...details.external_id, nullable: true },
  time_zone: { ...details.time_zone, nullable: true },
} as const;

const lists = schema({
  type: 'array',
  title: 'Lists',
  description: 'IDs of lists to add the contact to',
  items: { type: 'string', maxLength: 64, examples: [sampleListId] },
  maxItems: 100,
  examples: [[sampleListId]],
});

export const contactSchema = record({
  title: 'Contact',
  properties: {
    id: { type: 'string', title: 'ID', examples: [sampleId] },
    phone: {
      type: 'string',
      description: 'The number in E.164 form',
      examples: ['+12025550123'],
    },
    ...nullableDetails,
    attributes: details.attributes,
    lists: {
      type: 'array',
      title: 'Lists',
      description: 'IDs of the lists that the contact is on',
      items: { type: 'string' },
      examples: [[]],
    },
    status: contactStatus,
    opted_out_numbers: {
      type: 'array',
      title: 'Opted-Out Numbers',
      description:
        'Your numbers that the contact sent STOP to, if an opt-out applies only to one number',
      items: { type: 'string' },
      examples: [[]],
    },
    consent: { ...consent, nullable: true },
    created_at: timestamp,
    updated_at: timestamp,
  },
});
export type Contact = Infer<typeof contactSchema>;

const phone = schema({
  ...phoneInput,
  title: 'Phone',
  description:
    "Phone number of the contact, such as +12025550123; without a country code, it belongs to the account's default country",
});
const status = schema({
  ...contactStatus,
  description:
    'Whether you may text the contact; to subscribe a contact again after an opt-out, include consent that is newer than the opt-out',
});
const newStatus = schema({
  ...status,
  description: `${status.description}; if empty, a new contact is subscribed`,
});

export const contact = {
  upsert: operation({
    method: 'POST',
    path: '/contacts',
    summary: 'Create or update contact',
    description:
      'Adds a contact, or updates the given fields and attributes of the contact that has this phone number',
    scope: 'send',
    input: {
      type: 'object',
      properties: { phone, ...details, lists, status: newStatus, consent },
      required: ['phone'],
    },
    output: contactSchema,
    status: [201, 200],
    notAudited:
      'automations repeat it for each person, and the consent ledger records consent with the key',
    errors: ['opt_in_required'],
  }),
  get: operation({
    method: 'GET',
    path: '/contacts/{id}',
    summary: 'Get contact',
    description: 'Gets one contact by ID or phone number',
    scope: 'read',
    input: { type: 'object', properties: { id: contactKey }, required: ['id'] },
    output: contactSchema,
    status: 200,
    errors: ['not_found'],
  }),
  list: operation({
    method: 'GET',
    path: '/contacts',
    summary: 'Get many contacts',
    description: 'Searches contacts, newest first',
    scope: 'read',
    input: listInput({
      phone: { ...phoneInput, description: 'Only the contact with this number' },
      search: {
        type: 'string',
        description: `Only contacts whose name, phone number or email address contains this text; ${explainPages(limits.searchedContacts)}`,
        minLength: 1,
        maxLength: 100,
        examples: ['Ada'],
      },
      email: { ...details.email, description: 'Only contacts with this email address' },
      external_id: {
        ...details.external_id,
        description: 'Only contacts with this ID in your own system',
        minLength: 1,
      },
      list_id: { ...listId, description: 'Only contacts on this list' },
      status: { ...contactStatus, description: 'Only contacts with this status' },
      ...limitCreation('Only contacts created'),
    }),
    output: pageOf(contactSchema),
    status: 200,
    errors: ['invalid_cursor'],
  }),
  update: operation({
    method: 'PATCH',
    path: '/contacts/{id}',
    summary: 'Update contact',
    description: 'Updates the given fields and attributes of a contact and keeps the others',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id: contactKey,
        ...nullableDetails,
        attributes: {
          ...details.attributes,
          values: { ...details.attributes.values, nullable: true },
        },
        lists: {
          ...lists,
          description: 'IDs of the lists that replace the current lists of the contact',
          maxItems: limits.listsOfContact,
        },
        status,
        consent,
      },
      required: ['id'],
      missing: {
        phone: 'cannot change; create a contact with the new number, and delete this one',
      },
    },
    output: contactSchema,
    status: 200,
    notAudited:
      'automations repeat it for each person, and the consent ledger records consent with the key',
    errors: ['not_found', 'opt_in_required'],
  }),
  delete: operation({
    method: 'DELETE',
    path: '/contacts/{id}',
    summary: 'Delete contact',
    description: 'Deletes a contact; an opt-out of its number stays active',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id: contactKey,
        erase: {
          type: 'boolean',
          description:
            'Whether to erase everything else about the person as well, such as messages, events and verifications; only counts and a keyed hash of an opt-out stay. With a phone number, this works without a contact. `GET /erasures` shows when everything is gone; you cannot undo it',
          examples: [false],
        },
      },
      required: ['id'],
    },
    status: 204,
    errors: ['not_found', 'limit_reached'],
  }),
  confirm: operation({
    method: 'POST',
    path: '/contacts/{id}/confirm',
    summary: 'Send confirmation request',
    description:
      'Texts a pending contact and asks for a YES, which subscribes the contact (double opt-in); at most once a day',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        id: contactKey,
        from: {
          ...sender,
          description: "Number to send from, not a name; the account's default number if empty",
        },
      },
      required: ['id'],
    },
    output: messageSchema,
    status: 202,
    notAudited: 'the consent ledger records it with the key',
    errors: [
      'not_found',
      'status_conflict',
      'sender_not_owned',
      'no_route',
      'recipient_opted_out',
      'recipient_not_allowed',
      'daily_limit_reached',
    ],
  }),
  import: operation({
    method: 'POST',
    path: '/contacts/import',
    summary: 'Import contacts',
    description:
      'Adds or updates a contact for each row of a CSV file and lists every rejected row; an account can run one import at a time, per process. The service stores rows in batches: after an error, send the same import again, which adds no contact twice',
    scope: 'send',
    input: {
      type: 'object',
      properties: {
        csv: {
          type: 'string',
          title: 'CSV',
          description: `The file, with at most ${formatCount(limits.importRows)} rows and ${limits.importColumns} columns. The first line names the columns, and phone is required; status can opt a contact out of all your numbers, and opted_out_numbers of single ones, separated by spaces; no column lifts an opt-out; \`id\`, lists, created_at and updated_at are ignored; any column that is not a field of a contact becomes an attribute, and the contact keeps its other attributes; a column such as opted_out or consent is rejected, because only status opts a contact out`,
          minLength: 1,
          maxLength: 1_000_000,
          multiline: true,
          examples: ['phone,first_name,email\n+12025550123,Ada,ada@example.com\n'],
        },
        list_id: { ...listId, description: 'ID of a list to add the contacts to' },
        consent,
      },
      required: ['csv'],
    },
    output: record({
      title: 'Import',
      properties: {
        created: {
          type: 'integer',
          description: 'Number of rows that added a contact',
          minimum: 0,
          examples: [1],
        },
        updated: {
          type: 'integer',
          description:
            'Number of rows that updated a contact, including a contact that an earlier row added',
          minimum: 0,
          examples: [0],
        },
        refused: {
          type: 'array',
          title: 'Refused',
          description:
            'Every rejected row, and the reason; an opt-out counts even if its row is rejected, unless the reason says otherwise',
          items: record({
            title: 'Refused Row',
            properties: {
              line: {
                type: 'integer',
                description: 'Line of the file where the row begins, counted from 1',
                minimum: 1,
                examples: [3],
              },
              column: {
                type: 'string',
                description: 'Name of the column with the error',
                nullable: true,
                examples: ['phone'],
              },
              code: { type: 'string', enum: fieldErrorCodes },
              detail: {
                type: 'string',
                description: 'What is wrong with the value',
                examples: ['is not a phone number'],
              },
            },
          }),
          examples: [[]],
        },
        columns: {
          type: 'array',
          title: 'Columns',
          description: 'What each column of the file was read as',
          items: record({
            title: 'Imported Column',
            properties: {
              title: {
                type: 'string',
                description: 'Name of the column in the file',
                examples: ['Shoe size'],
              },
              field: {
                type: 'string',
                description:
                  'The field of the contact, such as `first_name` or `attributes.plan`; null if the column was ignored',
                nullable: true,
                examples: ['attributes.shoe_size'],
              },
            },
          }),
          examples: [[{ title: 'phone', field: 'phone' }]],
        },
      },
    }),
    status: 200,
    errors: [],
  }),
};
