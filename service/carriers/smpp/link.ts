import { setTimeout as sleep } from 'node:timers/promises';
import {
  bind,
  SessionLostError,
  UnsentError,
  type Fields,
  type Login,
  type OnRequest,
  type Pdu,
  type Session,
} from './session.ts';
import { verdictOf } from './status.ts';

export interface LinkOptions extends Login {
  /** How many submits may wait for their responses at the same time. */
  readonly window: number;
  /** Submits per second. If undefined, there is no limit. */
  readonly throughput: number | undefined;
  readonly enquireLinkSeconds: number;
  /** After this time without a response, a submit counts as sent, whether or not the carrier accepted it. */
  readonly answerSeconds: number;
}

export interface LinkEvents {
  readonly onRequest: OnRequest;
  /** Reports that the link has capacity again. */
  readonly onCapacity: () => void;
  readonly onError: (error: unknown) => void;
}

interface Submit {
  readonly fields: Fields;
  /** Whether the carrier has already accepted a part of the message. Then the submit waits for a new link. */
  readonly isBegun: boolean;
  /** Reports that the response is late. It may still come. */
  readonly onLate: () => void;
}

/** A connection to a carrier that reconnects automatically. */
export interface Link {
  /** Returns how many submits are possible now. */
  readonly capacity: () => number;
  /** Submits once there is capacity, and resolves with the response. Rejects as a `Session` does. */
  readonly submit: (submit: Submit) => Promise<Pdu>;
  /** Returns the milliseconds until the next attempt after the carrier had no capacity. */
  readonly pauseMs: () => number;
  readonly start: () => void;
  /** Waits a while for the outstanding responses, and unbinds. */
  readonly stop: () => Promise<void>;
}

/** Waits in milliseconds, which double with each failure. */
const reconnect = { first: 500, most: 30_000 };
const pause = { first: 500, most: 10_000 };
/** A session that lasts this long resets the count of failures. */
const goodMs = 10_000;
const enquireMs = 10_000;
const drainMs = 5_000;
const unbindMs = 1_000;

const doubled = ({ first, most }: { first: number; most: number }, times: number): number =>
  Math.min(first * 2 ** times, most);

interface Waiting extends Submit {
  readonly resolve: (answer: Pdu | PromiseLike<Pdu>) => void;
  readonly reject: (error: Error) => void;
}

export function createLink(options: LinkOptions, events: LinkEvents): Link {
  const { window, throughput = 1_000_000 } = options;
  const stopping = new AbortController();
  let running = Promise.resolve();
  let session: Session | undefined;
  let waiting: Waiting[] = [];
  let inWindow = 0;
  /** Counts submits in the order of sending. */
  let turns = 0;
  let newestAnswered = 0;
  /**
   * Late submits, with the functions that free their places. They keep their places until the response to
   * a later submit arrives, because a stalled carrier must not get more than one window.
   */
  const overdue = new Map<number, () => void>();
  /** Set when a link ends with outstanding submits. Until the next response, submits go one by one. */
  let isDoubtful = false;
  const places = () => (isDoubtful ? Math.min(window, overdue.size + 1) : window);
  let pausedUntil = 0;
  let pauses = 0;
  let timer: NodeJS.Timeout | undefined;
  const burst = Math.max(1, throughput / 20);
  let tokens = burst;
  // Uses a clock that nobody can set. A clock that is set back would leave no capacity until it catches up.
  let refilledAt = performance.now();

  const refill = () => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - refilledAt) / 1000) * throughput);
    refilledAt = now;
  };
  const free = () => {
    refill();
    if (!session || performance.now() < pausedUntil) return 0;
    return Math.max(0, Math.floor(Math.min(places() - inWindow, tokens)));
  };
  const capacity = () => Math.max(0, free() - waiting.length);

  /** Rejects submits that can wait in their sender queue instead. */
  const letGo = () => {
    const [begun, others] = [
      waiting.filter((one) => one.isBegun),
      waiting.filter((one) => !one.isBegun),
    ];
    waiting = begun;
    for (const { reject } of others) reject(new UnsentError('The carrier accepts nothing now'));
  };
  const proceed = () => {
    for (let left = free(); left > 0 && waiting.length > 0; left--) send(waiting.shift()!);
    if (capacity() > 0) events.onCapacity();
    else waitForRoom();
  };
  /** Sets a timer, because pauses and the throughput limit end without an event. */
  const waitForRoom = () => {
    if (!session || inWindow >= places()) return;
    const wait = Math.max(pausedUntil - performance.now(), ((1 - tokens) / throughput) * 1000, 1);
    clearTimeout(timer);
    timer = setTimeout(proceed, wait);
  };

  const send = ({ fields, onLate, resolve }: Waiting) => {
    inWindow++;
    tokens--;
    const turn = ++turns;
    const { request, end } = session!;
    const answer = request('submit_sm', fields);
    let isInWindow = true;
    const leave = () => {
      if (isInWindow) inWindow--;
      isInWindow = false;
      clearTimeout(late);
      overdue.delete(turn);
      proceed();
    };
    const late = setTimeout(() => {
      onLate();
      overdue.set(turn, leave);
      if (newestAnswered > turn) leave();
      else if (overdue.size >= window) end(new Error('The carrier responds to no submits'));
      else proceed();
    }, options.answerSeconds * 1000);
    answer.then(
      ({ command_status: status }) => {
        newestAnswered = Math.max(newestAnswered, turn);
        isDoubtful = false;
        for (const [earlier, leaveLate] of overdue) if (earlier < turn) leaveLate();
        heed(status);
        leave();
      },
      (error: unknown) => {
        if (error instanceof SessionLostError) isDoubtful = true;
        leave();
      },
    );
    resolve(answer);
  };
  const heed = (status: number) => {
    const verdict = verdictOf(status);
    if (verdict === 'taken') pauses = 0;
    // The carrier refuses the submits of one window together, so they count once.
    if (verdict !== 'full' || performance.now() < pausedUntil) return;
    pausedUntil = performance.now() + doubled(pause, pauses++);
    letGo();
  };

  const watch = async ({ request, end, ended }: Session) => {
    const over = new AbortController();
    void ended.then(() => over.abort());
    while (!over.signal.aborted) {
      await sleep(options.enquireLinkSeconds * 1000, undefined, { signal: over.signal });
      const silent = setTimeout(() => end(new Error('The carrier does not respond')), enquireMs);
      await request('enquire_link', {}).finally(() => clearTimeout(silent));
    }
  };
  const report = (error: unknown) => {
    if (!stopping.signal.aborted) events.onError(error);
  };
  const keep = async () => {
    for (let failures = 0; !stopping.signal.aborted; failures++) {
      const since = performance.now();
      try {
        const bound = await bind(options, events.onRequest, stopping.signal);
        session = bound;
        pausedUntil = 0;
        proceed();
        // This ends with the session, which reports the reason.
        watch(bound).catch(() => undefined);
        const reason = await bound.ended;
        if (reason) throw reason;
      } catch (error) {
        report(error);
      }
      session = undefined;
      letGo();
      if (performance.now() - since > goodMs) failures = 0;
      // The random part prevents processes from reconnecting in step.
      const wait = doubled(reconnect, failures) * (0.5 + Math.random() / 2);
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const drained = async () => {
    const deadline = performance.now() + drainMs;
    while (session && inWindow > 0 && performance.now() < deadline) await sleep(20);
  };

  return {
    capacity: capacity,
    pauseMs: () => Math.max(pausedUntil - performance.now(), pause.first),
    submit: (submit) =>
      new Promise((resolve, reject) => {
        if (!submit.isBegun && (!session || performance.now() < pausedUntil)) {
          reject(new UnsentError('The carrier accepts nothing now'));
          return;
        }
        waiting.push({ ...submit, resolve, reject });
        proceed();
      }),
    start: () => {
      running = keep();
    },
    stop: async () => {
      stopping.abort();
      letGo();
      await drained();
      for (const { reject } of waiting.splice(0)) reject(new UnsentError('The link is closed'));
      clearTimeout(timer);
      const last = session;
      if (last) {
        await Promise.race([last.request('unbind', {}), sleep(unbindMs)]).catch(() => undefined);
        last.end();
      }
      await running;
    },
  };
}
