import type { Fault } from '../fault.ts';

const engine = 'test/service/carriers/httpCarrier.test.ts';
const routing = 'test/service/carriers/route.test.ts';
const whole = 'test/service/carriers/failOver.test.ts';
const dispatching = 'test/service/dispatchToCarriers.test.ts';
const carriers = 'service/carriers/carriers.ts';
const circuit = 'service/carriers/http/circuit.ts';
const carrier = 'service/carriers/http/httpCarrier.ts';
const recording = 'service/dispatch/recordCarrierAttempts.ts';

// prettier-ignore
export const failOver: readonly Fault[] = [
  { file: 'service/dispatch/dispatch.ts', find: "submitting_at = clock_timestamp(),", plant: "submitting_at = now(),", harm: 'lost', why: 'a claim that waited long for a lock is already stale, and another process counts its messages as sent', suite: dispatching, only: 'however long its transaction' },
  { file: 'service/carriers/decideUnroutable.ts', find: "seconds >= unknownCarrierSeconds).map", plant: "seconds >= 0).map", harm: 'lost', why: 'a process that does not know a new carrier yet fails its waiting messages', suite: dispatching, only: 'leaves it to a process' },
  { file: 'service/dispatch/recoverStaleClaims.ts', find: "    or submitting_at < now() - make_interval(secs => ${unknownCarrierSeconds}))`", plant: "    or true)`", harm: 'lost', why: 'a process that does not know a carrier counts its messages as sent although another could look them up', suite: dispatching, only: 'after a crash only once' },
  { file: carriers, find: "(a.priority ?? defaultPriority) - (b.priority ?? defaultPriority) || b.rank - a.rank", plant: "b.rank - a.rank || (a.priority ?? defaultPriority) - (b.priority ?? defaultPriority)", harm: 'wrong', why: 'a backup with a longer prefix comes before the main carrier', suite: routing, only: 'the priority' },
  { file: carriers, find: "!carrier.circuit().isOpen || getCapacity(carrier) >= 1", plant: "!carrier.circuit().isOpen || getCapacity(carrier) >= 0", harm: 'lost', why: 'messages wait for a carrier that does not work', suite: routing, only: 'goes to the second' },
  { file: carriers, find: "!carrier.circuit().isOpen || getCapacity(carrier) >= 1", plant: "getCapacity(carrier) >= 1", harm: 'wrong', why: 'a busy carrier loses messages to a more expensive one', suite: routing, only: 'only full' },
  { file: carriers, find: "message.only === undefined || carrier.name === message.only", plant: "message.only !== ''", harm: 'sent twice', why: 'a message that the first phone may have goes to another carrier', suite: dispatching, only: 'may still know' },
  { file: 'service/dispatch/dispatch.ts', find: "  awaited,\n});", plant: "  awaited: [],\n});", harm: 'down', why: 'dispatch never rests while one of two carriers is full', suite: dispatching, only: 'not for the sender' },
  { file: 'service/dispatch/dispatch.ts', find: "isMore: hasPostponed &&", plant: "isMore: false &&", harm: 'limit', why: 'messages for a broken carrier hold up those behind them until the next poll', suite: dispatching, only: 'for a broken one delay none' },
  { file: 'service/dispatch/dispatch.ts', find: "isPartlyBusy(one) ? one.carriers :", plant: "isPartlyBusy(one) ? one.carriers.filter(isBusy) :", harm: 'limit', why: 'the idle carrier of a sender with a full one sends a batch only every 100 milliseconds', suite: dispatching, only: 'for a full one delay none' },
  { file: 'service/dispatch/dispatch.ts', find: "return waitFor(context.carriers.all.filter(isBusy));", plant: "return rest;", harm: 'limit', why: 'a slow carrier that is full waits for the next poll, and sends fewer messages than it may', suite: dispatching, only: 'if all are full' },
  { file: 'service/dispatch/dispatch.ts', find: "lockSenderQueues(context, trx, limit, numberIds)", plant: "lockSenderQueues(context, trx, limit)", harm: 'limit', why: 'the senders of a full carrier take the turns of the others', suite: dispatching, only: 'get no turn' },
  { file: 'service/dispatch/dispatch.ts', find: "hasRoom || (hasProgress", plant: "(hasProgress", harm: 'limit', why: 'a carrier that gets capacity during a pass waits for the next poll', suite: dispatching, only: 'meanwhile' },
  { file: 'service/dispatch/assignToCarriers.ts', find: "Math.min(fit, messages / count)", plant: "limit / queues.length", harm: 'limit', why: 'the senders of a nearly full carrier take the shares of the others', suite: dispatching, only: 'nearly full' },
  { file: 'service/carriers/carriers.ts', find: "isMixed || working < 0 ? carriers : carriers.slice(0, working + 1)", plant: "carriers", harm: 'down', why: 'dispatch never rests while a carrier with a backup is full', suite: dispatching, only: 'is the backup' },
  { file: 'service/carriers/carriers.ts', find: "      prefixes !== undefined ||", plant: "      false ||", harm: 'lost', why: 'messages to one country wait for the carrier of another country', suite: dispatching, only: 'the idle one sends' },
  { file: 'service/dispatch/assignToCarriers.ts', find: "if (routes.isMixed || row.keeps_carrier) full.push(row);", plant: "full.push(row);", harm: 'wrong', why: 'a one-time code that meets a full carrier lets marketing pass', suite: dispatching, only: 'several senders' },
  { file: 'service/dispatch/assignToCarriers.ts', find: "isMixed || row.keeps_carrier", plant: "isMixed", harm: 'lost', why: 'a message that must stay with a broken carrier keeps all others waiting', suite: dispatching, only: 'must stay with a broken' },
  { file: 'service/dispatch/assignToCarriers.ts', find: "      (one) => capacity.get(one)!,\n", plant: "      () => 1,\n", harm: 'lost', why: 'all messages wait for one that tests the first carrier', suite: dispatching, only: 'goes to the backup when' },
  { file: 'service/dispatch/recoverStaleClaims.ts', find: ",\n      keeps_carrier = true", plant: "", harm: 'sent twice', why: 'a message that a crash left at a carrier goes to another one', suite: dispatching, only: 'after a crash' },
  { file: 'service/dispatch/recordSubmitResults.ts', find: "keeps_carrier or coalesce(wait.\"keepsCarrier\", false)", plant: "coalesce(wait.\"keepsCarrier\", false)", harm: 'sent twice', why: 'a message forgets after a second attempt that its carrier may have it', suite: dispatching, only: 'after a crash' },
  { file: carrier, find: "keepsCarrier: true", plant: "keepsCarrier: false", harm: 'sent twice', why: 'a message that a slow server does not know yet goes to another carrier', suite: engine, only: 'definitely does not know' },
  { file: carrier, find: "return status < 500 && status !== 429;", plant: "return status < 300;", harm: 'lost', why: 'a carrier is never used again because its key may not make the probe', suite: engine, only: 'may not make the probe' },
  { file: circuit, find: "const failuresToOpen = 3;", plant: "const failuresToOpen = 1;", harm: 'wrong', why: 'one lost connection sends the traffic to another carrier', suite: engine, only: 'after three failures' },
  { file: circuit, find: "if (needsProbe || pauseMs() > 0) return 'none';", plant: "if (pauseMs() > 0) return 'none';", harm: 'lost', why: 'messages test a provider that does not respond, and stay unknown', suite: engine, only: 'with probes' },
  { file: circuit, find: "      failures = Math.max(failures, failuresToOpen);\n", plant: "", harm: 'lost', why: 'messages wait although a probe shows that the provider does not work', suite: engine, only: 'with probes' },
  { file: circuit, find: "failures >= failuresToOpen || limit.isLasting()", plant: "failures >= failuresToOpen", harm: 'lost', why: 'messages wait for an hour because the provider asks for it', suite: engine, only: 'long pause' },
  { file: circuit, find: "return outage.count() > 0 || isOpen() ? 'one' : 'all';", plant: "return isOpen() && pauseMs() > 0 ? 'one' : 'all';", harm: 'lost', why: 'a whole window of messages tests a provider that fails, and stays unknown', suite: engine, only: 'with probes' },
  { file: 'service/carriers/smpp/link.ts', find: "performance.now() - downSince > reconnectGraceMs,", plant: "performance.now() - downSince > reconnectGraceMs * 1000,", harm: 'lost', why: 'messages wait for a carrier whose link is down', suite: whole, only: 'follows the link' },
  { file: recording, find: "${maxPerMessage} > (", plant: "${maxPerMessage * 100} > (", harm: 'limit', why: 'the history of a message grows without a limit', suite: dispatching, only: 'up to a limit' },
  { file: recording, find: "return isRepeated ? { result: 'accepted' } : undefined;", plant: "return { result: isRepeated ? 'accepted' : 'accepted' };", harm: 'limit', why: 'every message costs one more row', suite: dispatching, only: 'only full' },
  { file: 'service/handlers/message.ts', find: "if (!(await message.executeTakeFirst())) failUnknown();", plant: "await message.executeTakeFirst();", harm: 'another account', why: 'an account reads the attempts of another one', suite: whole, only: 'only to the account' },
  { file: 'service/carriers/hideSecrets.ts', find: "Object.setPrototypeOf(redacted, Object.getPrototypeOf(error) as object) as unknown", plant: "redacted", harm: 'lost', why: 'a text waits 20 seconds after a lost database session, because its error is not recognized', suite: dispatching, only: 'looked up immediately' },
  { file: 'service/dispatch/dispatch.ts', find: "error instanceof ConnectionLostError && error.isSessionOver", plant: "error instanceof ConnectionLostError && !error.isSessionOver", harm: 'lost', why: 'a text waits 20 seconds after its carrier lost the database session', suite: dispatching, only: 'looked up immediately' },
];
