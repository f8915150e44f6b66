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
