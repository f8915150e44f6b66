/** Says what each rule found, as a sentence for the person who decides what the text means. */
export const explainRule = {
  keyword: 'The whole text is a word such as STOP or START.',
  own_keyword: 'The whole text is a keyword that you added in your settings.',
  typo: 'The whole text looks like a word such as STOP or START with a typing error.',
  emoji: 'The text is a stop sign.',
  sentence: 'Only one sentence of the text is a word such as STOP or START.',
  first_word: 'The text begins with STOP, but the words after it may change its meaning.',
  last_word: 'The text ends with STOP, but the words before it may change its meaning.',
  phrase:
    'The text contains a request such as "take me off your list" or "start texting me again".',
  question: 'The text asks a question about stopping or starting your texts.',
  other_person: 'The text asks to stop or start texts, but perhaps for another person.',
  unsure_keyword:
    'Apart from greetings and numbers, the whole text is a word such as "enough" or "resume", which often means something else.',
  likely: 'Texts with these words often ask you to stop, but this one contains no clear request.',
  complaint: 'The person complains or is not interested, but does not clearly ask you to stop.',
  insult: 'The person insults you, but does not clearly ask you to stop.',
  threat: 'The person threatens to report or block you, but does not clearly ask you to stop.',
  wrong_number: 'The person says that you text the wrong number.',
  two_signs: 'The text has two signs of a wish to stop, such as "wrong number" and "remove".',
  unlikely: 'The text contains a request to stop, but its other words are about something else.',
  contradiction: 'The text asks you both to stop and to start.',
} as const;

export type KeywordRule = keyof typeof explainRule;
