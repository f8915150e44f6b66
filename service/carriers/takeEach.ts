/**
 * The outcome of an item that a carrier delivers: it is stored (`taken`); it can never be stored, so the
 * carrier must not deliver it again (`dropped`); or the carrier must deliver it again (`postponed`).
 */
export type Fate = 'taken' | 'dropped' | 'postponed';

/** Handles the failure of one item. The log does not include the content of the item. */
export type OnFailure = (fate: Fate, error: unknown) => void;

/** After a failure, a batch ends within this time, because carriers wait for their responses. */
const patienceMs = 10_000;

/**
 * Stores items one by one, so that one failure does not affect the others. Drops items whose content the
 * database refuses, because they would fail forever.
 */
export async function takeEach<T>(
  items: readonly T[],
  take: (item: T) => Promise<unknown>,
  onFailure: OnFailure,
): Promise<Fate[]> {
  const fates: Fate[] = [];
  const deadline = performance.now() + patienceMs;
  for (const item of items) {
    const isTooLate = fates.includes('postponed') && performance.now() > deadline;
    fates.push(isTooLate ? 'postponed' : await takeOne(() => take(item), onFailure));
  }
  return fates;
}

/** Stores items together, or one by one if that fails. */
export async function takeTogether<T>(
  items: readonly T[],
  take: (items: readonly T[]) => Promise<unknown>,
  onFailure: OnFailure,
): Promise<Fate[]> {
  if (items.length === 0) return [];
  try {
    await take(items);
    return items.map(() => 'taken');
  } catch {
    return takeEach(items, (item) => take([item]), onFailure);
  }
}

async function takeOne(take: () => Promise<unknown>, onFailure: OnFailure): Promise<Fate> {
  try {
    await take().catch((error: unknown) => {
      // A transaction may have deleted a row that the item refers to, so the item gets a second attempt.
      if (isPermanent(error)) return take();
      throw error;
    });
    return 'taken';
  } catch (error) {
    const fate = isPermanent(error) ? 'dropped' : 'postponed';
    onFailure(fate, error);
    return fate;
  }
}

/** Matches data exceptions, violated constraints, and values that are too large: classes 22, 23, and 54. */
const isPermanent = (error: unknown): boolean =>
  /^(22|23|54)[0-9A-Z]{3}$/.test(String((error as { readonly code?: unknown } | null)?.code));
