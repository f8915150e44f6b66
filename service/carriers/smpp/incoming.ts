import type { ReceiptOutcome } from '../../store/tables/messageTables.ts';
import type { Receipt } from '../carrier.ts';
import type { CountryCode } from 'libphonenumber-js/min';
import { normalizeAddress, unknownTon } from './addressFields.ts';
import { toSubmitId, type ReceiptIds } from './receiptId.ts';
import { parseReceiptText } from './receiptText.ts';
import type { Pdu } from './session.ts';

/** A text from a recipient, or a part of one. */
export interface IncomingPart {
  readonly from: string;
  readonly to: string;
  readonly octets: Buffer;
  readonly dataCoding: number;
  /** The carrier's ID of the text or part, if there is one. */
  readonly id: string | undefined;
  readonly long:
    { readonly reference: number; readonly parts: number; readonly part: number } | undefined;
}

export type Incoming =
  | { readonly kind: 'receipt'; readonly receipt: Receipt }
  | { readonly kind: 'text'; readonly text: IncomingPart }
  /** Reports that a message is still in transit, or has no known meaning. */
  | { readonly kind: 'note' };

/** Lists the states by stat: and by message_state. SMPP 5.0 added the first and the last one. */
const states: readonly (readonly [stat: string, outcome?: ReceiptOutcome])[] = [
  ['SCHEDULED'],
  ['ENROUTE'],
  ['DELIVRD', 'delivered'],
  ['EXPIRED', 'expired'],
  ['DELETED', 'discarded'],
  ['UNDELIV', 'undelivered'],
  ['ACCEPTD'],
  ['UNKNOWN'],
  ['REJECTD', 'rejected'],
  ['SKIPPED', 'discarded'],
];

/** Other spellings and states in stat: that some carriers use. They also end a message. */
const otherStates: typeof states = [
  ['DELIVERED', 'delivered'],
  ['UNDELIVERED', 'undelivered'],
  ['UNDELIVERABLE', 'undelivered'],
  ['FAILED', 'undelivered'],
  ['REJECTED', 'rejected'],
];

/** The kinds of message in bits 2 to 5 of esm_class (SMPP 3.4, 5.2.12). */
const kindMask = 0x3c;
const receiptKind = 0x04;
const intermediateKind = 0x20;
const udhIndicator = 0x40;

/** How a carrier marks its receipts, and what they contain. */
export interface IncomingOptions {
  readonly receiptIds: ReceiptIds;
  /** Whether an unmarked text counts as a receipt if it contains every field of a receipt. */
  readonly guessesReceipts: boolean;
  /** The addresses in receipts that match those of the message. */
  readonly receiptAddresses: 'both' | 'recipient' | 'none';
  /** The country of numbers in their national form. */
  readonly country?: CountryCode | undefined;
}

/**
 * Reads a deliver_sm or data_sm. Only the carrier sets esm_class and the fields of a receipt. The
 * text alone does not make a receipt, because anybody can type it.
 */
export function readIncoming(
  pdu: Pdu,
  { receiptIds, guessesReceipts, receiptAddresses, country }: IncomingOptions,
): Incoming {
  const from = normalizeAddress(pdu.source_addr ?? '', pdu.source_addr_ton ?? unknownTon, country);
  const to = normalizeAddress(pdu.destination_addr ?? '', pdu.dest_addr_ton ?? unknownTon, country);
  const kind = (pdu.esm_class ?? 0) & kindMask;
  if (kind === intermediateKind) return { kind: 'note' };
  const receiptText = parseReceiptText(readOctets(pdu).toString('latin1'));
  const isMarked =
    kind === receiptKind || (pdu.message_state !== undefined && readReceiptedId(pdu) !== undefined);
  if (!isMarked && !(guessesReceipts && receiptText?.isWhole)) {
    const { long = readSarFields(pdu), octets } = splitHeader(pdu);
    const dataCoding = pdu.data_coding ?? 0;
    return { kind: 'text', text: { from, to, octets, dataCoding, id: readReceiptedId(pdu), long } };
  }
  const [state, outcome] =
    states[pdu.message_state ?? -1] ??
    [...states, ...otherStates].find(([stat]) => stat === receiptText?.stat) ??
    [];
  const id = readReceiptedId(pdu) ?? receiptText?.id;
  if (id === undefined || state === undefined || outcome === undefined) return { kind: 'note' };
  const code =
    receiptText && !/^0*$/.test(receiptText.err ?? '') ? `${state} ${receiptText.err}` : state;
  const message = {
    ...(receiptAddresses === 'both' && { from: to }),
    ...(receiptAddresses !== 'none' && { to: from }),
    reference: pdu.user_message_reference,
  };
  return { kind: 'receipt', receipt: { ref: toSubmitId(id, receiptIds), outcome, code, message } };
}

/** Cuts the ID at its first invalid character, because some carriers omit its closing zero. */
const readReceiptedId = ({ receipted_message_id: id = '' }: Pdu): string | undefined =>
  id.replace(/[^!-~].*$/s, '') || undefined;

const readOctets = ({ short_message: short, message_payload: payload }: Pdu): Buffer =>
  short && short.length > 0 ? short : (payload ?? Buffer.alloc(0));

type PartNumber = NonNullable<IncomingPart['long']>;

function readSarFields(pdu: Pdu): PartNumber | undefined {
  const { sar_msg_ref_num: reference, sar_total_segments: parts, sar_segment_seqnum: part } = pdu;
  return reference === undefined || parts === undefined || part === undefined
    ? undefined
    : checkPartNumber(reference, parts, part);
}

/**
 * Removes the header of a text (3GPP TS 23.040, 9.2.3.24), which says what text it is a part of.
 */
function splitHeader(pdu: Pdu): { long?: PartNumber | undefined; octets: Buffer } {
  const octets = readOctets(pdu);
  if (((pdu.esm_class ?? 0) & udhIndicator) === 0) return { octets };
  const length = octets[0] ?? 0;
  const header = octets.subarray(1, 1 + length);
  const text = octets.subarray(1 + length);
  for (let at = 0; at + 2 <= header.length; at += 2 + header[at + 1]!) {
    const value = header.subarray(at + 2, at + 2 + header[at + 1]!);
    if (header[at] === 0x00 && value.length === 3)
      return { long: checkPartNumber(value[0]!, value[1]!, value[2]!), octets: text };
    if (header[at] === 0x08 && value.length === 4)
      return { long: checkPartNumber(value.readUInt16BE(0), value[2]!, value[3]!), octets: text };
  }
  return { octets: text };
}

const checkPartNumber = (reference: number, parts: number, part: number): PartNumber | undefined =>
  parts > 1 && part >= 1 && part <= parts ? { reference, parts, part } : undefined;
