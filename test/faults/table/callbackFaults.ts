import type { Fault } from '../fault.ts';

const overdue = 'service/dispatch/receipts/fetchOverdueReceipts.ts';
const receipts = 'test/service/dispatch/receipts.test.ts';
const twilio = 'test/service/carriers/providers/twilio.test.ts';
const suite = 'test/service/dispatch/callbackQueue.test.ts';

// prettier-ignore
export const callbackFaults: readonly Fault[] = [
  { file: 'service/http/serveCallbacks.ts', find: " || !read.every(isReadableEvent)", plant: "", harm: 'lost', why: 'no operator sees that the service drops an event in a list', suite: 'test/service/carriers/carrierSetup.test.ts', only: 'cannot read' },
  { file: 'service/http/refusedCallbacks.ts', find: "activity.fail(carrier, faults[reason]);", plant: "", harm: 'lost', why: 'no operator sees that the service refuses all receipts because of a wrong key', suite: 'test/service/carriers/carrierSetup.test.ts', only: 'callbacks that it rejects' },
  { file: 'service/runtime/jobQueues.ts', find: "postponed.has(id) ? 'failed' : 'completed'", plant: "postponed.size > 0 ? 'failed' : 'completed'", harm: 'wrong', why: 'one callback that cannot be stored makes its whole batch run again', suite, only: 'only the callback that cannot be stored' },
  { file: 'service/runtime/jobQueues.ts', find: "postponed.has(id) ? 'failed' : 'completed'", plant: "'completed'", harm: 'lost', why: 'a callback that cannot be stored is gone', suite, only: 'runs again|as soon as it can be' },
  { file: 'service/dispatch/recordCallbacks.ts', find: "outcomes[at] === 'postponed' && postponed.push(jobId)", plant: "outcomes[at] === 'dropped' && postponed.push(jobId)", harm: 'lost', why: 'a callback that cannot be stored now is dropped', suite, only: 'runs again|as soon as it can be' },
  { file: overdue, find: 'and message.carrier = ${carrier} and message.sent_at <= ${until}', plant: 'and message.sent_at <= ${until}', harm: 'wrong', why: 'a carrier is asked about the messages of another one', suite: receipts, only: 'never named its ID' },
  { file: overdue, find: '(message.sent_at, message.id) > (mark.sent_at, mark.message_id)', plant: 'message.sent_at > mark.sent_at', harm: 'lost', why: 'nobody asks about some messages that were sent at the same moment', suite: receipts, only: 'in batches' },
  { file: overdue, find: 'order by sent_at desc, id desc limit 1', plant: 'order by sent_at, id limit 1', harm: 'limit', why: 'the service asks about the same messages again and again', suite: receipts, only: 'in batches' },
  { file: overdue, find: ' || carrier.circuit().isOpen || signal', plant: ' || signal', harm: 'lost', why: 'a check is used up while the carrier fails', suite: receipts, only: 'while the carrier fails' },
  { file: overdue, find: "where mark.sent_at > ${until}::timestamptz + interval '1 minute'", plant: 'where false', harm: 'lost', why: 'nobody asks for overdue receipts for hours after the clock is set back', suite: receipts, only: 'hours ahead before' },
  { file: overdue, find: ' || signal.aborted) return', plant: ') return', harm: 'wrong', why: 'a service that stops keeps asking for receipts until its time is over', suite: receipts, only: 'once the service stops' },
  { file: 'service/http/serveCallbacks.ts', find: 'config: { shownUrl: anyUrl },', plant: '', harm: 'leaked', why: 'the log and the metrics contain the secret path of a phone', suite: 'test/service/observability/logs.test.ts', only: 'secret path' },
  { file: 'service/carriers/providers/smsgate/smsgate.ts', find: 'maxTextBytes: limits.mediaBytes * 2,', plant: '', harm: 'lost', why: 'a text with a large picture is refused until the phone gives up', suite: 'test/service/carriers/providers/smsgate.test.ts', only: 'brings a picture' },
  { file: overdue, find: 'and not part.is_unanswered', plant: '', harm: 'wrong', why: 'the carrier is asked for an ID that is not its own', suite: receipts, only: 'never named its ID' },
  { file: 'service/runtime/loops.ts', find: 'fetchOverdueReceipts(context, carrier, stopping.signal),', plant: 'Promise.resolve(),', harm: 'lost', why: 'nobody asks for overdue receipts', suite: twilio, only: 'asks for the receipts' },
  { file: 'service/carriers/http/finalOutcome.ts', find: 'if (outcome === undefined) return undefined;', plant: "if (outcome === undefined) return { outcome: 'delivered' as const, code: status };", harm: 'wrong', why: 'a message that is on its way counts as delivered', suite: twilio, only: 'asks for' },
  { file: 'service/carriers/http/callbacks/registerCallbacks.ts', find: 'return isAnswer(status);', plant: 'return true;', harm: 'lost', why: 'one outage at the start keeps texts from ever coming', suite: 'test/service/carriers/registerCallbacks.test.ts' },
  { file: 'service/carriers/http/callbacks/registerCallbacks.ts', find: 'return isAnswer(status);', plant: 'return false;', harm: 'limit', why: 'a provider is asked forever although it refuses', suite: 'test/service/carriers/registerCallbacks.test.ts' },
  { file: 'service/carriers/providers/smsgate/smsgate.ts', find: '[...outcomes.keys(), ...incoming]', plant: '[...outcomes.keys()]', harm: 'lost', why: 'the phone reports no texts', suite: 'test/service/carriers/providers/smsgate.test.ts', only: 'registers its URL' },
];
