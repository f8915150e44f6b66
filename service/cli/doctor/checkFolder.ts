import { statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { connectStore } from '../../store/database.ts';
import { FolderInUseError } from '../../store/embedded/lockFolder.ts';
import { makeFolder } from '../../store/embedded/makeFolder.ts';
import { hasDatabase } from '../../store/embedded/openFolder.ts';
import { isTextloom } from './checkPorts.ts';
import { checkTables } from './checkTables.ts';
import { ok, warning, problem, type Finding } from './finding.ts';
import { explainFailure } from '../explainFailure.ts';

const minFreeBytes = 500 * 1024 * 1024;

/** Checks the folder of the embedded database. */
export async function checkFolder(config: Config): Promise<Finding[]> {
  const folder = resolve(config.dataDir);
  try {
    await makeFolder(folder);
    const { bavail, bsize } = await statfs(folder);
    const space = checkSpace(folder, bavail * bsize);
    if (!(await hasDatabase(folder)))
      return [
        ...space,
        ok(`DATA_DIR ${folder} is free. The first start creates a database there.`),
      ];
    const store = await connectStore(config);
    try {
      return [
        ...space,
        ok(`DATA_DIR ${folder} is free.`),
        ...(await checkTables(store.db, config)),
      ];
    } finally {
      await store.close();
    }
  } catch (error) {
    if (error instanceof FolderInUseError && (await isTextloom(config.host, config.port))) {
      return [
        warning(
          `The service on PORT ${config.port} is using the folder ${folder}. To check the tables, stop the service.`,
        ),
      ];
    }
    return [problem(explainFailure(error))];
  }
}

/** Warns if few bytes are free on the disk of the database. */
export const checkSpace = (folder: string, free: number): Finding[] =>
  free >= minFreeBytes
    ? []
    : [
        warning(
          `Only ${Math.floor(free / 1024 / 1024)} MB are free on the disk of ${folder}. Free up space before the database grows.`,
        ),
      ];
