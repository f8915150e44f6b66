import type { MessageErrorCode } from '@textloom/shared/contract';
import smpp from 'smpp';
import { isRefusal, type CodeMeaning } from '../codes/codeMeanings.ts';

export const status = {
  ok: 0x00,
  invalidCommand: 0x03,
  invalidBind: 0x04,
  systemError: 0x08,
  queueFull: 0x14,
  throttled: 0x58,
  temporary: 0x64,
} as const;

const names = new Map(Object.entries(smpp.errors).map(([name, code]) => [code, name]));

/**
 * Returns the name of a command status, such as ESME_RTHROTTLED, or hex for a carrier-specific
 * status.
 */
export const statusName = (code: number): string =>
  names.get(code) ?? `0x${code.toString(16).padStart(8, '0')}`;

/** The meaning of the carrier's response to a submit. */
export type SubmitMeaning =
  | 'accepted'
  /** The carrier accepts nothing for now. */
  | 'throttled'
  /** The carrier may accept this message later. */
  | 'retry'
  /** The carrier accepts nothing until somebody corrects the account or the settings. */
  | 'account'
  | { readonly refused: MessageErrorCode };

/** The meanings that the settings give to statuses. */
export type StatusMeanings = ReadonlyMap<number, CodeMeaning>;

/** Reads a status other than 0 by its name, such as ESME_RTHROTTLED, or as a number. */
export function parseStatus(written: string): number | undefined {
  const number = /^(0x[\da-f]{1,8}|\d{1,10})$/i.test(written) ? Number(written) : undefined;
  return (number ?? smpp.errors[written]) || undefined;
}

export function interpretStatus(code: number, meanings?: StatusMeanings): SubmitMeaning {
  const own = meanings?.get(code);
  if (own !== undefined) return isRefusal(own) ? { refused: own } : own;
  switch (code) {
    case status.ok:
      return 'accepted';
    case status.throttled:
    case status.queueFull:
      return 'throttled';
    case status.invalidBind:
    case status.systemError:
    case status.temporary:
      return 'retry';
    default:
      return { refused: 'carrier_rejected' };
  }
}
