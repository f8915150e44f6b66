import { expect, it } from '@jest/globals';
import { toTable } from '../../console/src/ui/toTable.ts';

it.each([
  ['nothing yet', [0, 0, 0], 30],
  ['something, but nothing on the last pages', [2, 0, 2, 0, 0], 20],
  ['something on the last page', [0, 2], 0],
])('a search that has found %s knows how many rows it has compared since', (_, pages, compared) => {
  const data = { pages: pages.map((length) => ({ data: Array.from({ length }) })) };
  const found = { data, rows: [], error: null, refetch: () => {}, fetchNextPage: () => {} };
  const states = { hasNextPage: true, isFetchingNextPage: false, isFetchNextPageError: false };
  expect(toTable({ ...found, ...states }, 10)).toMatchObject({ compared });
  expect(toTable({ ...found, ...states })).not.toHaveProperty('compared');
});
