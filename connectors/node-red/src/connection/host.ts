import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Host } from '@textloom/shared/client';
import { fetchTransport, type Access } from '@textloom/shared/client/fetch';
import { createRetryAfterGate } from '@textloom/shared/connector/createRetryAfterGate';

/** How long to wait for one response, in milliseconds. */
const timeoutMs = 30_000;

/** The time for all attempts of one call together, in milliseconds. */
const budgetMs = 60_000;

/** Connects the client to Node-RED. */
export function createHost(access: Access): Host {
  const clock: Clock = {
    // A retry does not keep Node-RED from ending.
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal, ref: false }),
    now: Date.now,
    random: Math.random,
    budget: budgetMs,
  };
  return {
    ...clock,
    transport: createRetryAfterGate(fetchTransport(access, timeoutMs), clock),
    createKey: randomUUID,
  };
}
