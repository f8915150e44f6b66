import { expect, it } from '@jest/globals';
import { toTable } from '../../console/src/ui/toTable.ts';

it.each([
  ['nothing yet', ['', '', ''], 30],
  ['something, but nothing on the last pages', ['ab', '', 'ab', '', ''], 20],
  ['something on the last page', ['', 'ab'], 0],
])('a search that has found %s knows how many rows it has compared since', (_, pages, compared) => {
  const data = { pages: pages.map((rows) => ({ data: [...rows] })) };
  const found = { data, rows: [], error: null, refetch: () => {}, fetchNextPage: () => {} };
  const states = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false };
  expect(toTable({ ...found, ...states }, 10)).toMatchObject({ compared });
  expect(toTable({ ...found, ...states })).not.toHaveProperty('compared');
});
