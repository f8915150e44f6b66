import { setTimeout as sleep } from 'node:timers/promises';

/** Asks again and again until there is an answer; nothing when the limit comes first. */
export async function until<T>(
  limit: number,
  ask: () => Promise<T | undefined>,
): Promise<T | undefined> {
  const deadline = Date.now() + limit;
  while (Date.now() < deadline) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    await sleep(150);
  }
  return undefined;
}
