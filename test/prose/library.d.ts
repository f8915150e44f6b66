/** The package has no types. This describes what the tests use. */
declare module 'write-good' {
  type Check =
    | 'adverb'
    | 'cliches'
    | 'eprime'
    | 'illusion'
    | 'passive'
    | 'so'
    | 'thereIs'
    | 'tooWordy'
    | 'weasel';
  interface Suggestion {
    readonly index: number;
    readonly offset: number;
    /** The quoted words, and what is wrong with them. */
    readonly reason: string;
  }
  export default function writeGood(
    text: string,
    options: Readonly<Partial<Record<Check, boolean>>>,
  ): readonly Suggestion[];
}
