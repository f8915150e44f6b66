/** What a user would suffer from a fault. */
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

/** A small fault that is planted in the code to prove that a test catches it. */
export interface Fault {
  /** From the root of the repository. */
  readonly file: string;
  /** Occurs exactly once in the file. */
  readonly find: string;
  readonly plant: string;
  readonly harm: Harm;
  /** What a user would see, in a few words. */
  readonly why: string;
  /** The test file that must catch it, from the root of the repository. */
  readonly suite: string;
  /** Only the tests of the suite whose full names match this pattern run. */
  readonly only?: string;
}
