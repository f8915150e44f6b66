import { readdir, statfs } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Config } from '../../config/config.ts';
import { connectStore } from '../../store/database.ts';
import { FolderInUseError } from '../../store/embedded/lockFolder.ts';
import { findWritableFolder } from '../../store/embedded/makeFolder.ts';
import { hasDatabase } from '../../store/embedded/openFolder.ts';
import { isTextloom } from './checkPorts.ts';
import { checkTables } from './checkTables.ts';
import { ok, problem, warnIf, warning, type Finding } from './finding.ts';
import { explainFailure } from '../explainFailure.ts';

const minFreeBytes = 500 * 1024 * 1024;

/** Checks the folder of the embedded database. */
export async function checkFolder(config: Config): Promise<Finding[]> {
  const folder = resolve(config.dataDir);
  try {
    const existing = await findWritableFolder(folder);
    const { bavail, bsize } = await statfs(existing);
    const space = checkSpace(folder, bavail * bsize);
    if (!(await hasDatabase(folder)))
      return [...space, checkUnused(folder, existing === folder ? await readdir(folder) : [])];
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

/** A backup may be half restored there, or another disk may belong there. */
function checkUnused(folder: string, names: readonly string[]): Finding {
  const others = names.filter(
    (name) => !/^(textloom\.lock|lost\+found|database(\.incomplete)?)$/.test(name),
  );
  return others.length === 0
    ? ok(`DATA_DIR ${folder} is free. The first start creates a database there.`)
    : warning(
        `DATA_DIR ${folder} holds no database, but ${others.slice(0, 3).join(', ')}. Check DATA_DIR, because the next start creates a new, empty database there.`,
      );
}

/** Warns if few bytes are free on the disk of the database. */
export const checkSpace = (folder: string, free: number): Finding[] =>
  warnIf(
    free < minFreeBytes,
    `Only ${Math.floor(free / 1024 / 1024)} MB are free on the disk of ${folder}. Free up space before the database grows.`,
  );
