import type { Client } from '@textloom/shared/client';
import type { Call } from './handlers.ts';
import { batchesOf, sumOf } from '../imports/importContacts.ts';

/** How an operation does its work in several transactions, where one would keep too much from others for too long. */
export interface Batched<I, O> {
  /** What each transaction does; nothing is done yet. */
  readonly batchesOf: (input: I) => Promise<readonly ((call: Call) => Promise<O>)[]>;
  /** The answer, from those of the batches. */
  readonly sumOf: (outputs: readonly O[]) => O;
}

export type InBatches = {
  readonly [R in keyof Client]?: {
    readonly [N in keyof Client[R]]?: Client[R][N] extends (input: infer I) => Promise<infer O>
      ? Batched<I, O>
      : never;
  };
};

/**
 * Operations whose work is such that it can be repeated: where a batch fails, those before it stay.
 * They have no handler.
 */
export const inBatches = { contact: { import: { batchesOf, sumOf } } } satisfies InBatches;
