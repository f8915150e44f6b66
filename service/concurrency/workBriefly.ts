const maxWorkMs = 1_000;

/**
 * Works on one batch after another, for a second at most, because longer work would hold up
 * everything else. `workOnBatch` returns whether there may be more.
 */
export async function workBriefly(workOnBatch: () => Promise<boolean>): Promise<void> {
  const end = performance.now() + maxWorkMs;
  for (let isMore = true; isMore && performance.now() < end;) isMore = await workOnBatch();
}
