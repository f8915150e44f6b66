import { setTimeout as sleep } from 'node:timers/promises';
import {
  bind,
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
  /** How long the answer to a submit holds its place in the window. */
  readonly answerSeconds: number;
}

export interface LinkEvents {
  readonly onRequest: OnRequest;
  /** There is room again. */
  readonly onRoom: () => void;
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
  readonly room: () => number;
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
  let pausedUntil = 0;
  let pauses = 0;
  let timer: NodeJS.Timeout | undefined;
  const burst = Math.max(1, throughput / 20);
  let tokens = burst;
  let refilledAt = Date.now();

  const refill = () => {
    const now = Date.now();
    tokens = Math.min(burst, tokens + ((now - refilledAt) / 1000) * throughput);
    refilledAt = now;
  };
  const free = () => {
    refill();
    if (!session || Date.now() < pausedUntil) return 0;
    return Math.max(0, Math.floor(Math.min(window - inWindow, tokens)));
  };
  const room = () => Math.max(0, free() - waiting.length);

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
    if (room() > 0) events.onRoom();
    else waitForRoom();
  };
  /** What takes up room only for a time gives it back without a word. */
  const waitForRoom = () => {
    if (!session || inWindow >= window) return;
    const wait = Math.max(pausedUntil - Date.now(), ((1 - tokens) / throughput) * 1000, 1);
    clearTimeout(timer);
    timer = setTimeout(proceed, wait);
  };

  const send = ({ fields, onLate, resolve }: Waiting) => {
    inWindow++;
    tokens--;
    const answer = session!.request('submit_sm', fields);
    let isInWindow = true;
    const leave = () => {
      if (isInWindow) inWindow--;
      isInWindow = false;
      clearTimeout(late);
      proceed();
    };
    const late = setTimeout(() => {
      onLate();
      leave();
    }, options.answerSeconds * 1000);
    answer.then(({ command_status: status }) => {
      heed(status);
      leave();
    }, leave);
    resolve(answer);
  };
  const heed = (status: number) => {
    const verdict = verdictOf(status);
    if (verdict === 'taken') pauses = 0;
    // Those of one window are refused together, and count once.
    if (verdict !== 'full' || Date.now() < pausedUntil) return;
    pausedUntil = Date.now() + doubled(pause, pauses++);
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
      const since = Date.now();
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
      if (Date.now() - since > goodMs) failures = 0;
      // Shorter by chance, so that processes do not come back in step.
      const wait = doubled(reconnect, failures) * (0.5 + Math.random() / 2);
      await sleep(wait, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const drained = async () => {
    const deadline = Date.now() + drainMs;
    while (session && inWindow > 0 && Date.now() < deadline) await sleep(20);
  };

  return {
    room,
    pauseMs: () => Math.max(pausedUntil - Date.now(), pause.first),
    submit: (submit) =>
      new Promise((resolve, reject) => {
        if (!submit.isBegun && (!session || Date.now() < pausedUntil)) {
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
