/** One page of a list. */
export interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | null;
}

/**
 * Yields every result of a list operation, page after page.
 *
 * @example for await (const message of paginate(client.message.list, { status: 'failed' })) …
 */
export async function* paginate<I extends { cursor?: string }, T>(
  list: (input: I) => Promise<Page<T>>,
  input: I,
): AsyncGenerator<T, void, undefined> {
  let page = await list(input);
  yield* page.data;
  while (page.next_cursor) {
    page = await list({ ...input, cursor: page.next_cursor });
    yield* page.data;
  }
}

/** A page compares thousands of objects, so this many pages go far back. */
const mostPages = 10;

/**
 * Reads the first page of a search that has results. A page can be empty although a later one is
 * not. Returns an empty page with a cursor if many pages are empty.
 */
export async function readFilled<I extends { cursor?: string }, T>(
  list: (input: I) => Promise<Page<T>>,
  input: I,
): Promise<Page<T>> {
  let page = await list(input);
  for (let read = 1; read < mostPages; read++) {
    if (page.data.length > 0 || page.next_cursor === null) break;
    page = await list({ ...input, cursor: page.next_cursor });
  }
  return page;
}
