import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { OpenDatabase } from './database.ts';
import { describeContacts } from './contact.suite.ts';
import { openHarness, type Harness } from './harness.ts';
import { describeIdempotency } from './idempotency.suite.ts';
import { describeImport } from './import.suite.ts';
import { describeJourney } from './journey.suite.ts';
import { describeKeys } from './keys.suite.ts';
import { describeLine } from './line.suite.ts';
import { describeLists } from './list.suite.ts';
import { describeMessages } from './message.suite.ts';
import { describeMessageFacts } from './messageFacts.suite.ts';
import { describeNumbers } from './number.suite.ts';
import { describeOptOut } from './optOut.suite.ts';
import { describePreviews } from './preview.suite.ts';
import { describeProtocol } from './protocol.suite.ts';
import { describeQuietHours } from './quietHours.suite.ts';
import { describeRegistrations } from './registration.suite.ts';
import { describeReports } from './report.suite.ts';
import { describeWaiting } from './waiting.suite.ts';
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
    describeMessageFacts(() => harness);
    describePreviews(() => harness, open);
    describeQuietHours(() => harness);
    describeIdempotency(() => harness);
    describeOptOut(() => harness);
    describeKeys(() => harness, open);
    describeContacts(() => harness);
    describeLists(() => harness);
    describeLine(() => harness, open);
    describeImport(() => harness);
    describeNumbers(() => harness);
    describeRegistrations(open);
    describeReports(() => harness);
    describeWebhooks(() => harness);
    describeWaiting(() => harness);
    describeJourney(() => harness);
  });
}
