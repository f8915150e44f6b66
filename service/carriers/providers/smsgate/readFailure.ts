import type { ReceiptOutcome } from '../../../store/tables/messageTables.ts';

/**
 * The outcomes by the reason of a failure: in the words of the app, by the names of Android's
 * `SmsManager`, or by the TP-Status 70 of a receipt. The first that matches counts.
 */
const outcomes: readonly (readonly [RegExp, ReceiptOutcome])[] = [
  [/^TTL expired|^Delivery result from SC .*: 70$/, 'expired'],
  [/_(NO_SERVICE|RADIO_OFF|RADIO_NOT_AVAILABLE|NETWORK_NOT_READY|SIM_ABSENT)\b/, 'unavailable'],
  [/_(LIMIT_EXCEEDED|REQUEST_RATE_LIMITED)\b/, 'discarded'],
  [/_(NETWORK_REJECT|ACCESS_BARRED|FDN_CHECK_FAILURE|\w+_(NOT|NEVER)_ALLOWED)\b/, 'rejected'],
];

/** The reason can contain numbers, so that only the known codes in it are stored. */
export function readFailure(reason: string): {
  readonly outcome?: ReceiptOutcome | undefined;
  readonly code?: string;
} {
  const [, outcome] = outcomes.find(([pattern]) => pattern.test(reason)) ?? [];
  const [name] = /\bRESULT_[A-Z_]+/.exec(reason) ?? [];
  const [, status] = /^Delivery result from SC .*: (\d{1,3})$/.exec(reason) ?? [];
  const code = name ?? (status && `TP_STATUS_${status}`);
  return { outcome, ...(code && { code }) };
}
