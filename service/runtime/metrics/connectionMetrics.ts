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
  return registry;
}
