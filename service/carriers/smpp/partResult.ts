import { ownRef, type Receipt, type SubmitResult } from '../carrier.ts';

/** The ID of an accepted part, null if it is unknown, or the reason for its refusal. */
export type PartResult = string | null | Exclude<SubmitResult, { kind: 'accepted' }>;

/** Returns the receipt of a part that the carrier refused after it accepted an earlier one. */
export const rejectionReceipt = (
  messageId: string,
  part: number,
  result: Exclude<PartResult, string | null>,
): Receipt => ({
  ref: ownRef(messageId, part),
  ...(result.kind === 'refused'
    ? { outcome: 'rejected', code: result.carrierCode }
    : { outcome: 'unavailable', code: result.attempt?.code ?? 'UNSENT' }),
});
