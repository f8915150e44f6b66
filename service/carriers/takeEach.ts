/**
 * What became of something that a carrier has brought: it is stored; it can never be stored, so that
 * the carrier must not bring it again; or it must be brought again.
 */
export type Fate = 'taken' | 'dropped' | 'postponed';

/** A failure of one item, which is not logged with what the item holds. */
export type OnFailure = (fate: Fate, error: unknown) => void;

/** Once something has failed, a batch ends after this: carriers wait for their answers. */
const patienceMs = 10_000;

/**
 * Takes items one by one, so that one that fails keeps no other from being taken. What the database
 * refuses for what it is would fail forever, and is dropped.
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

/** Takes items together, and one by one where that fails. */
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
      // What it refers to may have been deleted meanwhile, so once is not enough to give it up.
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

/** Data exceptions, violated constraints, and values that are too large: classes 22, 23 and 54. */
const isPermanent = (error: unknown): boolean =>
  /^(22|23|54)[0-9A-Z]{3}$/.test(String((error as { readonly code?: unknown } | null)?.code));
