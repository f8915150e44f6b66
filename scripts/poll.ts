import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until there is a result. Rejects with `overdue` if the limit passes first. */
export async function poll<T>(
  limit: number,
  ask: () => Promise<T | undefined>,
  overdue = () => `There was no result within ${limit / 1000} seconds.`,
): Promise<T> {
  const deadline = Date.now() + limit;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(150);
  }
  throw new Error(overdue());
}
