interface Pages<T> {
  readonly rows: readonly T[] | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

/** Returns the properties of a table for the pages of a list. */
export const toTable = <T>(pages: Pages<T>) => ({
  rows: pages.rows,
  error: pages.error,
  onRetry: () => void pages.refetch(),
  hasMore: pages.hasNextPage,
  isFetchingMore: pages.isFetchingNextPage,
  onMore: () => void pages.fetchNextPage(),
});
