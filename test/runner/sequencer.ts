import { createRequire } from 'node:module';
import type * as Sequencing from '@jest/test-sequencer';

// The types describe the CommonJS module.
const require = createRequire(import.meta.url);
const { default: Sequencer } = require('@jest/test-sequencer') as typeof Sequencing.default;

type Test = Parameters<InstanceType<typeof Sequencer>['sort']>[0][number];

/**
 * The files that take longest, for a first run. A slow file that starts last makes the whole run
 * longer. Later runs know how long each file took.
 */
const slowest: readonly RegExp[] = [
  /e2e\/(?:n8n|service\/(?:serviceMessages|statusMachine)|package\/zapier\.test|operations\/outages)/,
  /e2e\/(?:service\/(?:process|service)|console\/console(?:Home|Inbox)|package\/node)/,
  /e2e\/(?:service\/(?:broadcast|database)|powerCut|nodeRed|console\/consoleRecords|cli\/folder)/,
  // The first installs the linters. Only a few of the first files need the new database templates.
  /openapi\/document|zapier\/definition|contract\/laws|pglite\/(?:broadcasts|webhooks|recovery)|isolation\/isolation/,
  /mcp\/sending|test\/prose\.test|release\/problems|twoSpellings|verificationGuard|secretKey/,
  /pglite\/(?:retries|marketing|messages|contacts)|smpp\/smppCarrier|media\/incomingMedia/,
  /\/pglite\/|n8n\/(?:trigger|resources)|providers\/(?:smsgate|plivo|twilio|telnyx)/,
  /store\/waitForDatabase|service\/(?:carriers|numbers|reports)\/|observability\/logs|statusMachine/,
  /webhooks\/deliver|observability\/metrics|cli\/doctor/,
];

const getRank = ({ path }: Test) => {
  const rank = slowest.findIndex((pattern) => pattern.test(path));
  return rank < 0 ? slowest.length : rank;
};

/** Starts the slowest test files first. */
export default class SlowestFirst extends Sequencer {
  override sort(tests: Test[]): Test[] {
    const sorted = super.sort(tests) as Test[];
    return sorted.some(({ duration }) => duration !== undefined)
      ? sorted
      : sorted.toSorted((a, b) => getRank(a) - getRank(b));
  }
}
