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
/** A job that is due later, or again, is found by asking; this often. */
const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 };

/** Batches that are delivered at once, so that one with slow receivers holds up no other. */
const deliverers = 5;
const jobsInBatch = 20;
/** The jobs of one account that are worked on at once: fewer than all batches hold, so that others find room. */
const jobsOfAccount = 60;
/** A carrier may take 10 seconds to be asked and 10 to be handed over to, and the database as long. */
const loopMs = 45_000;
/** What another process has put into line, and what has become due, is found by looking; this often. */
const lookEveryMs = 250;
/** What comes in meanwhile goes together: one by one it would take the time of what comes in. */
const gatherMs = 100;

interface Options {
  readonly allowPrivateWebhooks: boolean;
  /** Raised when messages have been put into line. */
  readonly queued: Signal;
  readonly pulse: Pulse;
  readonly onError: (error: unknown, doing: string) => void;
}

/** Starts all that the service does without being asked, and returns what ends it. */
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
    inLoop('handing messages over'),
    inLoop('taking up messages'),
    inLoop('putting things right'),
  ] as const;
  const delivering = pulse.jobs('delivering to webhooks', loopMs);
  const stops = [
    repeat(
      lookEveryMs,
      async () => {
        const isMore = await handOver(() => dispatch(context));
        // While the carriers are full, their room is what to wait for.
        if (isMore && carriers.capacity() === 0) await capacity.wait(gatherMs);
        return isMore;
      },
      { woken: line, restMs: gatherMs },
    ),
    repeat(lookEveryMs, () => takeOver(() => recoverStaleClaims(context))),
    repeat(sweepEveryMs, () => putRight(() => sweep(context))),
  ];
  const deliverer = createDeliverer(context, countPosts(post), (error) =>
    onError(error, 'writing a delivery down'),
  );
  await boss.work<Jobs['deliver']>(
    'deliver',
    {
      ...polling,
      batchSize: jobsInBatch,
      burstWhenBatchFull: true,
      localConcurrency: deliverers,
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

/** After a failure, so that what fails does so quietly. */
const pauseMs = 1_000;

/**
 * Runs work again and again: at once where it says that there is more, else after a rest when it is
 * woken or the time is over. What is returned waits for the run in progress.
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
