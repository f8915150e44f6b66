import type { Event } from '../contract/index.ts';
import { verifyWebhook, WebhookVerificationError } from '../webhooks.ts';

interface Delivery {
  /** As the host hands them on, in any spelling. */
  readonly headers: { readonly [name: string]: string | readonly string[] | undefined };
  /** The exact body, before any parser. */
  readonly body: string;
}

interface Check {
  /** The secret of the subscription; with none, no delivery is genuine. */
  readonly secret: string | undefined;
  /** How old or how far ahead a delivery may be. */
  readonly toleranceSeconds: number;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What the host puts before the name of each header, in lower case. */
  readonly headerPrefix?: string;
  /** Receives the reason, which names no secret and nothing of the body. */
  readonly onRefused: (reason: string) => void;
}

/** The event of a delivery that the service signed; undefined for any other delivery. */
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
