import type { Query } from '../route.ts';

/** Returns the filters after one changes. `in` says where to search these words, and no others. */
export const changeFilter = (query: Query, name: string, value: string): Query =>
  Object.fromEntries(
    Object.entries({ ...query, [name]: value }).filter(
      ([one, text]) => text !== '' && !(name === 'search' && one === 'in'),
    ),
  );
