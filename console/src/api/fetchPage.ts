import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import type { Page } from '@textloom/shared/client';

type Cursor = string | null;

interface Wanted {
  readonly queryKey: readonly unknown[];
  readonly pageParam: Cursor;
  readonly signal: AbortSignal;
}

/**
 * Returns a function that fetches a page of a list. A poll fetches the first page, and those whose
 * rows have moved. The others follow only after `laterMs`, or if the user has changed something, so
 * that a list with many pages does not exceed the rate limit.
 */
export function createFetchPage(cache: QueryClient, now = Date.now) {
  const fetchedAt = new Map<Cursor, number>();
  return async <T>(
    { queryKey, pageParam, signal }: Wanted,
    laterMs: number,
    list: (cursor: Cursor, signal: AbortSignal) => Promise<Page<T>>,
  ): Promise<Page<T>> => {
    const state = cache.getQueryState<InfiniteData<Page<T>, Cursor>>(queryKey);
    const known = state?.data?.pages[state.data.pageParams.indexOf(pageParam)];
    const isRecent = now() - (fetchedAt.get(pageParam) ?? -Infinity) < laterMs;
    if (known && pageParam !== null && isRecent && !state.isInvalidated) return known;
    const page = await list(pageParam, signal);
    fetchedAt.set(pageParam, now());
    return page;
  };
}
