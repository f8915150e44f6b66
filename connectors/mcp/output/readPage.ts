import { readFilled, type Page } from '@textloom/shared/client';
import { presentPage } from './present.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Clients refuse or cut longer results. */
export const longestResult = 50_000;

interface Paging {
  limit?: number;
  cursor?: string;
}

/**
 * Reads a page of a list for an agent. If its items together are too long, the page ends earlier, and
 * its cursor leads to the others. Continues a search whose first page is empty.
 */
export async function readPage<I extends Paging, T>(
  name: string,
  input: I,
  list: (asked: I) => Promise<Page<T>>,
  present: (one: T) => Fields,
): Promise<Fields> {
  let asked = input;
  const page = await readFilled((next: I) => list((asked = next)), input);
  const limit = countFitting(page.data.map(present));
  // Only the service knows the cursor after an item.
  return presentPage(
    name,
    limit < page.data.length ? await list({ ...asked, limit }) : page,
    present,
  );
}

function countFitting(items: readonly Fields[]): number {
  let length = 0;
  const fitting = items.findIndex(
    (item) => (length += JSON.stringify(item).length) > longestResult,
  );
  return fitting < 0 ? items.length : Math.max(fitting, 1);
}
