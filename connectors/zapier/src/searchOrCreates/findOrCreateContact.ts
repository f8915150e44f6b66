import type { SearchOrCreate } from 'zapier-platform-core';
import { addContact } from '../creates/addContact.ts';
import { findContact } from '../searches/findContact.ts';

/** Zapier requires the key of the search here. */
export const findOrCreateContact = {
  key: findContact.key,
  display: {
    label: 'Find or Create Contact',
    description: 'Finds a contact, or creates one if there is none yet.',
  },
  search: findContact.key,
  create: addContact.key,
} satisfies SearchOrCreate;
