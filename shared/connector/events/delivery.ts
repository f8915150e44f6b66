import type { Event } from '../../contract/index.ts';
import { verifyWebhook, WebhookVerificationError } from '../../webhooks.ts';

interface Delivery {
  /** The headers as the host passes them on, in upper or lower case. */
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** The exact body, before any parsing. */
  readonly body: string;
}

interface Check {
  /** The secret of the subscription. Without a secret, no delivery is genuine. */
  readonly secret: string | undefined;
  /** How far the timestamp of a delivery may differ from `now`. */
  readonly toleranceSeconds: number;
  /** The time in milliseconds since the epoch. */
  readonly now: number;
  /** The prefix, in lower case, that the host adds to the name of each header. */
  readonly headerPrefix?: string;
  /** Receives the reason, which contains no secret and no part of the body. */
  readonly onRefused: (reason: string) => void;
}

/** Returns the event of a delivery that the service signed, or undefined for any other delivery. */
export function genuineEvent(
  { headers, body }: Delivery,
  { secret, toleranceSeconds, now, headerPrefix = '', onRefused }: Check,
): Event | undefined {
  const byName = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), [value].flat()[0]]),
  );
  try {
    const received = {
      header: (name: string) => byName.get(headerPrefix + name) ?? byName.get(name),
      body,
    };
    return verifyWebhook(received, secret ? [secret] : [], { toleranceSeconds, now });
  } catch (error) {
    if (!(error instanceof WebhookVerificationError)) throw error;
    onRefused(error.message);
    return undefined;
  }
}
