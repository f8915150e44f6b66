import { openCarriers } from '../carriers/openCarriers.ts';
import { createActivity } from '../carriers/state/activity.ts';
import type { Config } from '../config/config.ts';
import { getOrigin } from '../config/getOrigin.ts';
import type { Context } from '../core/context.ts';
import { createSimulatedRegistry } from '../registry/registry.ts';
import { readServerKey } from '../secrets/readServerKey.ts';
import { requireSameKey } from './requireSameKey.ts';
import { createSecrets } from '../secrets/secrets.ts';
import { openStore, type Store } from '../store/database.ts';
import { openQueues } from '../store/jobs.ts';

interface Options {
  readonly clock: () => Date;
  readonly onError: (error: unknown, doing: string) => void;
  /** Returns the port of this process, once it listens. */
  readonly listeningPort?: () => number | undefined;
  /** Receives a sentence each time that the database does not accept a connection yet. */
  readonly onWait?: (sentence: string) => void;
  /** Signals that there are new messages in the queue. Other processes find them by polling. */
  readonly wakeDispatch?: () => void;
  /** Whether to refuse a place that holds no database, instead of creating one there. */
  readonly mustExist?: boolean;
}
interface Opened {
  readonly context: Context;
  readonly store: Store;
}

/** Opens the database, its queues, and the carriers, which are required to act for an account. */
export async function openContext(
  config: Config,
  {
    clock,
    onError,
    onWait,
    wakeDispatch = () => undefined,
    listeningPort = () => undefined,
    mustExist = false,
  }: Options,
): Promise<Opened> {
  const store = await openStore(
    { ...config, mustExist },
    (error) => onError(error, 'running the queue'),
    onWait,
  );
  const { db, background, searches, batch, boss, embedded } = store;
  try {
    const enqueue = await openQueues(boss);
    const activity = createActivity(clock);
    const secrets = createSecrets(config.secretKey || (await readServerKey(db)));
    await requireSameKey(db, secrets);
    const context: Context = {
      db,
      searches,
      enqueue,
      batch,
      embedded,
      wakeDispatch,
      clock,
      origin: () => getOrigin({ ...config, port: listeningPort() ?? config.port }),
      carriers: openCarriers(config.carriers, config.publicUrl, {
        db: background,
        boss,
        enqueue,
        clock,
        onError,
        activity,
      }),
      activity,
      secrets,
      registry: createSimulatedRegistry(config.registrationReviewHours),
      enforce10dlc: config.enforce10dlc,
      allowPrivateWebhooks: config.allowPrivateWebhooks,
      auditRetentionDays: config.auditRetentionDays,
    };
    return { context, store };
  } catch (error) {
    await boss.stop({ graceful: false });
    await store.close();
    throw error;
  }
}
