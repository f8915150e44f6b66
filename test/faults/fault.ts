/** Classifies the harm of a fault to users. */
export type Harm =
  | 'another account'
  | 'sent twice'
  | 'lost'
  | 'opted out'
  | 'forged'
  | 'leaked'
  | 'down'
  | 'limit'
  | 'wrong';

/** Describes a small fault that is planted in the code to prove that a test catches it. */
export interface Fault {
  /** Holds the path from the root of the repository. */
  readonly file: string;
  /** Holds the code to replace, which occurs exactly once in the file. */
  readonly find: string;
  readonly plant: string;
  readonly harm: Harm;
  /** Describes the visible effect in a few words. */
  readonly why: string;
  /** Names the test file that must catch the fault, from the root of the repository. */
  readonly suite: string;
  /** Limits the run to the tests whose full names match this pattern. */
  readonly only?: string;
}
