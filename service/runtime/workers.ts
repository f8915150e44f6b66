import { setMaxListeners } from 'node:events';
import type { Job, JobResult, PgBoss } from 'pg-boss';
import { workOnBroadcasts } from '../broadcasts/workOnBroadcasts.ts';
import { unknownCarrier, type CarrierRef } from '../carriers/carrier.ts';
import { createStateWriter } from '../carriers/state/writeStates.ts';
import { openInbox } from '../dispatch/openInbox.ts';
import { recordCallbacks } from '../dispatch/recordCallbacks.ts';
import type { Context } from '../core/context.ts';
import { createDownload } from '../media/download.ts';
import { fetchMedia } from '../media/fetchMedia.ts';
import { closeBursts } from '../webhooks/bursts/closeBursts.ts';
import { createDeliverer } from '../webhooks/delivery/deliver.ts';
import { dispatch, type NextPass } from '../dispatch/dispatch.ts';
import { fetchOverdueReceipts } from '../dispatch/receipts/fetchOverdueReceipts.ts';
import { recoverStaleClaims } from '../dispatch/recoverStaleClaims.ts';
import { countPosts, createPost } from '../webhooks/delivery/post.ts';
import { completePurchase } from '../numbers/completePurchase.ts';
import { releaseAtCarrier } from '../numbers/releaseAtCarrier.ts';
import { applyRetention } from '../erasures/retention/applyRetention.ts';
import { repeat } from './repeat.ts';
import { sweep } from './sweep.ts';
import { watchClocks } from './watchClocks.ts';
import type { Pulse } from '../observability/pulse.ts';
import { createSignal, type Signal } from './signal.ts';
import type { Jobs } from '../store/jobs.ts';

/** How often to look for what nothing signals, in milliseconds. */
export interface Periods {
  readonly sweep: number;
  readonly closeBursts: number;
  readonly sendBroadcasts: number;
  readonly fetchReceipts: number;
  readonly writeStates: number;
  /** Tests get a function for each loop that makes it look now, because they moved the clock. */
  readonly onLoop?: (lookNow: () => void) => void;
}
export const usualPeriods: Periods = {
  sweep: 5_000,
  closeBursts: 500,
  sendBroadcasts: 500,
  fetchReceipts: 10_000,
  writeStates: 5_000,
};
/**
 * New jobs wake the workers, so polling only finds jobs that are due later or again. Each poll
 * takes processor time, even if there is nothing to do.
 */
const pollEvery = (seconds: number) => ({
  pollingIntervalSeconds: seconds,
  notifyPollingIntervalSeconds: seconds,
});
/** The batches delivered in parallel, so that slow receivers do not delay other batches. */
const deliverers = [
  { localConcurrency: 1, ...pollEvery(0.5) },
  { localConcurrency: 4, ...pollEvery(10) },
];
const jobsPerBatch = 20;
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
/**
 * The number of jobs of one account that run in parallel. It is less than the total, so that other
 * accounts get a share.
 */
const jobsPerAccount = 60;
/**
 * A carrier can take 10 seconds for a query and 10 for a submit, and the database can take as long.
 */
const loopLimitMs = 45_000;
/** How often to poll for due messages and for messages that another process queued. */
const pollEveryMs = 250;
/** How long to collect new messages into one batch. Separate batches would delay requests. */
const batchWindowMs = 100;

interface Options {
  readonly allowPrivateWebhooks: boolean;
  /** The signal for new messages in the queue. */
  readonly queueSignal: Signal;
  readonly pulse: Pulse;
  readonly periods: Periods;
  readonly onError: (error: unknown, doing: string) => void;
}

/** Starts the background work of the service, and returns a function that stops it. */
export async function startWorkers(
  context: Context,
  boss: PgBoss,
  { allowPrivateWebhooks, queueSignal, pulse, periods, onError }: Options,
): Promise<() => Promise<void>> {
  const reportErrors = async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      onError(error, doing);
      throw error;
    }
  };
  const { post, close } = createPost(allowPrivateWebhooks);
  const { carriers, activity } = context;
  const capacity = createSignal();
  /** The carriers that dispatch waits for. The responses of others must not wake it. */
  let awaited: NextPass['awaited'] = [];
  const open = (carrier: CarrierRef) =>
    openInbox(context, carrier, {
      onSubmitResponses: queueSignal.raise,
      onCapacity: () => {
        if (awaited.some(({ name }) => name === carrier.name)) capacity.raise();
      },
      onError,
    });
  const inboxes = new Map(carriers.all.map((carrier) => [carrier.name, open(carrier)]));
  for (const carrier of carriers.all) await carrier.start(inboxes.get(carrier.name)!);
  const watchLoop = (doing: string) => {
    const run = pulse.loop(doing, loopLimitMs);
    return <T>(work: () => Promise<T>) => reportErrors(doing, () => run(work));
  };
  const runDispatch = watchLoop('sending messages');
  const watchDelivery = pulse.jobs('delivering to webhooks', loopLimitMs);
  const states = createStateWriter(context);
  const writeStates = () => reportErrors('writing the states of carriers', states.write);
  // Otherwise, carriers would count as stopped in the first seconds.
  await writeStates().catch(() => undefined);
  const lookEvery = (everyMs: number, work: () => Promise<unknown>) => {
    const signal = createSignal();
    periods.onLoop?.(signal.raise);
    return repeat(everyMs, work, { signal });
  };
  const watchEvery = (
    everyMs: number,
    doing: string,
    work: (context: Context) => Promise<unknown>,
  ) => {
    const run = watchLoop(doing);
    return lookEvery(everyMs, () => run(() => work(context)));
  };
  const stopping = new AbortController();
  // Each request for a receipt listens to it.
  setMaxListeners(0, stopping.signal);
  const stopLoops = [
    repeat(
      pollEveryMs,
      async () => {
        const next = await runDispatch(() => dispatch(context));
        ({ awaited } = next);
        if (awaited.length > 0) await capacity.wait(batchWindowMs);
        return next.isMore;
      },
      { signal: queueSignal, minPauseMs: batchWindowMs },
    ),
    watchEvery(pollEveryMs, 'recovering messages', recoverStaleClaims),
    watchEvery(periods.closeBursts, 'joining texts', closeBursts),
    watchEvery(periods.sendBroadcasts, 'sending broadcasts', workOnBroadcasts),
    watchEvery(periods.sweep, 'doing maintenance', sweep),
    watchEvery(periods.sweep, 'erasing old messages', applyRetention),
    watchEvery(periods.sweep, 'comparing the clocks', watchClocks()),
    // A provider that does not respond must not delay the receipts of the others.
    ...carriers.all.map((carrier) =>
      lookEvery(periods.fetchReceipts, () =>
        reportErrors('fetching receipts', () =>
          fetchOverdueReceipts(context, carrier, stopping.signal),
        ),
      ),
    ),
    lookEvery(periods.writeStates, writeStates),
  ];
  await boss.work<Jobs['callback'], unknown, typeof callbackWorker>(
    'callback',
    callbackWorker,
    (jobs) =>
      reportErrors('storing callbacks', async () => {
        for (const { data } of jobs) activity.call(data.carrier, new Date(data.receivedAt));
        const postponed = await recordCallbacks(
          context.db,
          jobs,
          // The events of a carrier that is no longer configured still count.
          (name) => inboxes.get(name) ?? open(unknownCarrier(name)),
        );
        return jobs.map(({ id }) => ({ id, status: postponed.has(id) ? 'failed' : 'completed' }));
      }),
  );
  const { download, close: closeDownload } = createDownload(allowPrivateWebhooks);
  const watchMedia = pulse.jobs('fetching media', loopLimitMs);
  await boss.work<Jobs['media']>('media', mediaWorker, (jobs) =>
    reportErrors('fetching media', () =>
      watchMedia(() =>
        Promise.all(jobs.map(({ data }) => fetchMedia(context, data, { download, onError }))),
      ),
    ),
  );
  const provide = ({ id, data }: Job<Jobs['number']>): Promise<JobResult> =>
    reportErrors('providing numbers', () =>
      'provideId' in data
        ? completePurchase(context, data.provideId)
        : releaseAtCarrier(context, data.releasedNumber),
    ).then(
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
  const deliverer = createDeliverer(context, countPosts(post), (error) =>
    onError(error, 'storing a delivery'),
  );
  for (const workers of deliverers)
    await boss.work<Jobs['deliver']>(
      'deliver',
      {
        ...workers,
        batchSize: jobsPerBatch,
        burstWhenBatchFull: true,
        groupConcurrency: jobsPerAccount,
      },
      (jobs) =>
        reportErrors('delivering to webhooks', () =>
          watchDelivery(() => deliverer.deliver(jobs.flatMap(({ data }) => data.deliveries))),
        ),
    );
  return async () => {
    stopping.abort();
    await Promise.all(stopLoops.map((stop) => stop()));
    await Promise.all(carriers.all.map((carrier) => carrier.stop()));
    await boss.stop({ graceful: true, timeout: 20_000 });
    await states.end().catch(() => undefined);
    await deliverer.idle();
    close();
    closeDownload();
  };
}
