import { sanitizeText } from '../lib/sanitizeText.ts';
import { isReadableEvent, type ReadEvent } from '../store/callbackEvent.ts';

/** A request from a provider, as it arrived. Signatures cover these octets. */
export interface CallbackRequest {
  readonly method: string;
  /** The public URL, from `PUBLIC_URL` and the path and query as received. */
  readonly url: string;
  /** The path below `/carriers/{name}/`, without a query. */
  readonly path: string;
  /** By name in lowercase. */
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/** The response to a callback that is stored. */
export interface CallbackReply {
  readonly type: string;
  readonly body: string;
}

/** Reads what one carrier's provider posts. Runs in the thread that serves HTTP. */
export interface Callbacks {
  /** Returns whether the provider sent the request. Throwing counts as no. */
  readonly isGenuine: (request: CallbackRequest, now: Date) => boolean;
  /** Reads a genuine request. Throws if it cannot. */
  readonly read: (request: CallbackRequest) => readonly ReadEvent[];
  readonly reply: CallbackReply;
  /** The path below `/carriers/{name}/` that the provider posts texts to. It is a secret. */
  readonly textsPath: string;
  /** The largest body at this path, if it is larger than that of other callbacks. */
  readonly maxTextBytes: number | undefined;
  /** The URL for texts, which `doctor` prints. */
  readonly inboundWebhookUrl: string;
  /** Returns what only a service with the same settings can know, for `doctor`. */
  readonly prove: (nonce: string) => string;
}

/**
 * Reads a callback if its provider sent it. Every callback passes here, so nothing counts without a
 * check: only an explicit `true` lets a request through.
 */
export function readCallback(
  callbacks: Callbacks,
  request: CallbackRequest,
  now: Date,
): readonly ReadEvent[] | 'forged' | 'unreadable' {
  try {
    const isGenuine: unknown = callbacks.isGenuine(request, now);
    if (isGenuine !== true) return 'forged';
  } catch {
    return 'forged';
  }
  try {
    const events = callbacks.read(request).map((one) => storableValue(one) as ReadEvent);
    return events.length === 0 || events.some(isReadableEvent) ? events : 'unreadable';
  } catch {
    return 'unreadable';
  }
}

/** The queue stores the same texts as the tables. */
function storableValue(value: unknown): unknown {
  if (typeof value === 'string') return sanitizeText(value);
  if (Array.isArray(value)) return value.map(storableValue);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, storableValue(inner)]),
  );
}
