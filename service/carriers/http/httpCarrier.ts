import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttemptResult } from '@textloom/shared/contract';
import { splitIntoChunks } from '../../lib/splitIntoChunks.ts';
import type { Carrier, Inbox, Submission, SubmitResult } from '../carrier.ts';
import type { CarrierDeps } from '../defineCarrier.ts';
import { offer } from '../offer.ts';
import { recordResults } from '../recordResults.ts';
import { classify } from './classify.ts';
import type { Dialect, Found, Outgoing } from './dialect.ts';
import type { EngineSettings } from './engineSettings.ts';
import { fetchReceipts } from './fetchReceipts.ts';
import { mediaHeaders } from './mediaHeaders.ts';
import type { Probe } from './circuit.ts';
import { createInventory } from './numbers/createInventory.ts';
import { createPace } from './pace.ts';
import { registerCallbacks } from './callbacks/registerCallbacks.ts';
import { createSend, LostResponseError, UnsentError, type HttpRequest } from './send.ts';

interface Options extends Pick<CarrierDeps, 'clock' | 'onError'> {
  readonly name: string;
  readonly callbackUrlOf: (messageId: string) => string;
  /** Tell the provider where to post. Sent when the carrier starts. */
  readonly registrations?: readonly HttpRequest[];
  /** The address for texts. */
  readonly textsUrl: string;
}

/** When to ask about a message whose response was lost, counted from the time before. */
const lookUpWaitsMs = [1_000, 4_000, 15_000, 60_000];
const lookUpTimeoutMs = 4_000;
const probeTimeoutMs = 2_000;
/**
 * The pause of a carrier delays no message for longer than this, because another carrier may take
 * it. If none can, it waits in its queue until the pause ends.
 */
const retryAfterMs = 500;
const numbersTimeoutMs = 10_000;
const drainMs = 5_000;

/**
 * Creates a carrier over HTTP. Each message is submitted once. Only if the provider has surely not
 * taken it (the connection was never there, or the provider says so) does it go back to its queue.
 *
 * If the response is lost, the message counts as sent, and is never sent again blindly. The carrier
 * asks the provider for it where it can. In all cases, a callback at the path that names the
 * message settles it. Without either, the message becomes `unconfirmed`.
 */
export function httpCarrier<S extends EngineSettings>(
  dialect: Dialect<S>,
  settings: S,
  { name, callbackUrlOf, textsUrl, registrations = [], clock, onError }: Options,
): Carrier {
  const pending = new Set<string>();
  const stopping = new AbortController();
  const aborting = new AbortController();
  setMaxListeners(0, aborting.signal, stopping.signal);
  const { send, close } = createSend();
  const { lookUp, receipt } = dialect;
  let inbox: Inbox | undefined;
  const record = recordResults(() => inbox!, stopping.signal);
  const { concurrency, throughput } = settings;
  const probe: Probe = async (signal) => {
    try {
      const request = dialect.probe!(settings)!;
      const { status } = await send(request, { timeoutMs: probeTimeoutMs, signal });
      return status < 500 && status !== 429;
    } catch {
      return false;
    }
  };
  const hasProbe = dialect.probe?.(settings) !== undefined;
  const pace = createPace({ concurrency, throughput, probe: hasProbe ? probe : undefined }, () =>
    inbox?.onCapacity(),
  );
  const report = (error: unknown) => onError(error, `sending through the carrier ${name}`);

  const toOutgoing = (message: Submission): Outgoing => ({
    ...message,
    callbackUrl: callbackUrlOf(message.messageId),
    lifeSeconds:
      message.expiresAt &&
      Math.max(0, Math.floor((message.expiresAt.getTime() - clock().getTime()) / 1000)),
  });

  /** The result of a submit, or `lost` if nobody knows it. */
  const attempt = async (message: Outgoing): Promise<SubmitResult | 'lost'> => {
    try {
      const response = await send(dialect.submit(settings, message), {
        timeoutMs: settings.timeoutSeconds * 1000,
        signal: aborting.signal,
      });
      const meaning = classify(dialect, response, settings, message);
      switch (meaning.kind) {
        case 'accepted':
          pace.release('responded');
          return { kind: 'accepted', refs: [meaning.ref] };
        case 'refused':
          pace.release('responded');
          return { kind: 'refused', error: meaning.error, carrierCode: meaning.code };
        case 'throttled':
          pace.release('throttled', meaning.retryAfterMs);
          return retryWith('limited', `HTTP ${response.status}`);
        case 'accountFault':
          pace.release('failed');
          report(
            Object.assign(
              new Error(`The provider refuses the account or the settings: ${meaning.code}`),
              { code: meaning.code },
            ),
          );
          return retryWith('account_refused', meaning.code);
        case 'unknown':
          pace.release('failed');
          report(
            new Error(`The provider sent a response without a meaning: HTTP ${response.status}`),
          );
          return 'lost';
      }
    } catch (error) {
      pace.release('failed');
      report(error);
      if (error instanceof LostResponseError) return 'lost';
      // The request never left, or could not even be built.
      return retryWith('unreachable');
    }
  };

  const ask = async (message: Outgoing, { request, read }: NonNullable<typeof lookUp>) => {
    try {
      const options = { timeoutMs: lookUpTimeoutMs, signal: aborting.signal };
      return read(await send(request(settings, message), options), message, settings);
    } catch (error) {
      if (!(error instanceof UnsentError || error instanceof LostResponseError)) report(error);
      return { kind: 'unknown' } satisfies Found;
    }
  };

  const recordRef = ({ messageId, claim }: Submission, ref: string | null) =>
    record({ response: { messageId, claim, result: { kind: 'accepted', refs: [ref] } } });

  /** Asks a few times about a message that already counts as sent. */
  const askLater = async (message: Outgoing, how: NonNullable<typeof lookUp>): Promise<void> => {
    for (const wait of lookUpWaitsMs) {
      await sleep(wait, undefined, { signal: stopping.signal, ref: false });
      const found = await ask(message, how);
      if (found.kind === 'found') return recordRef(message, found.ref);
    }
  };

  /** Asks until the provider knows for sure. Meanwhile, the message keeps its claim. */
  const askUntilSure = async (
    message: Outgoing,
    how: NonNullable<typeof lookUp>,
  ): Promise<SubmitResult> => {
    for (let times = 0; ; times++) {
      const wait = lookUpWaitsMs[Math.min(times, lookUpWaitsMs.length - 1)];
      await sleep(wait, undefined, { signal: stopping.signal });
      const found = await ask(message, how);
      if (found.kind === 'found') return { kind: 'accepted', refs: [found.ref] };
      // The first time, the request may still be on its way.
      if (found.kind === 'absent' && times > 0)
        return { ...retryWith('no_response'), keepsCarrier: true };
    }
  };

  const submitMessage = async (message: Outgoing): Promise<void> => {
    const { messageId, claim } = message;
    let result = await attempt(message);
    if (result === 'lost' && lookUp?.isConclusive) result = await askUntilSure(message, lookUp);
    if (result !== 'lost') {
      await record({ response: { messageId, claim, result } });
      return;
    }
    await recordRef(message, null);
    if (lookUp) keepAsking(message, lookUp);
  };
  const keepAsking = (message: Outgoing, how: NonNullable<typeof lookUp>) =>
    void askLater(message, how).catch((error: unknown) => {
      if (!stopping.signal.aborted) report(error);
    });

  const { numbers } = dialect;
  const isInventorySetUp = numbers?.isSetUp?.(settings) ?? true;
  const inventory =
    numbers && isInventorySetUp
      ? createInventory(numbers, settings, {
          textsUrl,
          send: (request) =>
            send(request, { timeoutMs: numbersTimeoutMs, signal: aborting.signal }),
          report: (error) => onError(error, `managing numbers of the carrier ${name}`),
        })
      : undefined;

  return {
    name,
    inventory,
    numbers: offer(settings.numbers ?? []),
    takesMedia:
      typeof dialect.takesMedia === 'function' ? dialect.takesMedia(settings) : dialect.takesMedia,
    circuit: pace.circuit,
    route: () => undefined,
    mediaHeaders: (url) => mediaHeaders(dialect.media, settings, url),
    capacity: pace.capacity,
    serializesPerRecipient: true,
    pending: () => [...pending],
    alternateIds: () => [],

    submit(messages) {
      let isFull = false;
      const results = messages.map((message) => {
        // After one that does not fit, none goes out, so that their order stays.
        isFull ||= !pace.take();
        if (isFull) return { kind: 'throttled', retryAfterMs } as const;
        pending.add(message.messageId);
        submitMessage(toOutgoing(message))
          .catch((error: unknown) => {
            if (!stopping.signal.aborted) report(error);
          })
          .finally(() => pending.delete(message.messageId));
        return { kind: 'pending' } as const;
      });
      return Promise.resolve(results);
    },

    async find(messages) {
      const found = new Map<string, readonly (string | null)[]>();
      for (const some of splitIntoChunks(messages.map(toOutgoing), concurrency))
        await Promise.all(
          some.map(async (message) => {
            const { kind, ref } = { ref: null, ...(await findOne(message)) };
            if (kind === 'unknown' && lookUp?.isConclusive)
              throw new Error('The provider could not be asked for a message');
            if (kind === 'absent' && lookUp?.isConclusive) return;
            found.set(message.messageId, [ref]);
            if (ref === null && lookUp) keepAsking(message, lookUp);
          }),
        );
      return found;
    },

    ...(receipt && {
      fetchReceipts: (refs) =>
        fetchReceipts(receipt, settings, refs, { send, signal: aborting.signal }),
    }),

    start(destination) {
      inbox = destination;
      void registerCallbacks(registrations, {
        send,
        signal: stopping.signal,
        onError: (error) => onError(error, `registering the callbacks of the carrier ${name}`),
      });
      return Promise.resolve();
    },

    async stop() {
      stopping.abort();
      const deadline = performance.now() + drainMs;
      while (pace.inFlight() > 0 && performance.now() < deadline) await sleep(20);
      aborting.abort();
      while (pending.size > 0) await sleep(20);
      pace.stop();
      close();
    },
  };

  function retryWith(result: AttemptResult, code?: string): SubmitResult & { kind: 'throttled' } {
    return {
      kind: 'throttled',
      retryAfterMs,
      attempt: { result, ...(code !== undefined && { code }) },
    };
  }

  function findOne(message: Outgoing): Promise<Found> {
    return lookUp ? ask(message, lookUp) : Promise.resolve({ kind: 'unknown' });
  }
}
