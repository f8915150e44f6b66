import { statfsSync, type StatsFs } from 'node:fs';
import { Gauge, Registry } from 'prom-client';

/** Shows the space on the disk of the embedded database. */
export function diskMetrics(folder: string): Registry {
  const registry = new Registry();
  const gauge = (name: string, help: string, countBlocks: (disk: StatsFs) => number) =>
    new Gauge({
      name: `textloom_data_dir_${name}_bytes`,
      help,
      registers: [registry],
      collect() {
        const disk = statfsSync(folder);
        this.set(countBlocks(disk) * disk.bsize);
      },
    });
  gauge('free', 'Free space on the disk of DATA_DIR', ({ bavail }) => bavail);
  gauge('size', 'Size of the disk of DATA_DIR', ({ blocks }) => blocks);
  return registry;
}
