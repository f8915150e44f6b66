import type { CallbackReceipt } from '../../store/callbackEvent.ts';
import type { Receipt } from '../carrier.ts';

type OutcomeBy = Readonly<Record<string, CallbackReceipt['outcome']>>;

export interface Outcomes {
  /** The outcomes of all final statuses. */
  readonly byStatus: OutcomeBy;
  /** The outcomes of codes of errors, which say more than the status of a message that failed. */
  readonly byCode: OutcomeBy;
}

/**
 * Reads the receipt of a message from its status and the code of its error. Returns undefined for a
 * status that is not final.
 */
export function finalOutcome(
  { byStatus, byCode }: Outcomes,
  status: string,
  code: string,
): Pick<Receipt, 'outcome' | 'code'> | undefined {
  const outcome = byStatus[status];
  if (outcome === undefined) return undefined;
  return outcome === 'delivered'
    ? { outcome, code: status }
    : { outcome: byCode[code] ?? outcome, code: code || status };
}

/** Reads a callback about a message from a form with the code of its error in `ErrorCode`. */
export const formReceipt = (
  outcomes: Outcomes,
  fields: URLSearchParams,
  ref: string,
  status: string,
): CallbackReceipt => ({
  kind: 'receipt',
  ref,
  outcome: undefined,
  code: status,
  ...finalOutcome(outcomes, status, fields.get('ErrorCode') ?? ''),
});
