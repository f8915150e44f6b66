import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Carrier, Inbox, Submission } from '../carrier.ts';
import type { CarrierDeps } from '../defineCarrier.ts';
import { offer } from '../offer.ts';
import { recordResults } from '../recordResults.ts';
import type { Dialect, Outgoing } from './dialect.ts';
import { toQuestionMs, type EngineSettings } from './engineSettings.ts';
import { fetchReceipts } from './fetchReceipts.ts';
import { mediaHeaders } from './mediaHeaders.ts';
import type { Probe } from './circuit.ts';
import { createAttempt } from './createAttempt.ts';
import { createInventory } from './numbers/createInventory.ts';
import { createFind } from './createFind.ts';
import { createLookUps } from './createLookUps.ts';
import { createRequestLimiter } from './requestLimiter.ts';
import { registerCallbacks } from './callbacks/registerCallbacks.ts';
import { retryAfterMs, retryWith } from './retryWith.ts';
import { createSend, isAnswer, type HttpRequest } from './send.ts';

interface Options extends Pick<CarrierDeps, 'clock' | 'onError'> {
  readonly name: string;
  readonly toCallbackUrl: (messageId: string) => string;
  /** Tell the provider where to post. Sent when the carrier starts. */
  readonly registrations?: readonly HttpRequest[];
  /** The inbound webhook URL. */
  readonly inboundWebhookUrl: string;
}

const numbersTimeoutMs = 10_000;
const drainMs = 5_000;

/**
 * Creates a carrier over HTTP. Each message is submitted once. It goes back to its queue only if
 * the provider definitely did not accept it: the connection was never there, or the provider says
 * so.
 *
 * If the response is lost, the message counts as sent, and is never sent again blindly. The carrier
 * asks the provider for it where it can. In all cases, a callback at the path that names the
 * message settles it. Without either, the message becomes `unconfirmed`.
 */
export function httpCarrier<S extends EngineSettings>(
  dialect: Dialect<S>,
  settings: S,
  { name, toCallbackUrl, inboundWebhookUrl, registrations = [], clock, onError }: Options,
): Carrier {
  const pending = new Set<Submission>();
  const stopping = new AbortController();
  const aborting = new AbortController();
  setMaxListeners(0, aborting.signal, stopping.signal);
  const { send, close } = createSend();
  const { receipt } = dialect;
  let inbox: Inbox | undefined;
  const record = recordResults(() => inbox!, stopping.signal);
  const { concurrency, throughput } = settings;
  const probeRequest = () => (dialect.probe ?? dialect.account)?.(settings);
  const probe: Probe = async (signal) => {
    try {
      const { status } = await send(probeRequest()!, { timeoutMs: toQuestionMs(settings), signal });
      return isAnswer(status);
    } catch {
      return false;
    }
  };
  const limiter = createRequestLimiter(
    { concurrency, throughput, probe: probeRequest() ? probe : undefined },
    () => inbox?.onCapacity(),
  );
  const report = (error: unknown) => onError(error, `sending through the carrier ${name}`);

  const toOutgoing = (message: Submission): Outgoing => ({
    ...message,
    callbackUrl: toCallbackUrl(message.messageId),
    lifeSeconds:
      message.expiresAt &&
      Math.max(0, Math.floor((message.expiresAt.getTime() - clock().getTime()) / 1000)),
  });

  const isExpired = ({ expiresAt }: Submission) => expiresAt !== null && expiresAt <= clock();

  const attempt = createAttempt(dialect, settings, {
    send,
    limiter,
    signal: aborting.signal,
    report,
  });
  const lookUps =
    dialect.lookUp &&
    createLookUps(dialect.lookUp, settings, {
      send,
      stopping: stopping.signal,
      aborting: aborting.signal,
      isExpired,
      report,
    });

  const recordRef = ({ messageId, claim }: Submission, ref: string | null) =>
    record({ response: { messageId, claim, result: { kind: 'accepted', refs: [ref] } } });

  const submitMessage = async (message: Outgoing): Promise<void> => {
    const { messageId, claim } = message;
    let result = await attempt(message);
    if (result === 'lost' && lookUps?.isConclusive) {
      // Meanwhile, the message keeps its claim.
      const found = await lookUps.askUntilSure(message);
      if (found.kind === 'found') result = { kind: 'accepted', refs: [found.ref] };
      if (found.kind === 'absent') result = { ...retryWith('no_response'), keepsCarrier: true };
    }
    if (result !== 'lost') {
      await record({ response: { messageId, claim, result } });
      return;
    }
    await recordRef(message, null);
    keepAsking(message);
  };

  /** Asks later about a message that already counts as sent. */
  const keepAsking = (message: Outgoing): void => {
    lookUps
      ?.askLater(message)
      .then((ref) => (ref === undefined ? undefined : recordRef(message, ref)))
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) report(error);
      });
  };

  const findMessages = createFind(lookUps, { concurrency, isExpired, keepAsking, report });

  const { numbers } = dialect;
  const isInventorySetUp = numbers?.isSetUp?.(settings) ?? true;
  const inventory =
    numbers && isInventorySetUp
      ? createInventory(numbers, settings, {
          inboundWebhookUrl,
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
    maxTextLength: dialect.maxTextLength,
    circuit: limiter.circuit,
    findRefusal: () => undefined,
    mediaHeaders: (url) => mediaHeaders(dialect.media, settings, url),
    capacity: limiter.capacity,
    serializesPerRecipient: true,
    pending: () => [...pending],
    alternateIds: () => [],

    submit(messages) {
      let isFull = false;
      const results = messages.map((message) => {
        // After one that does not fit, none goes out, so that their order stays.
        isFull ||= !limiter.take();
        if (isFull) return { kind: 'unsent', retryAfterMs } as const;
        pending.add(message);
        submitMessage(toOutgoing(message))
          .catch((error: unknown) => {
            if (!stopping.signal.aborted) report(error);
          })
          .finally(() => pending.delete(message));
        return { kind: 'pending' } as const;
      });
      return Promise.resolve(results);
    },

    find: (messages) => findMessages(messages.map(toOutgoing)),

    ...(receipt && {
      fetchReceipts: (refs, signal) => fetchReceipts(receipt, settings, refs, { send, signal }),
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
      while (limiter.inFlight() > 0 && performance.now() < deadline) await sleep(20);
      aborting.abort();
      while (pending.size > 0) await sleep(20);
      limiter.stop();
      close();
    },
  };
}
