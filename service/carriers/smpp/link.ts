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
  /** Submits that may wait for their answers at once. */
  readonly window: number;
  /** Submits a second; as many as the carrier takes where it is undefined. */
  readonly throughput: number | undefined;
  readonly enquireLinkSeconds: number;
  /** After this long without its answer a submit counts as sent, whether or not the carrier has taken it. */
  readonly answerSeconds: number;
}

export interface LinkEvents {
  readonly onRequest: OnRequest;
  /** There is room again. */
  readonly onCapacity: () => void;
  readonly onError: (error: unknown) => void;
}

export interface Submit {
  readonly fields: Fields;
  /** Belongs to a message that the carrier has begun to take, and so waits for a new link. */
  readonly isBegun: boolean;
  /** The answer is late; it may still come. */
  readonly onLate: () => void;
}

/** A way to a carrier that comes back by itself when it breaks. */
export interface Link {
  /** How many submits can be made now. */
  readonly capacity: () => number;
  /** Submits once there is room, and resolves with the answer. Rejects as a `Session` does. */
  readonly submit: (submit: Submit) => Promise<Pdu>;
  /** Milliseconds until the carrier, which had no room, is asked again. */
  readonly pauseMs: () => number;
  readonly start: () => void;
  /** Waits a while for the answers that are due, and unbinds. */
  readonly stop: () => Promise<void>;
}

/** Waits that double while they are needed. */
const reconnect = { first: 500, most: 30_000 };
const pause = { first: 500, most: 10_000 };
/** A session that has lasted this long was a good one. */
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
  /** Counts submits, in the order in which they were sent. */
  let turns = 0;
  let newestAnswered = 0;
  /**
   * The submits whose answers are late, with what frees their places. They keep them until the carrier
   * answers a later one: a carrier that stalls must not be sent more than a window.
   */
  const overdue = new Map<number, () => void>();
  /** A link has ended with submits unanswered: until the carrier answers one, they go one by one. */
  let isDoubtful = false;
  const places = () => (isDoubtful ? Math.min(window, overdue.size + 1) : window);
  let pausedUntil = 0;
  let pauses = 0;
  let timer: NodeJS.Timeout | undefined;
  const burst = Math.max(1, throughput / 20);
  let tokens = burst;
  // Times here are those of a clock that nobody sets: put back, it would leave no room for as long.
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

  /** Lets go what does not have to wait here: it can wait in its line. */
  const letGo = () => {
    const [begun, others] = [
      waiting.filter((one) => one.isBegun),
      waiting.filter((one) => !one.isBegun),
    ];
    waiting = begun;
    for (const { reject } of others) reject(new UnsentError('The carrier takes nothing now'));
  };
  const proceed = () => {
    for (let left = free(); left > 0 && waiting.length > 0; left--) send(waiting.shift()!);
    if (capacity() > 0) events.onCapacity();
    else waitForRoom();
  };
  /** What takes up room only for a time gives it back without a word. */
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
      else if (overdue.size >= window) end(new Error('The carrier answers no submits'));
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
    // Those of one window are refused together, and count once.
    if (verdict !== 'full' || performance.now() < pausedUntil) return;
    pausedUntil = performance.now() + doubled(pause, pauses++);
    letGo();
  };

  const watch = async ({ request, end, ended }: Session) => {
    const over = new AbortController();
    void ended.then(() => over.abort());
    while (!over.signal.aborted) {
      await sleep(options.enquireLinkSeconds * 1000, undefined, { signal: over.signal });
      const silent = setTimeout(() => end(new Error('The carrier does not answer')), enquireMs);
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
        // It ends by the end of the session, which says all there is to say.
        watch(bound).catch(() => undefined);
        const reason = await bound.ended;
        if (reason) throw reason;
      } catch (error) {
        report(error);
      }
      session = undefined;
      letGo();
      if (performance.now() - since > goodMs) failures = 0;
      // Shorter by chance, so that processes do not come back in step.
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
          reject(new UnsentError('The carrier takes nothing now'));
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
