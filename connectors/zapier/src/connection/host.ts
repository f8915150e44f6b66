import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Host } from '@textloom/shared/client';
import { zapierTransport } from './transport.ts';

/**
 * The milliseconds after which a step starts nothing new. Zapier stops a step after 30 seconds, and a
 * request may take 12.
 */
export const stepBudget = 14_000;

export function createHost(z: ZObject, bundle: Bundle): Host {
  const start = Date.now();
  return {
    transport: zapierTransport(z, bundle, () => Math.min(12_000, start + 28_000 - Date.now())),
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    createKey: randomUUID,
    now: Date.now,
    random: Math.random,
    // All calls of a step share the time. A request that may have run gets more of it, because Zapier
    // would repeat the request under a new key.
    get budget() {
      return start + stepBudget - Date.now();
    },
    get settleBudget() {
      return start + 24_000 - Date.now();
    },
  };
}
