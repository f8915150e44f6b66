import {
  WebhookVerificationError as Refusal,
  verifyWebhook as verify,
} from '@textloom/shared/webhooks';
import { readOptions } from './checkArguments.ts';
import { WebhookVerificationError } from './errors.ts';
import type { TextloomEvent } from './types.generated.ts';

/** The headers of a request in Node.js, or those of the Fetch API. */
export type WebhookHeaders =
  | { get: (name: string) => string | null }
  | Readonly<Record<string, string | readonly string[] | undefined>>;

export interface VerifyOptions {
  /** The maximum difference between the time of a delivery and `now`, in seconds. The default is 300. */
  tolerance?: number | undefined;
  /** The milliseconds since 1970. The default is the current time. */
  now?: number | undefined;
}

/**
 * Returns the event of a delivery that is genuine, and otherwise throws a `WebhookVerificationError`.
 *
 * @param body The exact body as it arrived, before any parsing.
 * @param headers The headers of the request, in any case.
 * @param secrets The secret of the webhook, or several of them during a rotation.
 */
export function verifyWebhook(
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[] | undefined,
  options?: VerifyOptions,
): TextloomEvent {
  const { tolerance = 300, now = Date.now() } = readOptions(options, ['tolerance', 'now']);
  if (typeof body !== 'string' && !(body instanceof Uint8Array))
    throw new TypeError('Pass the body as it arrived, as text or bytes, and not a parsed object.');
  const text = typeof body === 'string' ? body : Buffer.from(body).toString();
  try {
    return verify({ header: createHeaderReader(headers), body: text }, [secrets ?? []].flat(), {
      toleranceSeconds: tolerance,
      now,
    });
  } catch (error) {
    throw error instanceof Refusal ? new WebhookVerificationError(error.message) : error;
  }
}

function createHeaderReader(headers: WebhookHeaders): (name: string) => string | undefined {
  if (isFetchHeaders(headers)) return (name) => headers.get(name) ?? undefined;
  const byName = new Map(
    Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]),
  );
  return (name) => {
    const value = byName.get(name);
    return typeof value === 'string' ? value : value?.[0];
  };
}

const isFetchHeaders = (
  headers: WebhookHeaders,
): headers is Extract<WebhookHeaders, { get: (name: string) => string | null }> =>
  typeof headers.get === 'function';
