import type { MessageErrorCode } from '@textloom/shared/contract';
import smpp from 'smpp';

export const status = {
  ok: 0x00,
  invalidCommand: 0x03,
  systemError: 0x08,
  queueFull: 0x14,
  throttled: 0x58,
  temporary: 0x64,
} as const;

const names = new Map(Object.entries(smpp.errors).map(([name, code]) => [code, name]));

/** The name of a command status, such as ESME_RTHROTTLED; in hex where it is the carrier's own. */
export const statusName = (code: number): string =>
  names.get(code) ?? `0x${code.toString(16).padStart(8, '0')}`;

/** What the carrier's answer to a submit means. */
export type Verdict =
  | 'taken'
  /** It takes nothing for now. */
  | 'full'
  /** It may take this one later. */
  | 'later'
  | { readonly refused: MessageErrorCode };

export function verdictOf(code: number): Verdict {
  switch (code) {
    case status.ok:
      return 'taken';
    case status.throttled:
    case status.queueFull:
      return 'full';
    case status.systemError:
    case status.temporary:
      return 'later';
    default:
      return { refused: 'carrier_rejected' };
  }
}
