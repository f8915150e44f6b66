import type { Page } from '@textloom/shared/client';
import { presentPage } from './present.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Clients refuse or cut longer results. */
const longestPage = 50_000;

/**
 * Reads a page of a list for an agent. If its items together are too long, the page ends earlier, and
 * its cursor leads to the others.
 *
 * @param list reads a page with at most `limit` items, or with the usual number
 */
export async function readPage<T>(
  name: string,
  list: (limit?: { readonly limit: number }) => Promise<Page<T>>,
  present: (one: T) => Fields,
): Promise<Fields> {
  const page = await list();
  const limit = countFitting(page.data.map(present));
  // Only the service knows the cursor after an item.
  return presentPage(name, limit < page.data.length ? await list({ limit }) : page, present);
}

function countFitting(items: readonly Fields[]): number {
  let length = 0;
  const fitting = items.findIndex((item) => (length += JSON.stringify(item).length) > longestPage);
  return fitting < 0 ? items.length : Math.max(fitting, 1);
}
