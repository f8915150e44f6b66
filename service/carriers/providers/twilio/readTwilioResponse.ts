import type { MessageErrorCode } from '@textloom/shared/contract';
import type { Meaning } from '../../http/dialect.ts';
import type { HttpResponse } from '../../http/send.ts';

/** The codes of refusals at submit. The others are `carrier_rejected`. */
const refusals: Readonly<Record<number, MessageErrorCode>> = {
  21408: 'no_route',
  21610: 'recipient_opted_out',
  21612: 'no_route',
  21614: 'no_route',
  21620: 'media_rejected',
  21623: 'media_rejected',
  // The recipient is a landline.
  21635: 'no_route',
  // The region of the API sends no media.
  21670: 'media_rejected',
  11751: 'media_rejected',
  12300: 'media_rejected',
};
const throttled = 20_429;
/** These two come with any status, and say nothing about the messages of other senders. */
const conversationLimit = 14_107;
const senderQueueFull = 21_611;

/** Reads a response to a submit. Throws unless it is JSON. */
export function readTwilioResponse({
  status,
  body,
}: Omit<HttpResponse, 'headers'>): Meaning | undefined {
  const { sid, code } = JSON.parse(body) as { sid?: unknown; code?: unknown };
  if (status === 201)
    return typeof sid === 'string' ? { kind: 'accepted', ref: sid } : { kind: 'unknown' };
  if (status < 400 || status >= 500 || typeof code !== 'number') return undefined;
  if (code === throttled) return { kind: 'throttled' };
  if (code === conversationLimit) return { kind: 'retry', code: String(code) };
  if (code === senderQueueFull) return { kind: 'retry', code: String(code), isAboutSender: true };
  if (status === 400 || code in refusals)
    return { kind: 'refused', error: refusals[code] ?? 'carrier_rejected', code: String(code) };
  // Wrong credentials, a closed account: nothing about this message.
  return status === 429 ? undefined : { kind: 'accountFault', code: String(code) };
}
