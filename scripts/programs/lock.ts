import { randomUUID } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

/** Takes a lock that only one process can hold. The lock of an ended process does not count. */
export async function holdLock(
  file: string,
  waiting: (pid: number) => void,
): Promise<() => Promise<void>> {
  for (let round = 0; !(await take(file)); round++) {
    const owner = Number(await readFile(file, 'utf8').catch(() => ''));
    if (isRunning(owner)) {
      if (round % 5 === 0) waiting(owner);
      await sleep(1000);
    } else {
      await rm(file, { force: true });
    }
  }
  return () => rm(file, { force: true });
}

/** Creates the lock by linking a complete file, so that the lock always names its owner. */
async function take(file: string): Promise<boolean> {
  const mine = `${file}.${randomUUID()}`;
  await writeFile(mine, String(process.pid));
  try {
    await link(mine, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  } finally {
    await rm(mine, { force: true });
  }
}

function isRunning(pid: number): boolean {
  if (!(pid > 0)) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
