import { contract, schema } from '@textloom/shared/contract';
import { presentContact, presentPage } from '../output/present.ts';
import { defineTool, type Tool } from './tool.ts';

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

/** The tools that find and save contacts. */
export const contactTools: readonly Tool[] = [
  defineTool({
    name: 'find_contacts',
    hints: 'reads',
    operation: list,
    inputs: ['phone', 'email', 'external_id', 'status', 'limit', 'cursor'],
    run: async ({ client, signal }, input) => ({
      data: presentPage('contacts', await client.contact.list(input, { signal }), presentContact),
    }),
  }),
  defineTool({
    name: 'save_contact',
    hints: 'changes',
    operation: upsert,
    inputs: [
      ...(['phone', 'first_name', 'last_name', 'email', 'external_id', 'attributes'] as const),
      ...(['time_zone', 'lists', 'status'] as const),
    ],
    own: { status: optOutOnly },
    run: async ({ client, signal }, input) => ({
      data: { contact: presentContact(await client.contact.upsert(input, { signal })) },
    }),
  }),
];
