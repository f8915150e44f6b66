import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until there is an answer; rejects with `overdue` when the limit comes first. */
export async function until<T>(
  limit: number,
  ask: () => Promise<T | undefined>,
  overdue = () => `Nothing has come within ${limit / 1000} seconds of asking.`,
): Promise<T> {
  const deadline = Date.now() + limit;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(150);
  }
  throw new Error(overdue());
}
