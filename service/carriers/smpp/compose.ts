import type { Message } from '@textloom/shared/contract';
import { splitText } from '../../segments/encode.ts';
import { encodeText, type DefaultAlphabet } from './alphabet.ts';
import type { Fields } from './session.ts';

/**
 * How to send a long text: in parts with a header, in parts with equivalent fields, or as a whole.
 */
export type LongMessages = 'udh' | 'sar' | 'payload';

const udhIndicator = 0x40;

/**
 * Returns the text fields of each submit_sm that a text needs.
 *
 * @param reference Distinguishes the parts of different texts, from 0 to 255.
 */
export function compose(
  text: string,
  encoding: Message['encoding'],
  {
    alphabet,
    longMessages,
  }: { readonly alphabet: DefaultAlphabet; readonly longMessages: LongMessages },
  reference: number,
): Fields[] {
  const whole = encodeText(text, encoding === 'gsm7' ? alphabet : 'ucs2');
  const parts = splitText(text, whole.dataCoding === 0 ? 'gsm7' : 'ucs2');
  const coding = { data_coding: whole.dataCoding };
  if (parts.length === 1) return [{ ...coding, short_message: whole.octets }];
  if (longMessages === 'payload') return [{ ...coding, message_payload: whole.octets }];
  return parts.map((part, index) => {
    const { octets } = encodeText(part, whole.dataCoding === 0 ? alphabet : 'ucs2');
    if (longMessages === 'sar')
      return {
        ...coding,
        short_message: octets,
        sar_msg_ref_num: reference,
        sar_total_segments: parts.length,
        sar_segment_seqnum: index + 1,
      };
    const header = Buffer.from([5, 0, 3, reference, parts.length, index + 1]);
    return {
      ...coding,
      esm_class: udhIndicator,
      short_message: Buffer.concat([header, octets]),
    };
  });
}

/** Returns the remaining time in the relative format (SMPP 3.4, 7.1.1.2), which needs no clock. */
export function relativeValidity(expiresAt: Date, now: Date): string {
  const seconds = Math.max(60, Math.ceil((expiresAt.getTime() - now.getTime()) / 1000));
  const fields = [seconds / 86_400, (seconds / 3600) % 24, (seconds / 60) % 60, seconds % 60];
  return `0000${fields.map((value) => String(Math.floor(value)).padStart(2, '0')).join('')}000R`;
}
