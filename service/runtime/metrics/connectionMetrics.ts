import { Gauge, Registry } from 'prom-client';
import type { Store } from '../../store/database.ts';

/** Shows the database connections of this thread. The embedded database has no pool. */
export function connectionMetrics({ pools }: Pick<Store, 'pools'>): Registry {
  const registry = new Registry();
  new Gauge({
    name: 'textloom_database_connections',
    help: 'Connections in use, and work that waits for a free connection, in this process',
    labelNames: ['pool', 'state'],
    registers: [registry],
    collect() {
      for (const [pool, use] of Object.entries(pools)) {
        const { inUse, waiting } = use();
        this.set({ pool, state: 'in_use' }, inUse);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
  new Gauge({
    name: 'textloom_database_wait_seconds',
    help: 'How long the work that has waited longest for a free connection has waited, in this process',
    labelNames: ['pool'],
    registers: [registry],
    // Two threads have pools of the same name.
    aggregator: 'max',
    collect() {
      for (const [pool, use] of Object.entries(pools)) this.set({ pool }, use().waitedMs / 1_000);
    },
  });
  return registry;
}
