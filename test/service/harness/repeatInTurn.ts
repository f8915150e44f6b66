import { setTimeout as sleep } from 'node:timers/promises';

/** Whether the service refuses a request because it has waited too long for its turn. */
export const isOutOfTurn = ({ body }: { readonly body?: unknown }): boolean =>
  String((body as { detail?: unknown } | undefined)?.detail).includes('slow requests in progress');

/**
 * Repeats a request until it gets its turn, as real clients do. A slow machine may not finish all
 * concurrent requests of a test within the five seconds that the service lets them wait.
 */
export async function repeatInTurn<T extends { readonly body?: unknown }>(
  send: () => Promise<T>,
): Promise<T> {
  for (;;) {
    const response = await send();
    if (!isOutOfTurn(response)) return response;
    await sleep(1_000);
  }
}
