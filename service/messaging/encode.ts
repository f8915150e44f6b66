import { SegmentedMessage } from 'sms-segments-calculator';
import type { Message } from '@textloom/shared/contract';

export interface Encoded {
  readonly encoding: Message['encoding'];
  readonly segments: number;
  /** What is sent where it differs from the text. */
  readonly sentText: string | null;
}

/**
 * How a text travels: in GSM-7 (160 characters, or 153 a part) where it can be spelled so, else in
 * UCS-2 (70, or 67 a part). Undefined where GSM-7 is asked for and cannot spell it.
 */
export function encode(
  text: string,
  wanted: 'auto' | Message['encoding'],
  smart: boolean,
): Encoded | undefined {
  const auto = new SegmentedMessage(text, 'auto', smart);
  const isGsm7 = auto.encodingName === 'GSM-7';
  if (wanted === 'gsm7' && !isGsm7) return undefined;
  const chosen = wanted === 'ucs2' ? new SegmentedMessage(text, 'UCS-2') : auto;
  const sent = chosen.graphemes.join('');
  return {
    encoding: isGsm7 && wanted !== 'ucs2' ? 'gsm7' : 'ucs2',
    segments: Math.max(1, chosen.segmentsCount),
    sentText: smart && wanted !== 'ucs2' && sent !== text ? sent : null,
  };
}
