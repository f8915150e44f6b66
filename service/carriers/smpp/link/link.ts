import { setTimeout as sleep } from 'node:timers/promises';
import { untestedAfterMs, type Circuit } from '../../carrier.ts';
import { createTokenBucket } from '../../createTokenBucket.ts';
import { LateError, UnsentError } from '../../unsentError.ts';
import { keepAlive } from './keepAlive.ts';
import type { LinkOptions } from './linkOptions.ts';
import { bind, SessionLostError, type OnRequest, type Pdu, type Session } from '../session.ts';
import { interpretStatus, status } from '../status.ts';
import type { Submit } from './submit.ts';
import { createSubmitCircuit } from './submitCircuit.ts';
import { createSubmitWindow } from './submitWindow.ts';

export interface LinkEvents {
  readonly onRequest: OnRequest;
  /** Reports that the link has capacity again. */
  readonly onCapacity: () => void;
  readonly onError: (error: unknown) => void;
}

/** A connection to a carrier that reconnects automatically. */
export interface Link {
  /** Returns how many submits are possible now. */
  readonly capacity: () => number;
  /** Submits once there is capacity, and resolves with the response. Rejects like a `Session`. */
  readonly submit: (submit: Submit) => Promise<Pdu>;
  /** Returns the milliseconds until the next attempt after the carrier had no capacity. */
  readonly pauseMs: () => number;
  readonly isUp: () => boolean;
  readonly circuit: () => Circuit;
  readonly start: () => void;
  /**
   * Waits a while for the outstanding responses, and until the carrier has the other parts of the
   * texts that it accepted in part. Then it unbinds.
   */
  readonly stop: (hasParts: () => boolean) => Promise<void>;
}

// Milliseconds, which double with each failure.
const reconnectMs = { first: 500, max: 30_000 };
/** A link that is back sooner does not open the circuit. */
const reconnectGraceMs = 2_000;
const minRetryMs = 500;
/** A session that lasts this long resets the count of failures. */
const stableMs = 10_000;
const drainMs = 5_000;
const unbindMs = 1_000;

interface Waiting extends Submit, Omit<PromiseWithResolvers<Pdu>, 'promise'> {
  expiry?: NodeJS.Timeout;
}

export function createLink(options: LinkOptions, events: LinkEvents): Link {
  const stopping = new AbortController();
  let running = Promise.resolve();
  let session: Session | undefined;
  let waiting: Waiting[] = [];
  const submits = createSubmitWindow(options.window);
  const breaker = createSubmitCircuit();
  let reconnectsAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const bucket = createTokenBucket(options.throughput);
  let downSince = performance.now();
  let isClosed = false;
  /** The last session that did not handle its submits. */
  let failed: Session | undefined;

  const available = () => {
    if (!session || breaker.pauseMs() > 0) return 0;
    return Math.max(0, Math.floor(Math.min(submits.free(), bucket.level())));
  };
  const capacity = () => Math.max(0, available() - waiting.length);

  /** Rejects submits that can wait in their sender queue instead. */
  const rejectUnsent = () => {
    const [started, others] = [
      waiting.filter(({ deadline }) => deadline !== undefined),
      waiting.filter(({ deadline }) => deadline === undefined),
    ];
    waiting = started;
    for (const { reject } of others)
      reject(new UnsentError('The carrier is not accepting messages'));
  };
  const sendWaiting = () => {
    for (let left = available(); left > 0 && waiting.length > 0; left--) send(waiting.shift()!);
    if (capacity() > 0) events.onCapacity();
    else scheduleSend();
  };
  /** Sets a timer, because pauses and the throughput limit end without an event. */
  const scheduleSend = () => {
    if (!session || submits.free() <= 0) return;
    const wait = Math.max(breaker.pauseMs(), bucket.waitMs(), 1);
    clearTimeout(timer);
    timer = setTimeout(sendWaiting, wait);
  };

  const expire = (one: Waiting) => {
    waiting = waiting.filter((other) => other !== one);
    one.reject(new UnsentError('The carrier is not accepting messages'));
  };

  const send = ({ fields, deadline, mayLeave, onLate, resolve, reject, expiry }: Waiting) => {
    clearTimeout(expiry);
    if (!mayLeave()) {
      reject(new LateError());
      return;
    }
    bucket.take();
    const place = submits.take();
    const used = session!;
    const response = used.request('submit_sm', fields);
    const late = setTimeout(() => {
      onLate();
      if (place.keepLate()) fail();
      if (submits.isStalled()) used.end(new Error('The carrier does not respond to submits'));
      else sendWaiting();
    }, options.responseTimeoutSeconds * 1000);
    const end = () => {
      clearTimeout(late);
      sendWaiting();
    };
    response.then(
      ({ command_status: code }) => {
        place.respond();
        applyStatus(code, used, deadline !== undefined);
        end();
      },
      (error: unknown) => {
        place.free();
        if (error instanceof SessionLostError) failSession(used);
        end();
      },
    );
    resolve(response);
  };
  const applyStatus = (code: number, used: Session, isLaterPart: boolean) => {
    const meaning = interpretStatus(code, options.statuses);
    if (code === status.invalidBind) {
      used.close(new Error('The carrier has forgotten the bind'));
      failSession(used);
    } else if (meaning === 'retry' || meaning === 'account') {
      // The other parts of one text are retried first, and must not stop all other texts.
      if (!isLaterPart) fail();
    } else {
      breaker.record(meaning === 'throttled' ? 'throttled' : 'responded');
      submits.goInTurn(false);
      if (meaning === 'throttled') rejectUnsent();
    }
  };
  const fail = () => {
    breaker.record('failed');
    if (!breaker.isOpen()) return;
    submits.goInTurn(true);
    rejectUnsent();
  };
  /** Counts once for a session, however many submits it had. The next one gets them in turn. */
  const failSession = (used: Session) => {
    if (used !== failed) fail();
    failed = used;
    submits.goInTurn(true);
  };

  const report = (error: unknown) => {
    if (!stopping.signal.aborted) events.onError(error);
  };
  const keepConnected = async () => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const since = performance.now();
      try {
        const bound = await bind(options, events.onRequest, stopping.signal);
        session = bound;
        breaker.endAskedPause();
        sendWaiting();
        // This ends with the session, which reports the reason.
        keepAlive(bound, options.enquireLinkSeconds).catch(() => undefined);
        await bound.closing;
        downSince = performance.now();
        session = undefined;
        rejectUnsent();
        const reason = await bound.ended;
        if (reason) throw reason;
      } catch (error) {
        report(error);
      }
      if (performance.now() - since > stableMs) failures = 0;
      // The random part prevents processes from reconnecting in step.
      const wait =
        Math.min(reconnectMs.first * 2 ** failures, reconnectMs.max) * (0.5 + Math.random() / 2);
      reconnectsAt = performance.now() + wait;
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const drain = async (hasParts: () => boolean) => {
    const deadline = performance.now() + drainMs;
    while (session && (submits.inUse() > 0 || hasParts()) && performance.now() < deadline)
      await sleep(20);
  };

  return {
    capacity,
    isUp: () => session !== undefined,
    circuit: () => {
      const isDown = !session && performance.now() - downSince > reconnectGraceMs;
      const isUntested = session && breaker.isOpen() && breaker.pauseMs() < -untestedAfterMs;
      return {
        isOpen: isDown || breaker.isOpen(),
        retryInMs: Math.max(0, session ? breaker.pauseMs() : reconnectsAt - performance.now()),
        ...(isUntested && { isUntested }),
      };
    },
    pauseMs: () => Math.max(breaker.askedPauseMs(), minRetryMs),
    submit: (submit) =>
      new Promise((resolve, reject) => {
        const { deadline } = submit;
        const canWait = deadline !== undefined && !isClosed;
        if (!canWait && (!session || breaker.pauseMs() > 0)) {
          reject(new UnsentError('The carrier is not accepting messages'));
          return;
        }
        const one: Waiting = { ...submit, resolve, reject };
        if (deadline !== undefined)
          one.expiry = setTimeout(expire, deadline - performance.now(), one).unref();
        waiting.push(one);
        sendWaiting();
      }),
    start: () => {
      running = keepConnected();
    },
    stop: async (hasParts) => {
      stopping.abort();
      rejectUnsent();
      await drain(hasParts);
      isClosed = true;
      for (const { reject } of waiting.splice(0)) reject(new UnsentError('The link is closed'));
      clearTimeout(timer);
      const last = session;
      if (last) {
        await last.respondToAll();
        const late = sleep(unbindMs, undefined, { ref: false });
        await Promise.race([last.request('unbind', {}), late]).catch(() => undefined);
        last.end();
      }
      await running;
    },
  };
}
