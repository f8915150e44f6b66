import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { eventSchema, fromWire, headers, type Event } from './contract/index.ts';

/** Standard Webhooks 1.0 signs `id.timestamp.body` with HMAC-SHA256 and a `whsec_` secret. */
const secretPrefix = 'whsec_';
const scheme = 'v1,';
/** The minimum size of a key in bytes by the standard. With an empty key, anybody could sign. */
const shortestKey = 24;

export interface Delivery {
  /** The ID of the event, which is the same on every attempt. */
  readonly id: string;
  /** The time of the attempt in Unix seconds. */
  readonly timestamp: number;
  /** The exact bytes of the body, as text. */
  readonly body: string;
}

/**
 * Returns the headers of a signed delivery. With two secrets, as during a rotation, they contain
 * both signatures.
 */
export function signWebhook(
  delivery: Delivery,
  secrets: readonly string[],
): Record<string, string> {
  return {
    [headers.webhookId]: delivery.id,
    [headers.webhookTimestamp]: String(delivery.timestamp),
    [headers.webhookSignature]: secrets
      .map((secret) => {
        const key = parseKey(secret);
        if (!key) throw new RangeError(`A webhook secret must have at least ${shortestKey} bytes`);
        return scheme + computeSignature(delivery, key);
      })
      .join(' '),
  };
}

/** The reason to refuse a delivery that is old, or whose receiver has a wrong clock. */
export const staleTimestamp = 'The webhook timestamp is outside the tolerance';
/** The reason to refuse a delivery that another secret signed. */
export const signatureMismatch = 'The webhook signature does not match';

/** Says why a delivery was not accepted. The message contains no secret and no part of the body. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface Received {
  /** Returns a header by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The exact body, before any parsing. */
  readonly body: string;
}

/**
 * Returns the event of a delivery. Throws a `WebhookVerificationError` if a header is missing, if the
 * timestamp differs from `now` by more than the tolerance, or if no signature matches a secret. It
 * ignores a secret that is empty or too short.
 *
 * @param toleranceSeconds how far the timestamp may differ from `now`; the standard recommends 300
 * @param now milliseconds since the epoch
 */
export function verifyWebhook(
  { header, body }: Received,
  secrets: readonly string[],
  { toleranceSeconds, now }: { toleranceSeconds: number; now: number },
): Event {
  const id = header(headers.webhookId.toLowerCase());
  const timestamp = header(headers.webhookTimestamp.toLowerCase());
  const signatures = header(headers.webhookSignature.toLowerCase());
  if (!id || !timestamp || !signatures)
    throw new WebhookVerificationError('A webhook header is missing');
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookVerificationError('The webhook timestamp is not a number');
  if (Math.abs(now / 1000 - Number(timestamp)) > toleranceSeconds) {
    throw new WebhookVerificationError(staleTimestamp);
  }
  const delivery = { id, timestamp: Number(timestamp), body };
  const given = signatures.split(' ').filter((signature) => signature.startsWith(scheme));
  const keys = secrets.map(parseKey).filter((key) => key !== undefined);
  if (keys.length === 0)
    throw new WebhookVerificationError('There is no secret to check the webhook with');
  const genuine = keys.some((key) => {
    const expected = Buffer.from(scheme + computeSignature(delivery, key));
    return given.some((signature) => equal(Buffer.from(signature), expected));
  });
  if (!genuine) throw new WebhookVerificationError(signatureMismatch);
  return parseEvent(body);
}

function parseEvent(body: string): Event {
  try {
    return fromWire(eventSchema, JSON.parse(body)) as Event;
  } catch {
    throw new WebhookVerificationError('The webhook body is not valid JSON');
  }
}

/**
 * Derives a secret from an API key and an address, so that nobody needs to store it. A connector sends
 * the secret when it subscribes, and derives it again for each delivery.
 */
export function deriveWebhookSecret(apiKey: string, url: string): string {
  if (!apiKey.trim()) throw new RangeError('A webhook secret can only be derived from an API key');
  return secretPrefix + createHmac('sha256', apiKey).update(`webhook:${url}`).digest('base64');
}

/** Returns the key in a secret, or undefined if it is too short. */
function parseKey(secret: string): KeyObject | undefined {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  // Node 24 needs four times as long to create a key from bytes.
  const key = createSecretKey(encoded, 'base64');
  return key.symmetricKeySize! < shortestKey ? undefined : key;
}

const computeSignature = ({ id, timestamp, body }: Delivery, key: KeyObject): string =>
  createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');

const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
