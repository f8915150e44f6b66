import type { Job, JobResult, PgBoss } from 'pg-boss';
import type { Inbox } from '../carriers/carrier.ts';
import type { Context } from '../core/context.ts';
import { recordCallbacks } from '../dispatch/recordCallbacks.ts';
import { createDownload } from '../media/download.ts';
import { fetchMedia } from '../media/fetchMedia.ts';
import { completePurchase } from '../numbers/completePurchase.ts';
import { releaseAtCarrier } from '../numbers/releaseAtCarrier.ts';
import type { Jobs } from '../store/jobs.ts';
import { createDeliverer } from '../webhooks/delivery/deliver.ts';
import { countPosts, createPost } from '../webhooks/delivery/post.ts';
import type { Watch } from './watch.ts';

/**
 * New jobs wake the workers, so polling only finds jobs that are due later or again. Each poll
 * takes processor time, even if there is nothing to do.
 */
const pollEvery = (seconds: number) => ({
  pollingIntervalSeconds: seconds,
  notifyPollingIntervalSeconds: seconds,
});
const callbackWorker = {
  batchSize: 100,
  perJobResults: true,
  includeMetadata: true,
  ...pollEvery(2),
} as const;
/** Each of these jobs holds a file in memory, and may wait for a slow server. */
const mediaWorker = {
  localConcurrency: 2,
  batchSize: 2,
  groupConcurrency: 2,
  ...pollEvery(2),
  burstWhenBatchFull: true,
};
/** A job asks a provider up to four times, for ten seconds each. */
const numberWorker = { batchSize: 5, perJobResults: true, ...pollEvery(2) } as const;
/** The batches delivered in parallel, so that slow receivers do not delay other batches. */
const deliverers = [
  { localConcurrency: 1, ...pollEvery(0.5) },
  { localConcurrency: 4, ...pollEvery(10) },
];
const jobsPerBatch = 20;
/**
 * The number of jobs of one account that run in parallel. It is less than the total, so that other
 * accounts get a share.
 */
const jobsPerAccount = 60;

interface Options {
  readonly watch: Watch;
  readonly findInbox: (carrier: string) => Inbox;
  readonly onError: (error: unknown, doing: string) => void;
}

/** Waits for jobs and closes their connections after the queue has stopped. */
interface StartedJobs {
  /** Waits for the deliveries that are still in progress. */
  readonly idle: () => Promise<void>;
  /** Closes the connections to other servers. */
  readonly close: () => void;
}

/** Starts the workers of all queues. */
export async function startJobs(
  context: Context,
  boss: PgBoss,
  options: Options,
): Promise<StartedJobs> {
  await workOnCallbacks(context, boss, options);
  const closeDownload = await workOnMedia(context, boss, options);
  await workOnNumbers(context, boss, options);
  const { idle, close } = await workOnDeliveries(context, boss, options);
  return {
    idle,
    close: () => {
      close();
      closeDownload();
    },
  };
}

const workOnCallbacks = (
  { db, activity }: Context,
  boss: PgBoss,
  { watch, findInbox }: Options,
): Promise<unknown> =>
  boss.work<Jobs['callback'], unknown, typeof callbackWorker>('callback', callbackWorker, (jobs) =>
    watch.once('storing callbacks', async () => {
      for (const { data } of jobs) activity.call(data.carrier, new Date(data.receivedAt));
      const postponed = await recordCallbacks(db, jobs, findInbox);
      return jobs.map(({ id }) => ({ id, status: postponed.has(id) ? 'failed' : 'completed' }));
    }),
  );

async function workOnMedia(
  context: Context,
  boss: PgBoss,
  { watch, onError }: Options,
): Promise<() => void> {
  const { download, close } = createDownload(context.allowPrivateWebhooks);
  const run = watch.jobs('fetching media');
  await boss.work<Jobs['media']>('media', mediaWorker, (jobs) =>
    run(() =>
      Promise.all(jobs.map(({ data }) => fetchMedia(context, data, { download, onError }))),
    ),
  );
  return close;
}

async function workOnNumbers(context: Context, boss: PgBoss, { watch }: Options): Promise<void> {
  const provide = ({ id, data }: Job<Jobs['number']>): Promise<JobResult> =>
    watch
      .once('providing numbers', () =>
        'provideId' in data
          ? completePurchase(context, data.provideId)
          : releaseAtCarrier(context, data.releasedNumber),
      )
      .then(
        () => ({ id, status: 'completed' }),
        () => ({ id, status: 'failed' }),
      );
  await boss.work<Jobs['number'], unknown, typeof numberWorker>(
    'number',
    numberWorker,
    async (jobs) => {
      // A job that runs again would queue its next look a second time.
      const results: JobResult[] = [];
      for (const job of jobs) results.push(await provide(job));
      return results;
    },
  );
}

async function workOnDeliveries(
  context: Context,
  boss: PgBoss,
  { watch, onError }: Options,
): Promise<StartedJobs> {
  const { post, close } = createPost(context.allowPrivateWebhooks);
  const { deliver, idle } = createDeliverer(context, countPosts(post), (error) =>
    onError(error, 'storing a delivery'),
  );
  const run = watch.jobs('delivering to webhooks');
  for (const workers of deliverers)
    await boss.work<Jobs['deliver']>(
      'deliver',
      {
        ...workers,
        batchSize: jobsPerBatch,
        burstWhenBatchFull: true,
        groupConcurrency: jobsPerAccount,
      },
      (jobs) => run(() => deliver(jobs.flatMap(({ data }) => data.deliveries))),
    );
  return { idle, close };
}
