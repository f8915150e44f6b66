/**
 * The outcome of an item that a carrier delivers: it is stored (`accepted`); it is for a number
 * that no account holds (`unassigned`); it can never be stored, so the carrier must not deliver it
 * again (`dropped`); or the carrier must deliver it again (`postponed`).
 */
export type InboxOutcome = 'accepted' | 'unassigned' | 'dropped' | 'postponed';

/** Handles the failure of one item. The log does not include the content of the item. */
export type OnFailure = (outcome: InboxOutcome, error: unknown) => void;

/** After a failure, a batch ends within this time, because carriers wait for their responses. */
const retryWindowMs = 10_000;

/**
 * Stores items one by one, so that one failure does not affect the others. Drops items whose
 * content the database refuses, because they would fail forever.
 */
export async function storeEach<T>(
  items: readonly T[],
  store: (item: T) => Promise<'accepted' | 'unassigned'>,
  onFailure: OnFailure,
): Promise<InboxOutcome[]> {
  const outcomes: InboxOutcome[] = [];
  const deadline = performance.now() + retryWindowMs;
  for (const item of items) {
    const isTooLate = outcomes.includes('postponed') && performance.now() > deadline;
    outcomes.push(isTooLate ? 'postponed' : await storeOne(() => store(item), onFailure));
  }
  return outcomes;
}

/** Stores items together, or one by one if that fails. */
export async function storeBatch<T>(
  items: readonly T[],
  store: (items: readonly T[]) => Promise<unknown>,
  onFailure: OnFailure,
): Promise<InboxOutcome[]> {
  if (items.length === 0) return [];
  const storeAll = async (some: readonly T[]) => {
    await store(some);
    return 'accepted' as const;
  };
  try {
    const outcome = await storeAll(items);
    return items.map(() => outcome);
  } catch {
    return storeEach(items, (item) => storeAll([item]), onFailure);
  }
}

async function storeOne(
  store: () => Promise<'accepted' | 'unassigned'>,
  onFailure: OnFailure,
): Promise<InboxOutcome> {
  try {
    return await store().catch((error: unknown) => {
      // A transaction may have deleted a row that the item refers to, so the item gets a second
      // attempt.
      if (isPermanent(error)) return store();
      throw error;
    });
  } catch (error) {
    const outcome = isPermanent(error) ? 'dropped' : 'postponed';
    onFailure(outcome, error);
    return outcome;
  }
}

/**
 * Matches data exceptions, violated constraints, and values that are too large: classes 22, 23, and
 * 54.
 */
const isPermanent = (error: unknown): boolean =>
  /^(22|23|54)[0-9A-Z]{3}$/.test(String((error as { readonly code?: unknown } | null)?.code));
