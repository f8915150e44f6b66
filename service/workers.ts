import type { PgBoss } from 'pg-boss';
import type { Context } from './context.ts';
import { createDeliverer } from './delivery/deliver.ts';
import { dispatch } from './delivery/dispatch.ts';
import { createPost } from './delivery/post.ts';
import { takeReceipts } from './delivery/receipts.ts';
import { sweep } from './delivery/sweep.ts';
import { receive } from './messaging/receive.ts';
import type { Jobs } from './store/jobs.ts';

const sweepEveryMs = 5_000;
/** A job that is due later, or again, is found by asking; this often. */
const polling = { pollingIntervalSeconds: 0.5, notifyPollingIntervalSeconds: 0.5 };

interface Options {
  readonly allowPrivateWebhooks: boolean;
  readonly onError: (error: unknown, doing: string) => void;
}

/** Starts all that the service does without being asked, and returns what ends it. */
export async function startWorkers(
  context: Context,
  boss: PgBoss,
  { allowPrivateWebhooks, onError }: Options,
): Promise<() => Promise<void>> {
  const reported = async (doing: string, work: () => Promise<void>) => {
    try {
      await work();
    } catch (error) {
      onError(error, doing);
      throw error;
    }
  };
  const { post, close } = createPost(allowPrivateWebhooks);

  await context.carrier.start({
    receipts: (receipts) => reported('taking receipts', () => takeReceipts(context, receipts)),
    texts: (texts) => reported('taking texts', () => receive(context, texts)),
  });
  await boss.work<Jobs['dispatch']>(
    'dispatch',
    { ...polling, batchSize: 500, burstWhenBatchFull: true },
    (jobs) =>
      reported('handing messages to the carrier', () =>
        dispatch(
          context,
          jobs.map(({ data }) => data.messageId),
        ),
      ),
  );
  const deliverer = createDeliverer(context, post, (error) =>
    onError(error, 'writing a delivery down'),
  );
  await boss.work<Jobs['deliver']>(
    'deliver',
    { ...polling, batchSize: 200, burstWhenBatchFull: true },
    (jobs) =>
      reported('delivering to webhooks', () => deliverer.deliver(jobs.map(({ data }) => data))),
  );
  const stopSweeping = repeat(sweepEveryMs, () =>
    reported('putting things right', () => sweep(context)).catch(() => undefined),
  );

  return async () => {
    await stopSweeping();
    await context.carrier.stop();
    await boss.stop({ graceful: true, timeout: 20_000 });
    await deliverer.idle();
    close();
  };
}

/** Runs work again and again with a pause between; what is returned waits for the run in progress. */
function repeat(everyMs: number, work: () => Promise<void>): () => Promise<void> {
  let isEnded = false;
  let running = Promise.resolve();
  let timer: NodeJS.Timeout;
  const plan = () => {
    timer = setTimeout(() => {
      running = work().then(() => {
        if (!isEnded) plan();
      });
    }, everyMs);
  };
  plan();
  return async () => {
    isEnded = true;
    clearTimeout(timer);
    await running;
  };
}
