/** One page of a list. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

/** A page of a search compares thousands of objects, so this many pages go far back. */
export const mostEmptyPages = 10;

/**
 * Yields every result of a list operation, page after page. Ends after `mostEmpty` pages in a row
 * without results, because a search of a large account can have thousands of them.
 *
 * @example for await (const message of paginate(client.message.list, { status: 'failed' })) …
 */
export async function* paginate<I extends { cursor?: string }, T>(
  list: (input: I) => Promise<Page<T>>,
  input: I,
  mostEmpty = Infinity,
): AsyncGenerator<T, void, undefined> {
  let cursor: string | null = null;
  let empty = 0;
  do {
    const page: Page<T> = await list(cursor ? { ...input, cursor } : input);
    yield* page.data;
    cursor = page.next_cursor;
    empty = page.data.length > 0 ? 0 : empty + 1;
  } while (cursor && empty < mostEmpty);
}

/**
 * Reads the first page of a search that has results. A page can be empty although a later one is
 * not. Returns an empty page with a cursor if many pages are empty.
 */
export async function readFilled<I extends { cursor?: string }, T>(
  list: (input: I) => Promise<Page<T>>,
  input: I,
): Promise<Page<T>> {
  let page = await list(input);
  for (let read = 1; read < mostEmptyPages; read++) {
    if (page.data.length > 0 || page.next_cursor === null) break;
    page = await list({ ...input, cursor: page.next_cursor });
  }
  return page;
}
