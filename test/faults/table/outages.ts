import type { Fault } from '../fault.ts';

const metrics = 'test/service/observability/metrics.test.ts';
const carrierMetrics = 'test/service/carriers/carrierMetrics.test.ts';
const operations = 'test/e2e/operations';
const ages = 'test/service/observability/metricAges.test.ts';
const rules = `${operations}/alertRules.test.ts`;
const backup = 'test/e2e/cli/backup.test.ts';
const dump = 'test/e2e/cli/dump.postgres.test.ts';

/** These faults hide an outage from the operator. */
// prettier-ignore
export const outages: readonly Fault[] = [
  { file: 'service/runtime/watchClocks.ts', find: "isKnown = problem !== undefined;", plant: "isKnown ||= problem !== undefined;", harm: 'wrong', why: 'a clock that is wrong for a second time goes unnoticed', suite: 'test/service/runtime/watchClocks.test.ts' },
  { file: 'service/store/findClockProblem.ts', find: "Math.max(before - now, now - after)", plant: "(before - now)", harm: 'wrong', why: 'a clock that is behind goes unnoticed', suite: 'test/service/runtime/watchClocks.test.ts', only: '-60 seconds' },
  { file: 'service/runtime/metrics/databaseMetrics.ts', find: "if (!works) return texts[0]!;", plant: "", harm: 'down', why: 'without the database, each scrape takes too long for Prometheus', suite: metrics, only: 'ask the database nothing' },
  { file: 'service/runtime/metrics/readFailingWebhooks.ts', find: "where status = 'enabled' and failing_since is not null", plant: "where status = 'disabled' and failing_since is not null", harm: 'lost', why: 'a receiver that refuses everything goes unnoticed', suite: metrics, only: 'webhooks that fail' },
  { file: 'service/runtime/metrics/readOldestDue.ts', find: "order by message.due_at limit 1", plant: "order by message.due_at desc limit 1", harm: 'down', why: 'a queue that stands still looks young', suite: ages, only: 'makes no progress' },
  { file: 'service/runtime/metrics/processMetrics.ts', find: "isOpen && !isUntested ? 0 : 1", plant: "isOpen && isUntested ? 0 : 1", harm: 'down', why: 'no alert about a carrier that does not work', suite: carrierMetrics },
  { file: 'service/carriers/http/circuit.ts', find: "!needsProbe && pauseMs() < -untestedAfterMs", plant: "needsProbe && pauseMs() < -untestedAfterMs", harm: 'down', why: 'an alert lasts all night although the provider is back', suite: carrierMetrics },
  { file: 'service/runtime/metrics/metricsServer.ts', find: "one.aggregator === 'omit' ? 'first' : one.aggregator", plant: "one.aggregator", harm: 'down', why: 'no alert about a process that restarts again and again', suite: `${operations}/outages.postgres.test.ts`, only: 'metrics that all exist' },
  { file: 'docs/operations/alerts.yml', find: "expr: textloom_database_up == 0", plant: "expr: textloom_database_up < 0", harm: 'down', why: 'no alert about the database', suite: `${operations}/alertRules.test.ts` },
  { file: 'service/runtime/metrics/readOldestDue.ts', find: "interval '1 minute', false)", plant: "interval '1 day', false)", harm: 'down', why: 'a paced sender that stands still looks healthy', suite: ages, only: 'its pace' },
  { file: 'service/runtime/metrics/readOldestDue.ts', find: "and not oldest.is_back", plant: "", harm: 'down', why: 'a carrier that rejects everything looks healthy', suite: ages, only: 'its pace' },
  { file: 'service/webhooks/health/hasPlannedAttempt.ts', find: "where next_attempt_at >", plant: "where next_attempt_at is null or next_attempt_at >", harm: 'wrong', why: 'an alert about a webhook without attempts never ends', suite: ages, only: 'planned attempts' },
  { file: 'service/runtime/metrics/databaseMetrics.ts', find: "    } catch {\n      // The metrics that are missing show it.\n    }", plant: "    } catch {\n      return texts[0]!;\n    }", harm: 'down', why: 'a slow count hides that messages wait', suite: ages, only: 'although the counts' },
  { file: 'docs/operations/alerts.yml', find: "          > 0.05\n          and on (job) sum by (job) (increase(http_request_duration_seconds_count{job=\"textloom\",status=~\"5..\"}[10m])) > 10\n", plant: "          > 0.05\n", harm: 'wrong', why: 'one failed request at night pages somebody', suite: rules },
  { file: 'docs/operations/alerts.yml', find: "expr: absent(up{job=\"textloom\"})", plant: "expr: absent(up{job=\"textloom\"}) < 0", harm: 'down', why: 'nobody notices that Prometheus has lost the service', suite: rules },
  { file: 'docs/runbook/down.md', find: "for 2 minutes", plant: "for 5 minutes", harm: 'wrong', why: 'the runbook states another limit than the rule', suite: rules },
  { file: 'docs/runbook/messages-failing.md', find: '`carrier_discarded`', plant: '`carrier_blocked`', harm: 'wrong', why: 'the runbook names an error that no message has', suite: 'test/docs.test.ts', only: 'name only fields' },
  { file: 'service/store/embedded/openEmbedded.ts', find: "await work({ ...rows[0]!, since });", plant: "void work({ ...rows[0]!, since });", harm: 'lost', why: 'files change while the backup copies them', suite: backup, only: 'keeps every statement' },
  { file: 'service/store/embedded/holds.ts', find: "const { heldMs } = JSON.parse(await readLine()) as { readonly heldMs: number };", plant: "const heldMs = 0;", harm: 'lost', why: 'a backup counts although the service went on before its end', suite: backup, only: 'until the end' },
  { file: 'service/store/embedded/copyFolder.ts', find: "if (isFresh || earlier.get(path) !== state) {", plant: "if (earlier.get(path) === undefined) {", harm: 'lost', why: 'a backup mixes files of two moments', suite: backup, only: 'every message' },
  { file: 'service/cli/backup/backup.ts', find: "      await makePrivate(folder);\n", plant: "", harm: 'leaked', why: 'other users can read the backup', suite: backup, only: 'every message' },
  { file: 'service/store/embedded/holds.ts', find: "    onUnable(String((error as NodeJS.ErrnoException).code));\n", plant: "    throw error;\n", harm: 'down', why: 'the service does not start where it cannot open a socket', suite: backup, only: 'needs a socket' },
  { file: 'service/store/embedded/holds.ts', find: "export const maxHoldMs = 8_000;", plant: "export const maxHoldMs = 20_000;", harm: 'lost', why: 'a claim becomes stale while a backup holds the database', suite: backup, only: 'much less time' },
  { file: 'service/cli/backup/checkPlaces.ts', find: "if (bavail * bsize < needed)", plant: "if (bavail * bsize < 0)", harm: 'down', why: 'a backup fills the disk of the service', suite: backup, only: 'no space' },
  { file: 'service/cli/backup/makeIncomplete.ts', find: "  process.once('exit', removeNow);\n", plant: "", harm: 'down', why: 'each interrupted backup leaves a copy, until the disk is full', suite: backup, only: 'a signal' },
  { file: 'service/cli/backup/makeIncomplete.ts', find: "if (isNew && !existsSync", plant: "if (!existsSync", harm: 'down', why: 'a backup that was killed without a lock stays until the disk is full', suite: backup, only: 'before it took its lock' },
  { file: 'service/store/embedded/lockFolder.ts', find: "  hide(path);\n", plant: '  void hide;\n', harm: 'down', why: 'any user of the machine keeps the service from starting', suite: 'test/service/store/lockFolder.test.ts', only: 'lock of a folder' },
  { file: 'service/cli/backup/makeIncomplete.ts', find: "  const unlock = await lockFolder(outer);\n", plant: "  (await lockFolder(outer))();\n  const unlock = () => undefined;\n", harm: 'lost', why: 'a backup deletes another one that is under way', suite: backup, only: 'before it took its lock' },
  { file: 'service/cli/backup/dumpPostgres.ts', find: "  await run('pg_restore', ['--file', devNull, file], env);\n", plant: "  void devNull;\n", harm: 'lost', why: 'a dump without its end counts as a backup', suite: dump, only: 'a part of the dump' },
  { file: 'service/cli/backup/dumpPostgres.ts', find: "  await requireTables(store.db).finally(store.close);\n", plant: "  await store.close(); void requireTables;\n", harm: 'lost', why: 'the dump of an empty database counts as a backup', suite: dump, only: 'with the reason' },
  { file: 'service/cli/backup/dumpPostgres.ts', find: "([name]) => !name.startsWith('PG') || name === 'PGPASSFILE'", plant: "([name]) => name !== ''", harm: 'lost', why: 'a variable leads the backup to another database', suite: dump, only: 'restores the accounts' },
  { file: 'service/cli/backup/writeClientSettings.ts', find: "isVerified ? verified : 'require'", plant: "'require'", harm: 'leaked', why: 'a backup sends all texts over a connection that nobody verified', suite: dump, only: 'verify the server' },
  { file: 'service/cli/backup/verifyCopy.ts', find: "newest !== newestMessage || !isComplete", plant: "newest !== newestMessage", harm: 'lost', why: 'a backup lacks the latest changes', suite: backup, only: 'what the service had' },
  { file: 'docs/operations/alerts.yml', find: "expr: |\n          max_over_time(textloom_stuck_parts[5m]) > 0", plant: "expr: |\n          max_over_time(textloom_stuck_parts[5m]) > 9", harm: 'down', why: 'no alert about a process that is stuck and ends itself', suite: rules },
  { file: 'docs/operations/alerts.yml', find: "TextloomCarrierDown|TextloomDatabaseDown", plant: "TextloomCarrierDown", harm: 'wrong', why: 'an outage of the database pages somebody again a quarter of an hour later', suite: rules },
  { file: 'service/runtime/metrics/metricsServer.ts', find: "return lastOfThreads.map((metrics) => metrics.filter(isCount));", plant: "return [];", harm: 'wrong', why: 'a slow scrape looks like a million dropped texts', suite: metrics, only: 'count no less' },
  { file: 'service/observability/failureLog.ts', find: "if (known) {", plant: "if (known && known.times > 1e9) {", harm: 'down', why: 'while PostgreSQL is away the log grows by ten entries per second', suite: 'test/service/observability/log.test.ts', only: 'once a minute' },
  { file: 'service/observability/failureLog.ts', find: "repeated.delete(key);", plant: "", harm: 'down', why: 'the log says nothing about the second outage of the same kind', suite: 'test/service/observability/log.test.ts', only: 'in full again' },
  { file: 'service/observability/failureLog.ts', find: "failure.code ?? failure.reason", plant: "''", harm: 'wrong', why: 'the log of an outage hides another failure', suite: 'test/service/observability/log.test.ts', only: 'hides no other' },
  { file: 'service/runtime/start.ts', find: "await runInThread(config, onFailure)", plant: "await runInThread(config, (failure, doing) => log.error(failure, `Failed while ${doing}`))", harm: 'down', why: 'with PostgreSQL the log of an outage grows by ten entries per second', suite: 'test/e2e/service/background.postgres.test.ts', only: 'background work' },
];
