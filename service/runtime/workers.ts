import type { PgBoss } from 'pg-boss';
import { openInbox } from '../dispatch/openInbox.ts';
import type { Context } from '../core/context.ts';
import { createDeliverer } from '../webhooks/deliver.ts';
import { dispatch } from '../dispatch/dispatch.ts';
import { recoverStaleClaims } from '../dispatch/recoverStaleClaims.ts';
import { countPosts, createPost } from '../webhooks/post.ts';
import { sweep } from './sweep.ts';
import type { Pulse } from '../observability/pulse.ts';
import { createSignal, type Signal } from './signal.ts';
import type { Jobs } from '../store/jobs.ts';

const sweepEveryMs = 5_000;
/**
 * The batches delivered in parallel, so that slow receivers do not delay other batches. New jobs wake all
 * workers. One polls often for jobs that are due later or again, and the others rarely, because each poll
 * costs the database several milliseconds.
 */
const deliverers = [
  { localConcurrency: 1, pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 },
  { localConcurrency: 4, pollingIntervalSeconds: 2, notifyPollingIntervalSeconds: 2 },
];
const jobsInBatch = 20;
/** The number of jobs of one account that run in parallel. It is less than the total, so that other accounts get a share. */
const jobsOfAccount = 60;
/** A carrier can take 10 seconds for a query and 10 for a submit, and the database can take as long. */
const loopMs = 45_000;
/** How often to poll for due messages and for messages that another process queued. */
const lookEveryMs = 250;
/** How long to collect new messages into one batch. Separate batches would take time from incoming requests. */
const gatherMs = 100;

interface Options {
  readonly allowPrivateWebhooks: boolean;
  /** The signal for new messages in the queue. */
  readonly queued: Signal;
  readonly pulse: Pulse;
  readonly onError: (error: unknown, doing: string) => void;
}

/** Starts the background work of the service, and returns a function that stops it. */
export async function startWorkers(
  context: Context,
  boss: PgBoss,
  { allowPrivateWebhooks, queued: line, pulse, onError }: Options,
): Promise<() => Promise<void>> {
  const reported = async <T>(doing: string, work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      onError(error, doing);
      throw error;
    }
  };
  const { post, close } = createPost(allowPrivateWebhooks);

  const { carriers } = context;
  const capacity = createSignal();
  for (const carrier of carriers.all)
    await carrier.start(
      openInbox(context, carrier, { onAnswers: line.raise, onCapacity: capacity.raise, onError }),
    );
  const inLoop = (doing: string) => {
    const run = pulse.loop(doing, loopMs);
    return <T>(work: () => Promise<T>) => reported(doing, () => run(work));
  };
  const [handOver, takeOver, putRight] = [
    inLoop('sending messages'),
    inLoop('recovering messages'),
    inLoop('doing maintenance'),
  ] as const;
  const delivering = pulse.jobs('delivering to webhooks', loopMs);
  const stops = [
    repeat(
      lookEveryMs,
      async () => {
        const isMore = await handOver(() => dispatch(context));
        // While the carriers are full, wait for capacity.
        if (isMore && carriers.capacity() === 0) await capacity.wait(gatherMs);
        return isMore;
      },
      { woken: line, restMs: gatherMs },
    ),
    repeat(lookEveryMs, () => takeOver(() => recoverStaleClaims(context))),
    repeat(sweepEveryMs, () => putRight(() => sweep(context))),
  ];
  const deliverer = createDeliverer(context, countPosts(post), (error) =>
    onError(error, 'storing a delivery'),
  );
  for (const workers of deliverers)
    await boss.work<Jobs['deliver']>(
      'deliver',
      {
        ...workers,
        batchSize: jobsInBatch,
        burstWhenBatchFull: true,
        groupConcurrency: jobsOfAccount,
      },
      (jobs) =>
        reported('delivering to webhooks', () =>
          delivering(() => deliverer.deliver(jobs.flatMap(({ data }) => data.deliveries))),
        ),
    );
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    await Promise.all(carriers.all.map((carrier) => carrier.stop()));
    await boss.stop({ graceful: true, timeout: 20_000 });
    await deliverer.idle();
    close();
  };
}

/** The pause after a failure, so that repeated failures do not flood the log. */
const pauseMs = 1_000;

/**
 * Runs work repeatedly: immediately if it reports that there is more, and otherwise after a rest when it
 * is woken or the interval ends. The returned function stops it and waits for the run in progress.
 */
function repeat(
  everyMs: number,
  work: () => Promise<unknown>,
  {
    woken = createSignal(),
    restMs = 0,
  }: { readonly woken?: Signal; readonly restMs?: number } = {},
): () => Promise<void> {
  let isEnded = false;
  const ended = createSignal();
  const run = async () => {
    await woken.wait(everyMs);
    while (!isEnded) {
      try {
        if ((await work()) === true) continue;
        await ended.wait(restMs);
        await woken.wait(everyMs);
      } catch {
        await ended.wait(pauseMs);
      }
    }
  };
  const running = run();
  return async () => {
    isEnded = true;
    woken.raise();
    ended.raise();
    await running;
  };
}
