import { createHmac, createSecretKey, timingSafeEqual, type KeyObject } from 'node:crypto';
import { eventSchema, fromWire, headers, type Event } from './contract/index.ts';

/** Standard Webhooks 1.0: HMAC-SHA256 over `id.timestamp.body` under a `whsec_` secret. */
const secretPrefix = 'whsec_';
const scheme = 'v1,';
/** Bytes of a key that the standard asks for at least: with an empty one anybody could sign. */
const shortestKey = 24;

export interface Delivery {
  /** The id of the event; the same on every attempt. */
  readonly id: string;
  /** Unix seconds of the attempt. */
  readonly timestamp: number;
  /** The exact bytes of the body, as text. */
  readonly body: string;
}

/** The headers of a signed delivery. With two secrets, as during a rotation, it carries both signatures. */
export function signWebhook(
  delivery: Delivery,
  secrets: readonly string[],
): Record<string, string> {
  return {
    [headers.webhookId]: delivery.id,
    [headers.webhookTimestamp]: String(delivery.timestamp),
    [headers.webhookSignature]: secrets
      .map((secret) => {
        const key = keyOf(secret);
        if (!key) throw new RangeError(`A webhook secret must be of ${shortestKey} bytes or more`);
        return scheme + signatureOf(delivery, key);
      })
      .join(' '),
  };
}

/** Why a delivery was not accepted. The message names no secret and nothing of the body. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

export interface Received {
  /** Looks a header up by its name in lower case. */
  readonly header: (name: string) => string | undefined;
  /** The exact body, before any parser. */
  readonly body: string;
}

/**
 * The event of a delivery, or a `WebhookVerificationError`: a header is missing, the timestamp is
 * further from `now` than the tolerance, or no signature is by one of the secrets. A secret that is
 * empty or too short counts for none.
 *
 * @param toleranceSeconds how old or how far ahead a delivery may be; 300 is the standard's advice
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
    throw new WebhookVerificationError('The webhook timestamp is outside the tolerance');
  }
  const delivery = { id, timestamp: Number(timestamp), body };
  const given = signatures.split(' ').filter((signature) => signature.startsWith(scheme));
  const keys = secrets.map(keyOf).filter((key) => key !== undefined);
  if (keys.length === 0)
    throw new WebhookVerificationError('There is no secret to check the webhook by');
  const genuine = keys.some((key) => {
    const expected = Buffer.from(scheme + signatureOf(delivery, key));
    return given.some((signature) => equal(Buffer.from(signature), expected));
  });
  if (!genuine) throw new WebhookVerificationError('The webhook signature does not match');
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
 * A secret that whoever holds the key can compute again for an address, so that it need not be
 * stored: a connector brings it when it subscribes, and derives it anew for each delivery.
 */
export function deriveWebhookSecret(apiKey: string, url: string): string {
  if (!apiKey.trim()) throw new RangeError('A webhook secret needs an API key to be derived from');
  return secretPrefix + createHmac('sha256', apiKey).update(`webhook:${url}`).digest('base64');
}

/** The key in a secret; undefined where it is too short to be one. */
function keyOf(secret: string): KeyObject | undefined {
  const encoded = secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;
  // Node 24 takes bytes as a key only after four times the work.
  const key = createSecretKey(encoded, 'base64');
  return key.symmetricKeySize! < shortestKey ? undefined : key;
}

const signatureOf = ({ id, timestamp, body }: Delivery, key: KeyObject): string =>
  createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64');

const equal = (a: Buffer, b: Buffer): boolean => a.length === b.length && timingSafeEqual(a, b);
