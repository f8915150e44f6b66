import type { PgBoss } from 'pg-boss';
import { unknownCarrier, type CarrierRef } from '../carriers/carrier.ts';
import { createStateWriter } from '../carriers/state/writeStates.ts';
import type { Context } from '../core/context.ts';
import { openInbox } from '../dispatch/openInbox.ts';
import type { Pulse } from '../observability/pulse.ts';
import { createCapacity } from './createCapacity.ts';
import { startJobs } from './jobQueues.ts';
import { startLoops, usualPeriods, type Periods } from './loops.ts';
import type { Signal } from './signal.ts';
import { createWatch } from './watch.ts';

/** What only tests set. */
export interface Pace {
  readonly periods?: Periods | undefined;
  /** Gets a function for each loop that makes it look now, because a test moved the clock. */
  readonly onLoop?: ((lookNow: () => void) => void) | undefined;
}

interface Options extends Pace {
  /** The signal for new messages in the queue. */
  readonly queueSignal: Signal;
  readonly pulse: Pulse;
  readonly onError: (error: unknown, doing: string) => void;
}

/** Starts the background work of the service, and returns a function that stops it. */
export async function startWorkers(
  context: Context,
  boss: PgBoss,
  { queueSignal, pulse, periods = usualPeriods, onLoop, onError }: Options,
): Promise<() => Promise<void>> {
  const { carriers } = context;
  const capacity = createCapacity();
  const open = (carrier: CarrierRef) =>
    openInbox(context, carrier, {
      onSubmitResponses: queueSignal.raise,
      onCapacity: () => capacity.raise(carrier.name),
      onError,
    });
  const inboxes = new Map(carriers.all.map((carrier) => [carrier.name, open(carrier)]));
  for (const carrier of carriers.all) await carrier.start(inboxes.get(carrier.name)!);
  const watch = createWatch(pulse, onError);
  const states = createStateWriter(context);
  const writeStates = () => watch.once('writing the states of carriers', states.write);
  // Otherwise, carriers would count as stopped in the first seconds.
  await writeStates().catch(() => undefined);
  const stopLoops = startLoops(context, {
    queueSignal,
    capacity,
    watch,
    writeStates,
    periods,
    onLoop,
  });
  const jobs = await startJobs(context, boss, {
    watch,
    // The events of a carrier that is no longer configured still count.
    findInbox: (name) => inboxes.get(name) ?? open(unknownCarrier(name)),
    onError,
  });
  return async () => {
    await stopLoops();
    await Promise.all(carriers.all.map((carrier) => carrier.stop()));
    await boss.stop({ graceful: true, timeout: 20_000 });
    await states.end().catch(() => undefined);
    await jobs.idle();
    jobs.close();
  };
}
