import type { SearchOrCreate } from 'zapier-platform-core';
import { createList } from '../creates/createList.ts';
import { findList } from '../searches/findList.ts';

/** Zapier requires the key of the search here. */
export const findOrCreateList = {
  key: findList.key,
  display: {
    label: 'Find or Create List',
    description: 'Finds a list of contacts by its name, or creates one if there is none yet.',
  },
  search: findList.key,
  create: createList.key,
} satisfies SearchOrCreate;
