import type { Fault } from '../fault.ts';

const gather = 'test/service/batcher.test.ts';
const trouble = 'test/service/databaseTrouble.test.ts';
const health = 'test/service/health.test.ts';
const pulse = 'test/service/pulse.test.ts';
const wait = 'test/service/waitForDatabase.test.ts';
const connections = 'test/e2e/connections.postgres.test.ts';
const turns = 'test/e2e/runExclusively.postgres.test.ts';
const jobs = 'test/service/jobs.test.ts';
const lookUp = 'test/service/authenticate.test.ts';
const prepared = 'test/service/keepPrepared.test.ts';

// prettier-ignore
export const database: readonly Fault[] = [
  { file: 'service/lib/batcher.ts', find: "rejectAll(new Error('A batch ended without a result for each of its items'));", plant: '', harm: 'down', why: 'a request that its batch omits hangs forever', suite: gather, only: 'leaves them out' },
  { file: 'service/lib/batcher.ts', find: '    } catch (error) {\n      rejectAll(error);\n    } finally {', plant: '    } catch {\n      return;\n    } finally {', harm: 'down', why: 'requests of a failed batch hang forever', suite: gather, only: 'batch (throws|rejects)' },
  { file: 'service/lib/batcher.ts', find: "(timeoutMs === undefined ? running : inTime(timeoutMs, running))", plant: "running", harm: 'down', why: 'one batch that never ends blocks its account forever', suite: gather, only: 'never ends' },
  { file: 'service/lib/batcher.ts', find: '      isOver = true;', plant: '      isOver = false;', harm: 'sent twice', why: 'a batch that was given up continues alongside its retry', suite: gather, only: 'never ends' },
  { file: 'service/lib/batcher.ts', find: '} while (waiting.length > 0);', plant: '} while (waiting.length > 1);', harm: 'down', why: 'a request that arrives while a batch is collected hangs', suite: gather, only: 'never ends' },
  { file: 'service/http/authenticate.ts', find: "inTime(lookupTimeoutMs, find(key, hash))", plant: "find(key, hash)", harm: 'down', why: 'a lookup that never ends blocks its key forever', suite: lookUp, only: 'too long' },
  { file: 'service/http/authenticate.ts', find: "pendingLookups.get(hash) ??", plant: "", harm: 'down', why: 'each request of a busy caller queries the database again', suite: lookUp, only: 'same moment' },
  { file: 'service/http/authenticate.ts', find: "if (pendingLookups.get(hash) === found) pendingLookups.delete(hash);", plant: "", harm: 'down', why: 'a key whose lookup failed once is never looked up again', suite: lookUp, only: 'database fails' },
  { file: 'service/store/databaseFailure.ts', find: '53...|57P..', plant: '57P..', harm: 'wrong', why: 'too many connections cause a 500', suite: trouble, only: 'gets 503' },
  { file: 'service/store/databaseFailure.ts', find: '|57014|55P03', plant: '|55P03', harm: 'wrong', why: 'a statement that takes too long causes a 500', suite: trouble, only: 'gets 503' },
  { file: 'service/store/databaseFailure.ts', find: '/^(53100|ENOSPC|EDQUOT)$/', plant: '/^(EDQUOT)$/', harm: 'wrong', why: 'a full disk is not reported', suite: trouble, only: 'with the reason' },
  { file: 'service/store/databaseFailure.ts', find: '/^(25006|EROFS)$/', plant: '/^(EROFS)$/', harm: 'wrong', why: 'a standby causes a 500', suite: trouble, only: 'with the reason' },
  { file: 'service/store/databaseFailure.ts', find: 'ECONN.*|EPIPE', plant: 'EPIPE', harm: 'wrong', why: 'an unreachable database causes a 500', suite: trouble, only: 'gets 503' },
  { file: 'service/store/databaseFailure.ts', find: '(23505|40...)', plant: '(40...)', harm: 'wrong', why: 'two identical simultaneous requests get a 500', suite: trouble, only: 'conflicts with another transaction' },
  { file: 'service/store/databaseFailure.ts', find: '? !isSessionEnd(error)', plant: '? true', harm: 'down', why: 'a connection that the server has closed is reused', suite: trouble, only: 'is discarded' },
  { file: 'service/store/databaseFailure.ts', find: '25P0[34]|25006', plant: '25P0[34]', harm: 'down', why: 'a connection to a standby is reused forever after a failover', suite: connections, only: 'reached a standby' },
  { file: 'service/store/databaseFailure.ts', find: 'error instanceof Error && bugs.includes(error.name)', plant: 'error instanceof Error', harm: 'down', why: 'a connection that does not respond is reused', suite: trouble, only: 'is discarded' },
  { file: 'service/observability/health.ts', find: "inTime(timeoutMs, writeHeartbeat(store.db, id, isLarge))", plant: "writeHeartbeat(store.db, id, isLarge)", harm: 'down', why: 'the health check hangs with the database', suite: health, only: 'never responds' },
  { file: 'service/observability/health.ts', find: "return classifyFailure(error) ?? 'unavailable';", plant: "return classifyFailure(error);", harm: 'down', why: 'the health check passes although nothing can be written', suite: health, only: 'is bad, and says why' },
  { file: 'service/observability/health.ts', find: "if (isLarge) store.diskFullFlag.clear();", plant: "", harm: 'wrong', why: 'each health check writes half a megabyte after the disk was once full', suite: health, only: 'trusts it again' },
  { file: 'service/observability/health.ts', find: 'const parts = stuck();', plant: 'const parts: string[] = [];', harm: 'down', why: 'the health check passes although nothing is submitted', suite: health, only: 'names it' },
  { file: 'service/observability/health.ts', find: "performance.now() - last.at > cacheMs", plant: "performance.now() > last.at", harm: 'limit', why: 'anyone can make the database write with every request', suite: health, only: 'same second' },
  { file: 'service/observability/health.ts', find: " &&\n        (await acceptsNewConnections(store, id, failure))", plant: "", harm: 'down', why: 'every process ends when the database is unreachable for a minute', suite: health, only: 'keeps running while' },
  { file: 'service/observability/health.ts', find: "failedChecks = wouldRestartHelp ? failedChecks + 1 : 0;\n      if (failedChecks >= maxFailedChecks)", plant: "failedChecks = reason === undefined ? 0 : failedChecks + 1;\n      if (wouldRestartHelp && failedChecks >= maxFailedChecks)", harm: 'down', why: 'every process ends just as the database comes back', suite: health, only: 'recover soon' },
  { file: 'service/observability/health.ts', find: "failure !== 'full' &&", plant: "failure !== 'full' && failure !== 'readOnly' &&", harm: 'down', why: 'a process keeps connections to a former primary forever', suite: health, only: 'never take changes' },
  { file: 'service/observability/health.ts', find: " &&\n        failure !== 'full'", plant: "", harm: 'down', why: 'every process ends repeatedly while the disk is full', suite: health, only: 'keeps running while' },
  { file: 'service/observability/pulse.ts', find: 'if (isProgress(error)) ended = now();', plant: 'ended = now();', harm: 'down', why: 'a loop that always fails counts as healthy', suite: pulse, only: 'is unavailable' },
  { file: 'service/store/waitForDatabase.ts', find: "&& !/^TLS_/.test(errorCode(error))", plant: "", harm: 'wrong', why: 'a start with wrong TLS settings waits a minute and blames the network', suite: wait, only: 'says what to do' },
  { file: 'service/store/waitForDatabase.ts', find: "error instanceof StandbyError ||", plant: '', harm: 'down', why: 'a start during a failover fails because a standby responds', suite: wait, only: 'a standby responds' },
  { file: 'service/store/waitForDatabase.ts', find: "isOver || !isTransient", plant: "isOver", harm: 'wrong', why: 'a wrong password makes a start wait for a minute', suite: wait, only: 'does not wait' },
  { file: 'service/store/waitForDatabase.ts', find: "isOver || !isTransient", plant: "attempt > 0", harm: 'down', why: 'a start fails if the database starts later', suite: wait, only: 'starting up' },
  { file: 'service/dispatch/dispatch.ts', find: "    unusedClaims.set(claim, performance.now());", plant: "    unusedClaims.clear();", harm: 'lost', why: 'messages whose claim lost the response to its commit count as sent and never leave', suite: 'test/service/cutOff.test.ts' },
  { file: 'service/observability/health.ts', find: "const maxFailedChecks = 10;", plant: "const maxFailedChecks = 1;", harm: 'down', why: 'a process ends because its machine paused for a moment', suite: health, only: 'now and then' },
  { file: 'service/observability/health.ts', find: "failedChecks = wouldRestartHelp ? failedChecks + 1 : 0;", plant: "if (wouldRestartHelp) failedChecks += 1;", harm: 'down', why: 'a process ends because of ten short delays in a month', suite: health, only: 'now and then' },
  { file: 'service/observability/pulse.ts', find: '          running.delete(job);\n', plant: '', harm: 'down', why: 'each process ends a minute after its first batch of deliveries', suite: pulse, only: 'the oldest running job' },
  { file: 'service/observability/pulse.ts', find: '        try {\n          return await work();\n        } finally {\n          running.delete(job);\n        }', plant: '        const result = await work();\n        running.delete(job);\n        return result;', harm: 'down', why: 'each process ends a minute after a batch of deliveries fails', suite: pulse, only: 'does not report a failed job' },
  { file: 'service/store/connections.ts', find: 'isSessionEnd(cause) || endSession(connectionString, client)', plant: 'isSessionEnd(cause)', harm: 'down', why: 'messages stay locked by a lost connection', suite: connections, only: 'ends the server session' },
  { file: 'service/store/connections.ts', find: 'isSessionEnd(cause) || endSession(connectionString, client)', plant: 'isSessionEnd(cause) || endSession(connectionString, client).then(() => false)', harm: 'sent twice', why: 'work on a lost connection may still be running when it is repeated', suite: connections, only: 'ends the server session' },
  { file: 'service/store/connections.ts', find: "...(statementMs !== undefined && { query_timeout: statementMs + responseGraceMs }),", plant: "", harm: 'down', why: 'a request waits forever on a connection whose peer is gone', suite: connections, only: 'ends the server session' },
  { file: 'service/store/connections.ts', find: '      statement_timeout: statementMs,\n', plant: '', harm: 'down', why: 'the server continues statements that nobody waits for', suite: connections, only: 'takes too long, and keeps' },
  { file: 'service/store/connections.ts', find: '      idle_in_transaction_session_timeout: idleInTransactionMs,\n', plant: '', harm: 'down', why: 'a machine that vanishes leaves its messages locked', suite: connections, only: 'an abandoned transaction' },
  { file: 'service/store/connections.ts', find: '    dropIdle();\n', plant: '', harm: 'down', why: 'after a failover each connection costs a request seven seconds', suite: connections, only: 'that was idle' },
  { file: 'service/store/connections.ts', find: '            leaseMs,\n', plant: '            2 ** 31 - 1,\n', harm: 'down', why: 'a hung transaction keeps its locks forever', suite: connections, only: 'from a transaction that takes' },
  { file: 'service/store/connections.ts', find: 'let isBroken = true;', plant: 'let isBroken = false;', harm: 'down', why: 'the queue stops on a connection within a failed transaction', suite: connections, only: 'left in a failed transaction' },
  { file: 'service/store/runExclusively.ts', find: 'pg_try_advisory_lock', plant: 'pg_advisory_lock', harm: 'down', why: 'a start waits without a message, and blocks the indexes of another process', suite: turns, only: 'says so once' },
  { file: 'service/store/jobs.ts', find: '  heartbeatSeconds: 10,\n', plant: '', harm: 'lost', why: 'events of a dead process arrive minutes late', suite: jobs, only: 'stops sending heartbeats' },
  { file: 'service/store/jobs.ts', find: 'expireInSeconds: 300,', plant: 'expireInSeconds: 30,', harm: 'sent twice', why: 'a slow batch is delivered by another process as well', suite: jobs, only: 'sends heartbeats, even' },
  { file: 'service/store/jobs.ts', find: '  retryLimit: 1_000_000,\n', plant: '', harm: 'lost', why: 'events are dropped when the database fails three times in a row', suite: jobs, only: 'however often' },
  { file: 'service/store/jobs.ts', find: '  retryDelayMax: 30,\n', plant: '', harm: 'lost', why: 'after an outage of the database, events arrive days late', suite: jobs, only: 'however often' },
  { file: 'service/store/jobs.ts', find: 'retentionSeconds: 45 * day', plant: 'retentionSeconds: day', harm: 'lost', why: 'events that were due are gone after a weekend without the service', suite: jobs, only: 'survives a month' },
  { file: 'service/store/groupCommit.ts', find: 'isCommitting && !isRefusal(error)', plant: '!isCommitting && !isRefusal(error)', harm: 'sent twice', why: 'a client sends a message again, because nobody learns that the outcome of the commit is unknown', suite: 'test/service/groupCommit.test.ts' },
  { file: 'service/store/embedded/keepPrepared.ts', find: "if (changesTables.test(text)) await forgetAll();\n    else if", plant: "if", harm: 'wrong', why: 'requests fail after a migration changes a table', suite: prepared },
  { file: 'service/store/embedded/keepPrepared.ts', find: "prepared && performance.now() < prepared.expiresAt", plant: "prepared", harm: 'wrong', why: 'statements keep the plan for an empty table and become slow', suite: prepared },
  { file: 'service/handlers/message.ts', find: "query.where('status', '=', sql.lit(status!))", plant: "query.where('status', '=', status!)", harm: 'down', why: 'a list of failed messages reads all messages of the account', suite: 'test/service/searchNewest.test.ts', only: 'reads only the messages that are' },
  { file: 'service/store/migrations/0045_rare_status.ts', find: "where status not in ('queued', 'sent', 'delivered', 'received')", plant: "where status in ('failed')", harm: 'down', why: 'a list of expired messages reads all messages of the account', suite: 'test/service/searchNewest.test.ts', only: 'reads only the messages that are' },
];
