import type { Fault } from '../fault.ts';

const suite = 'test/service/callbackQueue.test.ts';

// prettier-ignore
export const callbackFaults: readonly Fault[] = [
  { file: 'service/runtime/workers.ts', find: "postponed.has(id) ? 'failed' : 'completed'", plant: "postponed.size > 0 ? 'failed' : 'completed'", harm: 'twice', why: 'one callback that cannot be stored makes its whole batch run again', suite, only: 'only the callback that cannot be stored' },
  { file: 'service/runtime/workers.ts', find: "postponed.has(id) ? 'failed' : 'completed'", plant: "'completed'", harm: 'lost', why: 'a callback that cannot be stored is gone', suite, only: 'runs again|as soon as it can be' },
  { file: 'service/dispatch/recordCallbacks.ts', find: "outcomes[at] === 'postponed' && postponed.push(jobId)", plant: "outcomes[at] === 'dropped' && postponed.push(jobId)", harm: 'lost', why: 'a callback that cannot be stored now is dropped', suite, only: 'runs again|as soon as it can be' },
];
