/** Says what each rule found, as a sentence for people. */
export const explainRule = {
  keyword: 'The text is a keyword, such as STOP, and nothing else of importance.',
  own_keyword: 'The text is a keyword that you added in your settings.',
  typo: 'The text is a keyword with a typing error.',
  emoji: 'The text is a stop sign.',
  sentence: 'One sentence of the text is a keyword, such as STOP.',
  first_word: 'The text begins with STOP or UNSUBSCRIBE.',
  last_word: 'The text ends with STOP.',
  phrase: 'The text contains a phrase that asks for it, such as "take me off your list".',
  question: 'The text contains a phrase that asks for it, but in a question.',
  other_person: 'The text contains a phrase that asks for it, but perhaps for another person.',
  unsure_keyword: 'The text is a word that can ask for it, but often means something else.',
  scattered: 'The text speaks of stopping and of messages, but in an unusual way.',
  complaint: 'The text complains about the messages or refuses them.',
  insult: 'The text is an insult that asks to be left alone.',
  threat: 'The text threatens to report or block the messages.',
  wrong_number: 'The text says that the number belongs to another person.',
  two_signs: 'The text has two signs of the wish, such as "wrong number" and "please remove".',
  contradiction: 'The text asks both to stop and to start the messages.',
} as const;

export type KeywordRule = keyof typeof explainRule;
