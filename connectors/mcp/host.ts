import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Host, Transport } from '@textloom/shared/client';

/** Clients of MCP give up after a minute, so all attempts of a call take no longer than this. */
const budget = 30_000;

/** One attempt takes no longer, so that a client that waits for a minute gets the retry too. */
export const attemptMs = 15_000;

/** Connects the client of the API over a transport. */
export const createHost = (transport: Transport): Host => ({
  transport,
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }),
  now: () => performance.now(),
  random: Math.random,
  createKey: randomUUID,
  budget,
});
