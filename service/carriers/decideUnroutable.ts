import type { Carriers } from './carriers.ts';

/**
 * While the settings of the processes change one by one, another process may know a carrier that
 * this one does not know. Until this has passed, this process leaves its messages to the others.
 */
export const unknownCarrierSeconds = 3_600;

/** When this process first found no carrier for something, in the order of these times. */
const unroutableSince = new WeakMap<Carriers, Map<string, number>>();

const minWaitSeconds = 5;
const maxWaitSeconds = 600;

interface Unroutable {
  /** The IDs of the messages that had no carrier for long enough. */
  readonly failed: readonly string[];
  readonly waits: readonly { readonly id: string; readonly seconds: number }[];
}

/**
 * Decides which messages without a carrier fail. The others wait, so that a process that knows a
 * carrier for them can take them. The waits grow, so that a long queue costs little. Does the same
 * for whole broadcasts.
 */
export function decideUnroutable(
  carriers: Carriers,
  rows: readonly { readonly id: string }[],
): Unroutable {
  if (rows.length === 0) return { failed: [], waits: [] };
  const since = unroutableSince.get(carriers) ?? new Map<string, number>();
  unroutableSince.set(carriers, since);
  const now = performance.now();
  for (const [id, at] of since) {
    // Other processes sent these, or they ended in another way.
    if ((now - at) / 1000 < unknownCarrierSeconds + maxWaitSeconds * 2) break;
    since.delete(id);
  }
  const ages = rows.map(({ id }) => {
    if (!since.has(id)) since.set(id, now);
    return { id, seconds: (now - since.get(id)!) / 1000 };
  });
  return {
    failed: ages.filter(({ seconds }) => seconds >= unknownCarrierSeconds).map(({ id }) => id),
    waits: ages
      .filter(({ seconds }) => seconds < unknownCarrierSeconds)
      .map(({ id, seconds }) => ({
        id,
        seconds: Math.min(maxWaitSeconds, Math.max(minWaitSeconds, seconds / 2)),
      })),
  };
}
