import type { MessageErrorCode } from '@textloom/shared/contract';

/** The errors that a code of a carrier can mean. */
export const refusals = [
  'carrier_rejected',
  'carrier_undeliverable',
  'carrier_discarded',
  'no_route',
  'recipient_opted_out',
  'unregistered_sender',
  'media_rejected',
] as const satisfies readonly MessageErrorCode[];

type Refusal = (typeof refusals)[number];

/** What a code can say about the carrier. It did not accept the message, which waits. */
const delays = ['throttled', 'retry', 'account'] as const;

/** The meanings that the settings of a carrier can give to a code. */
export const codeMeanings = [...refusals, ...delays] as const;

export type CodeMeaning = (typeof codeMeanings)[number];

export const isRefusal = (meaning: CodeMeaning): meaning is Refusal =>
  refusals.some((one) => one === meaning);
