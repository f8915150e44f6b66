import { Gauge, Registry } from 'prom-client';
import type { Background } from '../background.ts';

/** Shows how many parts of the background work make no progress. */
export function progressMetrics({ stuck }: Pick<Background, 'stuck'>): Registry {
  const registry = new Registry();
  new Gauge({
    name: 'textloom_stuck_parts',
    help: 'Parts of the background work that make no progress, in this process',
    registers: [registry],
    collect() {
      this.set(stuck().length);
    },
  });
  return registry;
}
