interface Pages<T> {
  readonly data: { readonly pages: readonly { readonly data: readonly unknown[] }[] } | undefined;
  readonly rows: readonly T[] | undefined;
  readonly error: unknown;
  readonly hasNextPage: boolean;
  readonly isFetchingNextPage: boolean;
  readonly isFetchNextPageError: boolean;
  readonly refetch: () => unknown;
  readonly fetchNextPage: () => unknown;
}

/**
 * Returns the properties of a table for the pages of a list. Each page of a search compares at most
 * `most` rows.
 */
export const toTable = <T>(pages: Pages<T>, most?: number) => ({
  rows: pages.rows,
  error: pages.error,
  onRetry: () => {
    if (pages.isFetchNextPageError) pages.fetchNextPage();
    else pages.refetch();
  },
  hasMore: pages.hasNextPage,
  isFetchingMore: pages.isFetchingNextPage,
  onMore: () => void pages.fetchNextPage(),
  ...(most !== undefined && { compared: most * countEmptyAtEnd(pages.data?.pages ?? []) }),
});

const countEmptyAtEnd = (pages: readonly { readonly data: readonly unknown[] }[]): number =>
  pages.length - 1 - pages.findLastIndex(({ data }) => data.length > 0);
