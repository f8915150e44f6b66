import { readFile } from 'node:fs/promises';

/** Returns the processor time of a process in milliseconds. */
export async function processorTime(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** Returns the processor time of several processes together in milliseconds. */
export async function processorTimes(pids: readonly number[]): Promise<number> {
  const times = await Promise.all(pids.map(processorTime));
  return times.reduce((sum, each) => sum + each, 0);
}
