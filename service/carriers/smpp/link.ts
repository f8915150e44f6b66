import { setTimeout as sleep } from 'node:timers/promises';
import { untestedAfterMs, type Circuit } from '../carrier.ts';
import { createBackoff } from '../createBackoff.ts';
import { createTokenBucket } from '../createTokenBucket.ts';
import { LateError, UnsentError } from '../unsentError.ts';
import { keepAlive } from './keepAlive.ts';
import type { LinkOptions } from './linkOptions.ts';
import { bind, SessionLostError, type OnRequest, type Pdu, type Session } from './session.ts';
import { interpretStatus, status } from './status.ts';
import type { Submit } from './submit.ts';

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
  const { window } = options;
  const stopping = new AbortController();
  let running = Promise.resolve();
  let session: Session | undefined;
  let waiting: Waiting[] = [];
  let inWindow = 0;
  /** Counts submits in the order of sending. */
  let submitCount = 0;
  let lastResponded = 0;
  /**
   * Late submits, with the functions that free their places. They keep their places until the
   * response to a later submit arrives, because a stalled carrier must not get more than one
   * window.
   */
  const overdue = new Map<number, () => void>();
  /** Set if a link ends with outstanding submits. Until the next response, submits go in turn. */
  let isRecovering = false;
  const windowSize = () => (isRecovering ? Math.min(window, overdue.size + 1) : window);
  const limit = createBackoff(10_000);
  let reconnectsAt = 0;
  let timer: NodeJS.Timeout | undefined;
  const bucket = createTokenBucket(options.throughput);
  let downSince = performance.now();
  let isClosed = false;

  const available = () => {
    if (!session || limit.leftMs() > 0) return 0;
    return Math.max(0, Math.floor(Math.min(windowSize() - inWindow, bucket.level())));
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
    if (!session || inWindow >= windowSize()) return;
    const wait = Math.max(limit.leftMs(), bucket.waitMs(), 1);
    clearTimeout(timer);
    timer = setTimeout(sendWaiting, wait);
  };

  const expire = (one: Waiting) => {
    waiting = waiting.filter((other) => other !== one);
    one.reject(new UnsentError('The carrier is not accepting messages'));
  };

  const send = ({ fields, mayLeave, onLate, resolve, reject, expiry }: Waiting) => {
    clearTimeout(expiry);
    if (!mayLeave()) {
      reject(new LateError());
      return;
    }
    inWindow++;
    bucket.take();
    const number = ++submitCount;
    const { request, close, end } = session!;
    const response = request('submit_sm', fields);
    let isInWindow = true;
    const release = () => {
      if (isInWindow) inWindow--;
      isInWindow = false;
      clearTimeout(late);
      overdue.delete(number);
      sendWaiting();
    };
    const late = setTimeout(() => {
      onLate();
      overdue.set(number, release);
      if (lastResponded > number) release();
      else if (overdue.size >= window) end(new Error('The carrier does not respond to submits'));
      else sendWaiting();
    }, options.responseTimeoutSeconds * 1000);
    response.then(
      ({ command_status: code }) => {
        lastResponded = Math.max(lastResponded, number);
        isRecovering = false;
        for (const [earlier, releaseEarlier] of overdue) if (earlier < number) releaseEarlier();
        if (code === status.invalidBind) close(new Error('The carrier has forgotten the bind'));
        applyStatus(code);
        release();
      },
      (error: unknown) => {
        if (error instanceof SessionLostError) isRecovering = true;
        release();
      },
    );
    resolve(response);
  };
  const applyStatus = (code: number) => {
    const meaning = interpretStatus(code);
    if (meaning === 'accepted') limit.reset();
    if (meaning !== 'throttled') return;
    limit.add();
    rejectUnsent();
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
        limit.end();
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
    while (session && (inWindow > 0 || hasParts()) && performance.now() < deadline) await sleep(20);
  };

  return {
    capacity,
    isUp: () => session !== undefined,
    circuit: () => ({
      isOpen: session ? limit.isLasting() : performance.now() - downSince > reconnectGraceMs,
      retryInMs: Math.max(0, session ? limit.leftMs() : reconnectsAt - performance.now()),
      ...(session &&
        limit.isLasting() &&
        limit.leftMs() < -untestedAfterMs && { isUntested: true }),
    }),
    pauseMs: () => Math.max(limit.leftMs(), minRetryMs),
    submit: (submit) =>
      new Promise((resolve, reject) => {
        const { deadline } = submit;
        const canWait = deadline !== undefined && !isClosed;
        if (!canWait && (!session || limit.leftMs() > 0)) {
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
        const late = sleep(unbindMs, undefined, { ref: false });
        await Promise.race([last.request('unbind', {}), late]).catch(() => undefined);
        last.end();
      }
      await running;
    },
  };
}
