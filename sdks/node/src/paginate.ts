import { paginate as pages } from '@textloom/shared/client';
import type { CallOptions } from './types.generated.ts';

type Params = { cursor?: string | undefined } | undefined;
type Results<T> = Promise<{ data: T[]; next_cursor: string | null }>;

/**
 * Yields every result of a list operation, page after page. If the operation takes an ID, pass it
 * before the other inputs. The options apply to the call for each page.
 *
 * @example for await (const contact of paginate(textloom.contacts.list, { status: 'subscribed' })) …
 * @example for await (const attempt of paginate(textloom.messages.attempts, 'msg_…')) …
 */
export function paginate<P extends Params, T>(
  list: (params: P) => Results<T>,
  params?: NoInfer<P>,
  options?: CallOptions,
): AsyncGenerator<T, void, undefined>;
export function paginate<P extends Params, T>(
  list: (id: string, params: P) => Results<T>,
  id: string,
  params?: NoInfer<P>,
  options?: CallOptions,
): AsyncGenerator<T, void, undefined>;
export function paginate<T>(
  list: (options?: CallOptions) => Promise<{ data: T[] }>,
  options?: CallOptions,
): AsyncGenerator<T, void, undefined>;
export function paginate<T>(
  list: (...given: never[]) => Promise<{ data: T[] }>,
  ...given: readonly unknown[]
): AsyncGenerator<T, void, undefined> {
  const ids = given.filter((one) => typeof one === 'string');
  const [input, ...others] = given.slice(ids.length);
  const read = list as (...all: unknown[]) => Results<T>;
  return pages((page: { cursor?: string }) => read(...ids, page, ...others), {
    ...(input as object | undefined),
  });
}
