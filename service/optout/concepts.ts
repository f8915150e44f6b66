/** What a word can mean. Patterns name concepts, so that one pattern serves all languages. */
const names = [
  /** "stop", which is a wish without any other word. */
  'STOP',
  /** Verbs that need what to stop, such as "quit" in "quit texting". */
  'HALT',
  /** Verbs that need a message as their object, such as "cancel". */
  'CUT',
  /** "Unsubscribe" and its like. */
  'LEAVE',
  /** Verbs that need a person, a number or a list as their object, such as "remove". */
  'DROP',
  'SEND',
  /** Verbs that include their object, such as "mandarme". They also have SEND. */
  'SENDME',
  'PESTER',
  'GET',
  'MSG',
  'ME',
  'YOU',
  'NUM',
  'LIST',
  /** "Not" before a verb. */
  'NOT',
  /** "No" before a noun. */
  'NO',
  /** "cannot", "did not": a statement and not a request. */
  'CANT',
  'MORE',
  'AGAIN',
  'WANT',
  'INTEREST',
  'THIRD',
  'WH',
  'MAY',
  'IF',
  'START',
  /** Words of people who are angry about messages. */
  'ANGER',
  'POLITE',
  'FILL',
  /** Words that begin another thought. */
  'AND',
  /** Words after "stop" that make it harmless, as in "stop by". */
  'HARMLESS',
] as const;

export type Concept = (typeof names)[number];

/** Each concept is one bit. A word has several bits if it means several things. */
export const concepts = Object.fromEntries(
  names.map((name, index) => [name, 1 << index]),
) as Record<Concept, number>;

export const isConcept = (name: string): name is Concept => name in concepts;
