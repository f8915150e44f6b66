import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { OpenDatabase } from './database.ts';
import { describeContacts } from './contact.suite.ts';
import { openHarness, type Harness } from './harness.ts';
import { describeIdempotency } from './idempotency.suite.ts';
import { describeMessages } from './message.suite.ts';
import { describeOptOut } from './optOut.suite.ts';
import { describeProtocol } from './protocol.suite.ts';
import { describeWebhooks } from './webhook.suite.ts';

/** What the service does over HTTP, on one database or the other. */
export function describeService(name: string, open: OpenDatabase): void {
  describe(`the service on ${name}`, () => {
    let harness: Harness;
    beforeAll(async () => {
      harness = await openHarness(open);
    });
    afterAll(() => harness.close());
    afterEach(() => expect(harness.faults.splice(0)).toEqual([]));

    describeProtocol(() => harness);
    describeMessages(() => harness);
    describeIdempotency(() => harness);
    describeOptOut(() => harness);
    describeContacts(() => harness);
    describeWebhooks(() => harness);
  });
}
