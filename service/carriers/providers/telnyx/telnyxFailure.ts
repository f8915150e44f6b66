import type { FailedOutcome } from '../../errorByOutcome.ts';

/** The codes of messages that did not arrive. Telnyx uses the same at submit and in receipts. */
const failures: Readonly<Record<string, FailedOutcome>> = {
  40001: 'undelivered',
  40002: 'discarded',
  40003: 'discarded',
  40004: 'undelivered',
  40005: 'expired',
  40006: 'undelivered',
  40008: 'undelivered',
  40010: 'unregistered',
  40011: 'unavailable',
  40014: 'expired',
  40015: 'discarded',
  40016: 'unavailable',
  40018: 'unavailable',
  40302: 'media_rejected',
  40309: 'unroutable',
  40317: 'media_rejected',
  40318: 'unavailable',
  40322: 'discarded',
  40329: 'unregistered',
};
/** Covers block rules of the sender, too. Only the title of the error distinguishes them. */
const blocked = '40300';

/** An error in a response or in a receipt. */
export interface TelnyxError {
  readonly code: string | number;
  readonly title?: string;
}

/** Returns undefined for a code that says nothing about the outcome of a message. */
export const telnyxFailure = ({ code, title = '' }: TelnyxError): FailedOutcome | undefined =>
  String(code) === blocked && /\bSTOP\b/i.test(title) ? 'opted_out' : failures[code];
