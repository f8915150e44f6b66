interface Pages<T> {
  readonly rows: readonly T[] | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

/** Returns the properties of a table for the pages of a list. */
export const toTable = <T>(pages: Pages<T>) => ({
  rows: pages.rows,
  error: pages.error,
  onRetry: () => {
    if (pages.isFetchNextPageError) pages.fetchNextPage();
    else pages.refetch();
  },
  hasMore: pages.hasNextPage,
  isFetchingMore: pages.isFetchingNextPage,
  onMore: () => void pages.fetchNextPage(),
});
