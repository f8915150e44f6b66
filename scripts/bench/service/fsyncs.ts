import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';

const measuredMs = 1_000;

/** Measures how many sequential writes of 8 KB per second the disk of a folder can sync. */
export async function fsyncsPerSecond(folder: string): Promise<number> {
  const path = join(folder, 'fsync.probe');
  const file = await open(path, 'w');
  const page = Buffer.alloc(8_192, 1);
  try {
    const start = performance.now();
    let count = 0;
    for (; performance.now() - start < measuredMs; count++) {
      await file.write(page, 0, page.length, 0);
      await file.datasync();
    }
    return Math.round((count * 1_000) / (performance.now() - start));
  } finally {
    await file.close();
    await rm(path, { force: true });
  }
}
