import { join, resolve } from 'node:path';
import { copyFolder, type Copied } from '../../store/embedded/copyFolder.ts';
import {
  HoldLostError,
  maxHoldMs,
  requestCheckpoint,
  requestHold,
  type Snapshot,
} from '../../store/embedded/holds.ts';
import { FolderInUseError, lockFolder } from '../../store/embedded/lockFolder.ts';
import { requireSpace } from './checkPlaces.ts';

interface CopyResult {
  /** What a service has reported about its database. */
  readonly snapshot: Snapshot | undefined;
  /** How long the service waited. Undefined without a service. */
  readonly pausedMs: number | undefined;
}

/** How often to copy what changed meanwhile, until little changes during a copy. */
const maxPasses = 5;

/**
 * Copies the database in the state of one moment. While no statement runs, the files are those that
 * a power cut would leave, and the database starts from them. To keep this time short, most files
 * are copied and on disk before.
 */
export async function copyDatabase(
  dataDir: string,
  made: string,
  parent: string,
): Promise<CopyResult> {
  const [from, to] = [join(resolve(dataDir), 'database'), join(made, 'database')];
  const before = (bytes: bigint) => requireSpace(parent, Number(bytes));
  const unlock = await lockFolder(dataDir).catch((error: unknown) => {
    if (!(error instanceof FolderInUseError)) throw error;
    return undefined;
  });
  if (unlock) {
    try {
      await copyFolder(from, to, { before });
      return { snapshot: undefined, pausedMs: undefined };
    } finally {
      unlock();
    }
  }
  await requestCheckpoint(dataDir);
  let earlier: Copied = new Map();
  let tookMs = Infinity;
  for (let pass = 0; pass < maxPasses && tookMs > maxHoldMs / 4; pass++) {
    const startedAt = performance.now();
    earlier = await copyFolder(from, to, { earlier, isLive: true, before });
    tookMs = performance.now() - startedAt;
  }
  // The service would wait without a result.
  if (tookMs > maxHoldMs) throw new HoldLostError('Too much data changed during the copy');
  let held: Snapshot | undefined;
  const pausedMs = await requestHold(dataDir, async (snapshot) => {
    held = snapshot;
    await copyFolder(from, to, { earlier });
  });
  return { snapshot: held, pausedMs };
}
