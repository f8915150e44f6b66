import { expect, it } from '@jest/globals';
import { InfiniteQueryObserver, QueryClient } from '@tanstack/react-query';
import { createFetchPage } from '../../console/src/api/fetchPage.ts';

/** Opens three pages of a list, newest row first, which polls the service. */
async function openPages() {
  const rows = ['f', 'e', 'd', 'c', 'b', 'a'];
  const clock = { now: 0 };
  const fetched: (string | null)[] = [];
  const cache = new QueryClient();
  const fetchPage = createFetchPage(cache, () => clock.now);
  const list = async (cursor: string | null) => {
    fetched.push(cursor);
    const start = cursor === null ? 0 : rows.indexOf(cursor) + 1;
    const data = rows.slice(start, start + 2);
    const has_more = start + 2 < rows.length;
    return { data, has_more, next_cursor: has_more ? data.at(-1)! : null };
  };
  const pages = new InfiniteQueryObserver(cache, {
    queryKey: ['message'],
    queryFn: (wanted) => fetchPage(wanted, 30_000, list),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
  await pages.refetch();
  await pages.fetchNextPage();
  await pages.fetchNextPage();
  const poll = async () => {
    fetched.length = 0;
    const { data } = await pages.refetch();
    return data!.pages.flatMap((page) => page.data).join('');
  };
  return { rows, clock, fetched, cache, poll };
}

it('a poll fetches only the first page while nothing moves', async () => {
  const { poll, fetched } = await openPages();
  expect(await poll()).toBe('fedcba');
  expect(fetched).toEqual([null]);
});

it('a poll that finds a new row fetches the pages whose rows have moved', async () => {
  const { rows, poll, fetched } = await openPages();
  rows.unshift('g');
  expect(await poll()).toBe('gfedcb');
  expect(fetched).toEqual([null, 'f', 'd']);
});

it('a poll fetches all pages after the user has changed something, and once in a while', async () => {
  const { cache, clock, poll, fetched } = await openPages();
  void cache.invalidateQueries({ queryKey: ['message'] });
  await poll();
  expect(fetched).toEqual([null, 'e', 'c']);
  clock.now = 30_000;
  await poll();
  expect(fetched).toEqual([null, 'e', 'c']);
});
