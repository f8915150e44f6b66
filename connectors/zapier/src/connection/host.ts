import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bundle, ZObject } from 'zapier-platform-core';
import type { Host } from '@textloom/shared/client';
import { zapierTransport } from './transport.ts';

export function createHost(z: ZObject, bundle: Bundle): Host {
  const start = Date.now();
  return {
    transport: zapierTransport(z, bundle, () => Math.min(12_000, start + 28_000 - Date.now())),
    sleep: (milliseconds, signal) => wait(milliseconds, undefined, { signal }),
    createKey: randomUUID,
    now: Date.now,
    random: Math.random,
    // Zapier stops a step after 30 seconds. A request may take 12, so there is time to repeat a request
    // without a response under the same key. Zapier would repeat it under a new key. All calls of a
    // step share the time.
    get budget() {
      return start + 14_000 - Date.now();
    },
  };
}
