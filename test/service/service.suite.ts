import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { OpenDatabase } from './database.ts';
import { describeAccounts } from './account.suite.ts';
import { describeAudit } from './audit.suite.ts';
import { describeBroadcasts } from './broadcast.suite.ts';
import { describeBursts } from './burst.suite.ts';
import { describeConsents } from './consent.suite.ts';
import { describeContacts } from './contact.suite.ts';
import { describeConversations } from './conversation.suite.ts';
import { openHarness, type Harness } from './harness.ts';
import { describeIdempotency } from './idempotency.suite.ts';
import { describeImport } from './import.suite.ts';
import { describeJourney } from './journey.suite.ts';
import { describeKeys } from './keys.suite.ts';
import { describeKeyExpiry } from './keyExpiry.suite.ts';
import { describeLine } from './senderQueue.suite.ts';
import { describeSearch } from './search.suite.ts';
import { describeSimulator } from './simulator.suite.ts';
import { describeSpending } from './spending.suite.ts';
import { describeLists } from './list.suite.ts';
import { describeMedia } from './media.suite.ts';
import { describeMessages } from './message.suite.ts';
import { describeMessageFacts } from './messageFacts.suite.ts';
import { describeNumbers } from './number.suite.ts';
import { describeOptOut } from './optOut.suite.ts';
import { describePreviews } from './preview.suite.ts';
import { describeProtocol } from './protocol.suite.ts';
import { describeQuietHours } from './quietHours.suite.ts';
import { describeRegistrations } from './registration.suite.ts';
import { describeReports } from './report.suite.ts';
import { describeVerifications } from './verification.suite.ts';
import { describeWaiting } from './waiting.suite.ts';
import { describeWebhooks } from './webhook.suite.ts';
import { describeRecovery } from './webhookRecovery.suite.ts';
import { describeRetries } from './webhookRetries.suite.ts';

type DescribeSuite = (harness: () => Harness, open: OpenDatabase) => void;

/** Groups what the service does over HTTP into parts that can run in parallel. */
export const suites = {
  requests: [describeProtocol, describeKeys, describeKeyExpiry, describeAudit, describeJourney],
  messages: [
    describeMessages,
    describeMessageFacts,
    describePreviews,
    describeIdempotency,
    describeMedia,
  ],
  marketing: [describeQuietHours, describeRegistrations],
  contacts: [describeContacts, describeSearch, describeLists, describeImport, describeOptOut],
  consents: [describeAccounts, describeConsents],
  numbers: [describeNumbers, describeLine, describeReports],
  broadcasts: [describeBroadcasts],
  conversations: [describeConversations, describeBursts],
  webhooks: [describeWebhooks],
  retries: [describeRetries],
  recovery: [describeRecovery],
  waiting: [describeWaiting],
  verifications: [describeVerifications],
  limits: [describeSimulator, describeSpending],
} satisfies Record<string, readonly DescribeSuite[]>;

/** Runs suites on one service with a separate database. */
export function describeService(
  name: string,
  open: OpenDatabase,
  chosen: readonly DescribeSuite[],
): void {
  describe(`the service on ${name}`, () => {
    let harness: Harness;
    beforeAll(async () => {
      harness = await openHarness(open);
    });
    afterAll(() => harness.close());
    afterEach(() => expect(harness.faults.splice(0)).toEqual([]));

    for (const describeSuite of chosen) describeSuite(() => harness, open);
  });
}
