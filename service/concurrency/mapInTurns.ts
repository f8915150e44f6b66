import { createYield } from './createYield.ts';

/** Maps items in order. Other work of the process gets its turns meanwhile. */
export async function mapInTurns<T, U>(
  items: readonly T[],
  map: (item: T, at: number) => U,
): Promise<U[]> {
  const pause = createYield();
  const mapped: U[] = [];
  for (const [at, item] of items.entries()) {
    mapped.push(map(item, at));
    await pause();
  }
  return mapped;
}
