import type { Fault } from '../fault.ts';

// prettier-ignore
export const client: readonly Fault[] = [
  { file: 'shared/client/client.ts', find: 'status < 300 &&', plant: 'status < 400 &&', harm: 'wrong', why: 'a DELETE that was redirected counts as done', suite: 'test/client/client.test.ts', only: 'a DELETE' },
  { file: 'shared/client/client.ts', find: "operation.method === 'DELETE' && error.code === 'not_found' && lostAnswer", plant: "operation.method === 'DELETE' && error.code === 'not_found'", harm: 'wrong', why: 'the deletion of a record that never existed counts as done', suite: 'test/client/client.test.ts', only: 'a DELETE' },
  { file: 'shared/client/client.ts', find: '        lostAnswer = true;\n', plant: '', harm: 'wrong', why: 'a DELETE whose response was lost fails although it was done', suite: 'test/client/client.test.ts', only: 'a DELETE' },
  { file: 'shared/client/client.ts', find: '(idempotencyKey ?? host.createKey())', plant: 'host.createKey()', harm: 'sent twice', why: 'the key of the caller is ignored, and a retry sends again', suite: 'test/client/client.test.ts', only: 'a call' },
  { file: 'shared/client/retry.ts', find: '(0.5 + random / 2)', plant: '(0.5 + random * 10)', harm: 'wrong', why: 'a call waits up to twenty times too long', suite: 'test/client/client.test.ts', only: 'after twice' },
  { file: 'shared/client/retry.ts', find: 'retryAfter * 1000 * (1 + random / 10)', plant: 'retryAfter * 1000 * (1 - random / 10)', harm: 'limit', why: 'a call is retried before the time that the service named', suite: 'test/client/client.test.ts', only: 'after the time' },
  { file: 'shared/client/retry.ts', find: 'retryAfter * 1000 *', plant: 'retryAfter * 100 *', harm: 'limit', why: 'a call is retried after a tenth of the time that the service named', suite: 'test/client/client.test.ts', only: 'after the time' },
  { file: 'shared/client/retry.ts', find: 'firstDelay * 2 ** tries, longestDelay', plant: 'firstDelay * 2 ** tries, 100 * longestDelay', harm: 'wrong', why: 'a call waits for minutes between two attempts', suite: 'test/client/client.test.ts', only: 'after twice' },
  { file: 'shared/client/retry.ts', find: 'if (!error.retryable) throw error;', plant: 'if (!error.retryable && tries > 0) throw error;', harm: 'wrong', why: 'a refused call is retried', suite: 'test/client/client.test.ts', only: 'not after' },
  { file: 'shared/client/retry.ts', find: 'if (clock.now() + delay > deadline) throw unanswered ?? error;', plant: 'if (clock.now() > deadline) throw unanswered ?? error;', harm: 'wrong', why: 'a call waits long after its budget', suite: 'test/client/client.test.ts', only: 'within its budget' },
  { file: 'shared/client/retry.ts', find: 'throw unanswered ?? error;', plant: 'throw error;', harm: 'sent twice', why: 'the error says that nothing was sent although a text may have been sent', suite: 'test/client/client.test.ts', only: 'finally reports' },
];
