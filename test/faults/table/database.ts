import type { Fault } from '../fault.ts';

const gather = 'test/service/gather.test.ts';
const trouble = 'test/service/databaseTrouble.test.ts';
const health = 'test/service/health.test.ts';
const pulse = 'test/service/pulse.test.ts';
const wait = 'test/service/waitForDatabase.test.ts';
const lookUp = 'test/service/authenticate.test.ts';

// prettier-ignore
export const database: readonly Fault[] = [
  { file: 'service/gather.ts', find: "rejectAll(new Error('A batch ended without an answer to each of its items'));", plant: '', harm: 'down', why: 'a request that its batch leaves out hangs for ever', suite: gather, only: 'leaves them out' },
  { file: 'service/gather.ts', find: '    } catch (error) {\n      rejectAll(error);\n    } finally {', plant: '    } catch {\n      return;\n    } finally {', harm: 'down', why: 'requests of a batch that fails hang for ever', suite: gather, only: 'batch (throws|rejects)' },
  { file: 'service/gather.ts', find: '(limitMs === undefined ? taken : inTime(limitMs, taken))', plant: 'taken', harm: 'down', why: 'one batch that never ends holds up its account for ever', suite: gather, only: 'never ends' },
  { file: 'service/gather.ts', find: '      isOver = true;', plant: '      isOver = false;', harm: 'sent twice', why: 'a batch that was given up goes on beside the repetition', suite: gather, only: 'never ends' },
  { file: 'service/gather.ts', find: '} while (waiting.length > 0);', plant: '} while (waiting.length > 1);', harm: 'down', why: 'a request that comes while a batch is taken hangs', suite: gather, only: 'never ends' },
  { file: 'service/http/authenticate.ts', find: 'inTime(findingMs, find(key, hash))', plant: 'find(key, hash)', harm: 'down', why: 'a look-up that never ends shuts its key out for ever', suite: lookUp, only: 'too long' },
  { file: 'service/http/authenticate.ts', find: 'finding.get(hash) ??', plant: '', harm: 'down', why: 'each request of a busy caller asks the database anew', suite: lookUp, only: 'same moment' },
  { file: 'service/http/authenticate.ts', find: '.finally(() => finding.delete(hash))', plant: '', harm: 'down', why: 'a key whose look-up failed once is never looked up again', suite: lookUp, only: 'database fails' },
  { file: 'service/store/databaseTrouble.ts', find: '53...|57P..', plant: '57P..', harm: 'wrong', why: 'too many connections answer 500', suite: trouble, only: 'gets 503' },
  { file: 'service/store/databaseTrouble.ts', find: '|57014|55P03', plant: '|55P03', harm: 'wrong', why: 'a statement that takes too long answers 500', suite: trouble, only: 'gets 503' },
  { file: 'service/store/databaseTrouble.ts', find: '/^(53100|ENOSPC|EDQUOT)$/', plant: '/^(EDQUOT)$/', harm: 'wrong', why: 'nobody learns that the disk is full', suite: trouble, only: 'says so' },
  { file: 'service/store/databaseTrouble.ts', find: '/^(25006|EROFS)$/', plant: '/^(EROFS)$/', harm: 'wrong', why: 'a standby answers 500', suite: trouble, only: 'says so' },
  { file: 'service/store/databaseTrouble.ts', find: 'ECONN.*|EPIPE', plant: 'EPIPE', harm: 'wrong', why: 'a database that is away answers 500', suite: trouble, only: 'gets 503' },
  { file: 'service/store/databaseTrouble.ts', find: '(23505|40...)', plant: '(40...)', harm: 'wrong', why: 'two equal requests at once answer 500', suite: trouble, only: 'in its way' },
  { file: 'service/store/databaseTrouble.ts', find: '? !isSessionEnd(error)', plant: '? true', harm: 'down', why: 'a connection that the server has ended is given out again', suite: trouble, only: 'thrown away' },
  { file: 'service/store/databaseTrouble.ts', find: 'error instanceof Error && bugs.includes(error.name)', plant: 'error instanceof Error', harm: 'down', why: 'a connection that does not answer is given out again', suite: trouble, only: 'thrown away' },
  { file: 'service/health.ts', find: 'inTime(patienceMs, writeHeartbeat(store.db, id, isLarge))', plant: 'writeHeartbeat(store.db, id, isLarge)', harm: 'down', why: 'the health check hangs with the database', suite: health, only: 'never answers' },
  { file: 'service/health.ts', find: "return troubleOf(error) ?? 'away';", plant: 'return troubleOf(error);', harm: 'down', why: 'the health check is green although nothing can be written', suite: health, only: 'is bad, and says why' },
  { file: 'service/health.ts', find: 'if (isLarge) store.hasBeenFull.clear();', plant: '', harm: 'wrong', why: 'each health check writes half a megabyte after the disk was full once', suite: health, only: 'trusts it again' },
  { file: 'service/health.ts', find: 'const parts = stuck();', plant: 'const parts: string[] = [];', harm: 'down', why: 'the health check is green although nothing is handed over', suite: health, only: 'names it' },
  { file: 'service/health.ts', find: 'performance.now() - last.at > freshMs', plant: 'performance.now() > last.at', harm: 'limit', why: 'anyone makes the database write as often as they ask', suite: health, only: 'same second' },
  { file: 'service/health.ts', find: '&& (await answersAnew(store, id))', plant: '', harm: 'down', why: 'every process ends when the database is away for a minute', suite: health, only: 'goes on' },
  { file: 'service/health.ts', find: "trouble === 'full' || ", plant: '', harm: 'down', why: 'every process ends again and again while the disk is full', suite: health, only: 'goes on' },
  { file: 'service/pulse.ts', find: 'if (isProgress(error)) ended = now();', plant: 'ended = now();', harm: 'down', why: 'a loop that always fails counts as well', suite: pulse, only: 'is away' },
  { file: 'service/store/waitForDatabase.ts', find: "error instanceof StandbyError || ", plant: '', harm: 'down', why: 'a start during a fail-over ends because a standby answers', suite: wait, only: 'a standby answers' },
  { file: 'service/store/waitForDatabase.ts', find: "isOver || !isPassing", plant: 'isOver', harm: 'wrong', why: 'a wrong password makes a start wait for a minute', suite: wait, only: 'does not wait' },
  { file: 'service/store/waitForDatabase.ts', find: "isOver || !isPassing", plant: 'attempt > 0', harm: 'down', why: 'a start fails where the database starts up later', suite: wait, only: 'starting up' },
  { file: 'service/delivery/dispatch.ts', find: "    unused.set(claim, performance.now());", plant: "    unused.clear();", harm: 'lost', why: 'messages whose claim lost the answer to its commit count as sent and never leave', suite: 'test/service/cutOff.test.ts' },
];
