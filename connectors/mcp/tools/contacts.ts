import { ApiError, type CallOptions, type Client } from '@textloom/shared/client';
import { contract, schema, type Contact, type Input } from '@textloom/shared/contract';
import { presentContact, presentList, presentPage } from '../output/present.ts';
import { readPage } from '../output/readPage.ts';
import { refusal } from '../errors.ts';
import { isAllowed } from '../sending/isAllowed.ts';
import { variables } from '../settings.ts';
import { clearableFields, defineTool, type Tool } from './tool.ts';

const { list, upsert } = contract.contact;

/**
 * An agent can record an opt-out but cannot lift one, because a text from outside could talk it into
 * that.
 */
const optOutOnly = schema({
  ...upsert.input.properties.status,
  enum: ['opted_out'],
  description: 'Records that the person wants no texts; only the person can lift it',
});

/** An empty argument clears nothing, because agents also write it for what they leave out. */
const clearField = schema({
  type: 'string',
  enum: clearableFields,
  description: 'Empties this field; an empty argument changes nothing',
});

const notAllowed = refusal(
  `This number is not on the list of the operator (${variables.allowedRecipients}), so nothing was`,
  'saved. Tell the user. You can only record that the person wants no texts.',
);

const onlyOptOut = `Only the opt-out is saved, because this number is not on the list of the operator (${variables.allowedRecipients}).`;

/**
 * Saves a contact. An agent cannot know that a person agreed to be texted, so a new contact is pending,
 * and an existing one keeps its status unless the person opts out.
 */
async function save(
  client: Client,
  input: Input<typeof upsert>,
  options: CallOptions,
): Promise<Contact> {
  if (input.status === 'opted_out') return client.contact.upsert(input, options);
  const { phone, ...details } = input;
  const { data } = await client.contact.list({ phone, limit: 1 }, options);
  if (data[0]) return client.contact.update({ id: data[0].id, ...details }, options);
  try {
    // If somebody subscribes the person at this moment, the person must confirm again.
    return await client.contact.upsert({ ...input, status: 'pending' }, options);
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'opt_in_required') throw error;
    // The person opted out before, and has no contact. Without a status, the opt-out stays.
    return client.contact.upsert(input, options);
  }
}

/** The tools that find contacts and their lists, and save contacts. */
export const contactTools: readonly Tool[] = [
  defineTool({
    name: 'find_contacts',
    hints: 'reads texts',
    operation: list,
    inputs: ['phone', 'search', 'email', 'external_id', 'list_id', 'status', 'limit', 'cursor'],
    async run({ client, signal }, input) {
      const readContacts = async (asked: typeof input) => {
        const page = await client.contact.list(asked, { signal });
        // Without this, a list that does not exist would look like one without contacts.
        if (page.data.length === 0 && input.list_id !== undefined)
          await client.list.get({ id: input.list_id }, { signal });
        return page;
      };
      return { data: await readPage('contacts', input, readContacts, presentContact) };
    },
  }),
  defineTool({
    name: 'find_lists',
    hints: 'reads',
    operation: contract.list.list,
    inputs: ['name', 'cursor'],
    async run({ client, signal }, input) {
      const page = await client.list.list({ ...input, limit: 100 }, { signal });
      return { data: presentPage('lists', page, presentList) };
    },
  }),
  defineTool({
    name: 'save_contact',
    hints: 'changes',
    operation: upsert,
    note: 'A new contact is pending.',
    inputs: [
      ...(['phone', 'first_name', 'last_name', 'email', 'external_id', 'attributes'] as const),
      'status',
    ],
    own: { status: optOutOnly, clear_field: clearField },
    async run({ client, settings, signal }, { clear_field: cleared, ...input }) {
      const { allowedRecipients: allowed } = settings;
      // A person whom the agent cannot text may still ask it for no texts.
      const { phone, status, ...details } = input;
      const isOnlyOptOut = status === 'opted_out' && Object.keys(details).length === 0 && !cleared;
      if (allowed && !isOnlyOptOut) {
        const { to } = await client.message.preview({ to: phone, text: '-' }, { signal });
        if (to === null || !isAllowed(allowed, to)) {
          if (status !== 'opted_out') return { result: notAllowed };
          const contact = await client.contact.upsert({ phone, status }, { signal });
          return { data: { contact: presentContact(contact), not_saved: onlyOptOut } };
        }
      }
      const saved = await save(client, input, { signal });
      const contact = cleared
        ? await client.contact.update({ id: saved.id, [cleared]: null }, { signal })
        : saved;
      return { data: { contact: presentContact(contact) } };
    },
  }),
];
