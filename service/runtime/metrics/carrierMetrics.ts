import { Gauge, Registry } from 'prom-client';
import type { Carriers } from '../../carriers/carriers.ts';

/** Shows whether the carriers of this thread work. */
export function carrierMetrics({ all }: Pick<Carriers, 'all'>): Registry {
  const registry = new Registry();
  new Gauge({
    name: 'textloom_carrier_up',
    help: 'Whether the link to the carrier works, or its provider accepts requests, in this process',
    labelNames: ['carrier'],
    registers: [registry],
    collect() {
      for (const { name, circuit } of all) {
        const { isOpen, isUntested = false } = circuit();
        this.set({ carrier: name }, isOpen && !isUntested ? 0 : 1);
      }
    },
  });
  return registry;
}
