import { statfsSync, type StatsFs } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { Gauge, Registry, type GaugeConfiguration } from 'prom-client';
import type { Carriers } from '../../carriers/carriers.ts';
import type { Store } from '../../store/database.ts';
import type { Background } from '../background.ts';

/** Creates a registry with gauges whose values are read at each scrape. */
function createRegistry(...gauges: readonly GaugeConfiguration<string>[]): Registry {
  const registry = new Registry();
  for (const { name, ...rest } of gauges)
    new Gauge({ name: `textloom_${name}`, ...rest, registers: [registry] });
  return registry;
}

/** Shows whether the carriers of this thread work. */
export const carrierMetrics = ({ all }: Pick<Carriers, 'all'>): Registry =>
  createRegistry({
    name: 'carrier_up',
    help: 'Whether the link to the carrier works, or its provider accepts requests, in this process',
    labelNames: ['carrier'],
    collect() {
      for (const { name, circuit } of all) {
        const { isOpen, isUntested = false } = circuit();
        this.set({ carrier: name }, isOpen && !isUntested ? 0 : 1);
      }
    },
  });

/** Shows the database connections of this thread. The embedded database has no pool. */
export const connectionMetrics = ({ pools }: Pick<Store, 'pools'>): Registry =>
  createRegistry(
    {
      name: 'database_connections',
      help: 'Connections in use, and work that waits for a free connection, in this process',
      labelNames: ['pool', 'state'],
      collect() {
        for (const [pool, use] of Object.entries(pools)) {
          const { inUse, waiting } = use();
          this.set({ pool, state: 'in_use' }, inUse);
          this.set({ pool, state: 'waiting' }, waiting);
        }
      },
    },
    {
      name: 'database_wait_seconds',
      help: 'How long the work that has waited longest for a free connection has waited, in this process',
      labelNames: ['pool'],
      // Two threads have pools of the same name.
      aggregator: 'max',
      collect() {
        for (const [pool, use] of Object.entries(pools)) this.set({ pool }, use().waitedMs / 1_000);
      },
    },
  );

/** Shows the space on the disk of the embedded database. */
export function diskMetrics(folder: string): Registry {
  const measure = (name: string, help: string, countBlocks: (disk: StatsFs) => number) => ({
    name: `data_dir_${name}_bytes`,
    help,
    collect(this: Gauge) {
      const disk = statfsSync(folder);
      this.set(countBlocks(disk) * disk.bsize);
    },
  });
  return createRegistry(
    measure('free', 'Free space on the disk of DATA_DIR', ({ bavail }) => bavail),
    measure('size', 'Size of the disk of DATA_DIR', ({ blocks }) => blocks),
  );
}

/** The embedded database works in the thread of the requests, which is then the only one. */
type Thread = 'main' | 'background';

const resolutionMs = 10;
/** One in a hundred of the steps since the last scrape is later. */
const percentile = 99;
const nanoseconds = 1e9;

/** Shows how late the event loop of this thread is. */
export function lagMetrics(thread: Thread): Registry {
  const delay = monitorEventLoopDelay({ resolution: resolutionMs });
  delay.enable();
  return createRegistry({
    name: 'event_loop_lag_seconds',
    help: 'How late the event loop of a thread is, 99th percentile since the last scrape, in this process',
    labelNames: ['thread'],
    collect() {
      this.set({ thread }, delay.count === 0 ? 0 : delay.percentile(percentile) / nanoseconds);
      delay.reset();
    },
  });
}

/** Shows how many parts of the background work make no progress. */
export const progressMetrics = ({ stuck }: Pick<Background, 'stuck'>): Registry =>
  createRegistry({
    name: 'stuck_parts',
    help: 'Parts of the background work that make no progress, in this process',
    collect() {
      this.set(stuck().length);
    },
  });
