import { createHash } from 'node:crypto';
import { newId } from '../../lib/ids.ts';
import type { IncomingPart } from './incoming.ts';

/** Assigns references to incoming texts, so that a text that arrives twice counts once. */
export interface TextRefs {
  readonly of: (text: IncomingPart) => string;
  /**
   * Keeps the reference of a text that the carrier must deliver again, so that it gets the same
   * one.
   */
  readonly keep: (text: IncomingPart, ref: string) => void;
}

const maxKept = 10_000;

/**
 * SMPP does not give texts an ID. After a failure, it is unknown whether a text was stored, so its
 * content identifies it when it arrives again. If a carrier gives texts an ID, it may restart its
 * counter and reuse the ID for another text, so the reference also includes the content.
 */
export function createTextRefs(): TextRefs {
  const kept = new Map<string, string[]>();
  return {
    of: (text) => {
      const fingerprint = hashText(text);
      if (text.id !== undefined) return `${text.id}-${fingerprint}`;
      const refs = kept.get(fingerprint);
      const ref = refs?.shift();
      if (refs?.length === 0) kept.delete(fingerprint);
      return ref ?? newId('txt');
    },
    keep: (text, ref) => {
      if (text.id !== undefined) return;
      const fingerprint = hashText(text);
      kept.set(fingerprint, [...(kept.get(fingerprint) ?? []), ref]);
      const [oldest] = kept.keys();
      if (kept.size > maxKept) kept.delete(oldest!);
    },
  };
}

const hashText = ({ from, to, dataCoding, octets }: IncomingPart): string =>
  createHash('sha256')
    .update(JSON.stringify([from, to, dataCoding]))
    .update(octets)
    .digest('base64url');
