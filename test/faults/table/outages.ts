import type { Fault } from '../fault.ts';

const metrics = 'test/service/metrics.test.ts';
const carrierMetrics = 'test/service/carrierMetrics.test.ts';
const operations = 'test/e2e/operations';

/** These faults hide an outage from the operator. */
// prettier-ignore
export const outages: readonly Fault[] = [
  { file: 'service/runtime/metrics/databaseMetrics.ts', find: "if (!works) return texts[0]!;", plant: "", harm: 'down', why: 'without the database, each scrape takes too long for Prometheus', suite: metrics, only: 'ask the database nothing' },
  { file: 'service/runtime/metrics/readFailingWebhooks.ts', find: "where status = 'enabled' and failing_since is not null", plant: "where status = 'disabled' and failing_since is not null", harm: 'lost', why: 'a receiver that refuses everything goes unnoticed', suite: metrics, only: 'webhooks that fail' },
  { file: 'service/runtime/metrics/readOldestDue.ts', find: "order by message.due_at limit 1", plant: "order by message.due_at desc limit 1", harm: 'down', why: 'a queue that stands still looks young', suite: metrics, only: 'how long the oldest due message' },
  { file: 'service/runtime/metrics/carrierMetrics.ts', find: "isOpen && !isUntested ? 0 : 1", plant: "isOpen && isUntested ? 0 : 1", harm: 'down', why: 'no alert about a carrier that does not work', suite: carrierMetrics },
  { file: 'service/carriers/http/circuit.ts', find: "!needsProbe && pauseMs() < -untestedAfterMs", plant: "needsProbe && pauseMs() < -untestedAfterMs", harm: 'down', why: 'an alert lasts all night although the provider is back', suite: carrierMetrics },
  { file: 'service/runtime/metrics/metricsServer.ts', find: "one.aggregator === 'omit' ? 'first' : one.aggregator", plant: "one.aggregator", harm: 'down', why: 'no alert about a process that restarts again and again', suite: `${operations}/outages.postgres.test.ts`, only: 'metrics that all exist' },
  { file: 'docs/operations/alerts.yml', find: "expr: textloom_database_up == 0", plant: "expr: textloom_database_up < 0", harm: 'down', why: 'no alert about the database', suite: `${operations}/alertRules.test.ts` },
];
