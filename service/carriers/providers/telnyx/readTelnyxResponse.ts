import { errorByOutcome } from '../../errorByOutcome.ts';
import type { Meaning } from '../../http/dialect.ts';
import type { HttpResponse } from '../../http/send.ts';
import { telnyxFailure, type TelnyxError } from './telnyxFailure.ts';

/** Too many requests, and a rate of the network per minute. */
const throttled = ['10011', '40011'];
/**
 * The rate of a campaign, a full queue, which holds 4 hours of texts of one sender, and a number
 * that is not ready in the first 15 minutes after its purchase. They come with any status.
 */
const senderLimit = /"code":\s*"?(40018|40318|40320)\b/;
/** The daily spending limit of the messaging profile. It comes with the status 429. */
const spendLimit = /"code":\s*"?40333\b/;
/**
 * A wrong key, a key of another account, all codes of unpaid or blocked accounts, a disabled
 * messaging profile, and an account that may not send.
 */
const accountFault = /^(10009|10010|20\d{3}|40312|40314)$/;
/** The codes of messages and of recipients, which come with any status. */
const refusal = /^(40\d{3}|10002)$/;
/** Many limits of an account have this code. This one is about the recipient. */
const limit = '10039';
const unverified = /pre-verified destinations/i;
/** The statuses of invalid requests. */
const invalid = [400, 422];

const maxPauseSeconds = 60;

/** Reads a response to a submit. Throws if its body is not JSON. */
export function readTelnyxResponse(response: HttpResponse): Meaning | undefined {
  const { status, body } = response;
  const [, sender] = (status >= 400 && status < 500 && senderLimit.exec(body)) || [];
  if (sender !== undefined) return { kind: 'retry', code: sender, isAboutSender: true };
  if (status === 429 && spendLimit.test(body)) return { kind: 'accountFault', code: '40333' };
  if (status === 429) return { kind: 'throttled', retryAfterMs: rateLimitResetMs(response) };
  if (status >= 200 && status < 300) {
    const ref = (JSON.parse(body) as { data?: { id?: unknown } }).data?.id;
    return typeof ref === 'string' ? { kind: 'accepted', ref } : { kind: 'unknown' };
  }
  return status >= 400 && status < 500 ? readRefusal(response) : undefined;
}

/** The same code comes with several statuses, so the code decides. */
function readRefusal({ status, body }: HttpResponse): Meaning | undefined {
  const [first] = (JSON.parse(body) as { errors?: readonly TelnyxError[] }).errors ?? [];
  if (!first) return undefined;
  const code = String(first.code);
  if (throttled.includes(code)) return { kind: 'throttled' };
  if (accountFault.test(code)) return { kind: 'accountFault', code };
  const isAboutMessage = refusal.test(code) || (code === limit && unverified.test(body));
  if (!isAboutMessage && !invalid.includes(status)) return undefined;
  return { kind: 'refused', error: errorByOutcome[telnyxFailure(first) ?? 'rejected'], code };
}

/** Telnyx says in this header when it serves again, if there is no `Retry-After`. */
function rateLimitResetMs({ headers }: HttpResponse): number | undefined {
  const seconds = Number(headers['x-ratelimit-reset']);
  return headers['retry-after'] === undefined && seconds > 0
    ? Math.min(seconds, maxPauseSeconds) * 1000
    : undefined;
}
