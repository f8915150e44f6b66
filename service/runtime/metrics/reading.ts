import { Gauge, type Registry } from 'prom-client';

/** Reads metrics from the database, and returns them as text. */
export type Reading = () => Promise<string>;

export const gauge = <L extends string>(
  registry: Registry,
  name: string,
  help: string,
  ...labelNames: L[]
): Gauge<L> => new Gauge({ name: `textloom_${name}`, help, labelNames, registers: [registry] });
