import { paginate as pages } from '@textloom/shared/client';

/**
 * Yields every result of a list operation, page after page.
 *
 * @example for await (const contact of paginate(textloom.contacts.list, { status: 'subscribed' })) …
 */
export function paginate<P extends { cursor?: string | undefined } | undefined, T>(
  list: (params: P) => Promise<{ data: T[]; next_cursor: string | null }>,
  params?: NoInfer<P>,
): AsyncGenerator<T, void, undefined> {
  return pages((input: { cursor?: string }) => list(input as P), { ...params });
}
