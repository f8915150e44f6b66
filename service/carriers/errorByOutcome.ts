import type { MessageErrorCode } from '@textloom/shared/contract';
import type { ReceiptOutcome } from '../store/tables/messageTables.ts';

/** An outcome of a message that did not arrive. */
export type FailedOutcome = Exclude<ReceiptOutcome, 'delivered'>;

export const errorByOutcome: Readonly<Record<FailedOutcome, MessageErrorCode>> = {
  undelivered: 'carrier_undeliverable',
  rejected: 'carrier_rejected',
  discarded: 'carrier_discarded',
  expired: 'carrier_expired',
  opted_out: 'recipient_opted_out',
  unregistered: 'unregistered_sender',
  unroutable: 'no_route',
  unavailable: 'carrier_unavailable',
  media_rejected: 'media_rejected',
};
