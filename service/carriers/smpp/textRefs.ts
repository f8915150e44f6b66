import { createHash } from 'node:crypto';
import { newId } from '../../lib/ids.ts';
import type { IncomingPart } from './incoming.ts';

/** What incoming texts are called, so that one that is brought twice counts once. */
export interface TextRefs {
  readonly of: (text: IncomingPart) => string;
  /** The carrier was asked to bring the text again: it then has the same ref. */
  readonly keep: (text: IncomingPart, ref: string) => void;
}

const mostKept = 10_000;

/**
 * SMPP gives a text no id. So one that is brought again after a failure, of which nobody knows whether
 * it was stored, is known by what it says. Where a carrier does give an id, it may count from the start
 * again, and then calls another text the same.
 */
export function createTextRefs(): TextRefs {
  const kept = new Map<string, string[]>();
  return {
    of: (text) => {
      const fingerprint = fingerprintOf(text);
      if (text.id !== undefined) return `${text.id}-${fingerprint}`;
      const refs = kept.get(fingerprint);
      const ref = refs?.shift();
      if (refs?.length === 0) kept.delete(fingerprint);
      return ref ?? newId('txt');
    },
    keep: (text, ref) => {
      if (text.id !== undefined) return;
      const fingerprint = fingerprintOf(text);
      kept.set(fingerprint, [...(kept.get(fingerprint) ?? []), ref]);
      const [oldest] = kept.keys();
      if (kept.size > mostKept) kept.delete(oldest!);
    },
  };
}

const fingerprintOf = ({ from, to, dataCoding, octets }: IncomingPart): string =>
  createHash('sha256')
    .update(JSON.stringify([from, to, dataCoding]))
    .update(octets)
    .digest('base64url');
