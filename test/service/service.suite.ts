import { afterAll, afterEach, beforeAll, describe, expect } from '@jest/globals';
import type { OpenDatabase } from './harness/database.ts';
import { describeAccounts } from './accounts/account.suite.ts';
import { describeAudit } from './audit/audit.suite.ts';
import { describeBroadcasts } from './broadcasts/broadcast.suite.ts';
import { describeBursts } from './webhooks/burst.suite.ts';
import { describeConsents } from './consents/consent.suite.ts';
import { describeContacts } from './contacts/contact.suite.ts';
import { describeConversations } from './conversations/conversation.suite.ts';
import { openHarness, type Harness } from './harness/harness.ts';
import { describeIdempotency } from './core/idempotency.suite.ts';
import { describeImport } from './imports/import.suite.ts';
import { describeJourney } from './journey.suite.ts';
import { describeKeys } from './accounts/keys.suite.ts';
import { describeKeyExpiry } from './accounts/keyExpiry.suite.ts';
import { describeSenderQueue } from './dispatch/senderQueue.suite.ts';
import { describeSearch } from './search/search.suite.ts';
import { describeSimulator } from './carriers/simulator.suite.ts';
import { describeSpending } from './accounts/spending.suite.ts';
import { describeJoins } from './contacts/joinLists.suite.ts';
import { describeLists } from './contacts/list.suite.ts';
import { describeMedia } from './media/media.suite.ts';
import { describeMessages } from './messages/message.suite.ts';
import { describeMessageFacts } from './messages/messageFacts.suite.ts';
import { describeNumbers } from './numbers/number.suite.ts';
import { describeOptOut } from './consents/optOut.suite.ts';
import { describePreviews } from './messages/preview.suite.ts';
import { describeProtocol } from './http/protocol.suite.ts';
import { describeQuietHours } from './messages/quietHours.suite.ts';
import { describeRegistrations } from './registrations/registration.suite.ts';
import { describeReports } from './reports/report.suite.ts';
import { describeVerifications } from './verifications/verification.suite.ts';
import { describeWaiting } from './messages/waiting.suite.ts';
import { describeWebhooks } from './webhooks/webhook.suite.ts';
import { describeRecovery } from './webhooks/webhookRecovery.suite.ts';
import { describeRedelivery } from './webhooks/redelivery.suite.ts';
import { describeRetries } from './webhooks/webhookRetries.suite.ts';

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
  contacts: [
    describeContacts,
    describeSearch,
    describeLists,
    describeJoins,
    describeImport,
    describeOptOut,
  ],
  consents: [describeAccounts, describeConsents],
  numbers: [describeNumbers, describeSenderQueue, describeReports],
  broadcasts: [describeBroadcasts],
  conversations: [describeConversations, describeBursts],
  webhooks: [describeWebhooks],
  retries: [describeRetries],
  recovery: [describeRecovery, describeRedelivery],
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
