import type { Fault } from '../fault.ts';

const contacts = 'test/service/pglite/contacts.test.ts';
const corpus = 'test/service/optout/corpus.test.ts';
const rules = 'test/service/optout/matchKeyword.test.ts';
const laws = 'test/service/optout/normalization.test.ts';
const shape = 'test/service/optout/patterns.test.ts';
const ownRules = 'test/service/optout/ownKeywords.test.ts';
const matcher = 'service/optout/matchKeyword.ts';
const clause = 'service/optout/matchClause.ts';
const patterns = 'service/optout/patterns.ts';
const split = 'service/optout/splitText.ts';
const lexicon = 'service/optout/lexicon.ts';
const english = 'service/optout/words/english/english.ts';
const likely = 'service/optout/findLikely.ts';
const features = 'service/optout/features.ts';
const ownKeywords = 'service/optout/compileKeywords.ts';
const readWish = 'service/messages/keywords/readWish.ts';
const keywordTexts = 'service/optout/keywordTexts.ts';

// prettier-ignore
export const optOutWords: readonly Fault[] = [
  { file: readWish, find: "match?.certainty === 'certain' ? match.keyword : null", plant: "match?.keyword ?? null", harm: 'opted out', why: 'a doubtful text opts a person out', suite: contacts, only: 'a text from a handset' },
  { file: english, find: ", end, cancel, quit, revoke,", plant: ", end, quit, revoke,", harm: 'opted out', why: 'CANCEL is ignored', suite: rules, only: 'text that is a keyword' },
  { file: english, find: "'start, unstop, subscribe,", plant: "'start, subscribe,", harm: 'wrong', why: 'UNSTOP is ignored', suite: rules, only: 'text that is a keyword' },
  { file: english, find: "help: 'help, info,", plant: "help: 'info,", harm: 'wrong', why: 'HELP gets no reply', suite: rules, only: 'text that is a keyword' },
  { file: split, find: 'isOneWord ? splitKeyword(tokens[0]!) : joinPairs', plant: 'joinPairs', harm: 'opted out', why: 'STOP is ignored if a digit or a word follows without a space', suite: rules, only: 'without a space' },
  { file: split, find: ': foldLookalikes(', plant: ': String(', harm: 'opted out', why: 'STOP with a letter of another alphabet is ignored', suite: rules, only: 'another alphabet' },
  { file: split, find: ".normalize('NFKD')", plant: ".normalize('NFD')", harm: 'opted out', why: 'STOP in full-width letters is ignored', suite: laws },
  { file: split, find: ".replace(invisible, '')", plant: "", harm: 'opted out', why: 'STOP with an invisible character is ignored', suite: laws },
  { file: split, find: "(line) => !quotedLine.test(line)", plant: "() => true", harm: 'opted out', why: 'the quoted text of the sender opts its recipient out', suite: rules, only: 'ignores the signature' },
  { file: split, find: "  if (reaction.test(text)) return '';\n", plant: "", harm: 'opted out', why: 'a heart for a text that mentions STOP opts out', suite: rules, only: 'only reacts' },
  { file: split, find: "letters.length >= 4", plant: "letters.length >= 9", harm: 'opted out', why: '"S T O P" is ignored', suite: rules, only: 'text that is a keyword' },
  { file: lexicon, find: "const short = typos.get(text);", plant: "const short = undefined as string | undefined;", harm: 'opted out', why: '"sotp" is ignored', suite: rules, only: 'typing error' },
  { file: lexicon, find: "if (!known.has(word)) known.set", plant: "if (word === '') known.set", harm: 'opted out', why: '"anmelden" (START) counts as "abmelden" (STOP) with a typing error', suite: corpus },
  { file: patterns, find: "one.group.outcome === 'keep' || one.group", plant: "one.group", harm: 'opted out', why: '"don\'t stop" opts out', suite: corpus },
  { file: patterns, find: "at <= from + maxSkipped; at++) {\n    if (matches", plant: "at <= from; at++) {\n    if (matches", harm: 'opted out', why: 'one filling word hides a phrase', suite: corpus },
  { file: patterns, find: "pattern.isAtEnd && !isEnd(words, at) ? undefined : at", plant: "at", harm: 'opted out', why: 'a phrase about something else opts out', suite: corpus },
  { file: patterns, find: "if (wrong !== undefined)", plant: "if (wrong === '')", harm: 'opted out', why: 'a wish is ignored, because a part of its pattern never matches', suite: shape },
  { file: clause, find: "has(concepts.THIRD | concepts.IF) && !has(concepts.YOU)", plant: "has(concepts.IF)", harm: 'opted out', why: '"tell Mike to stop texting me" opts out', suite: rules, only: 'is doubtful' },
  { file: clause, find: "next.text === 'it' && !isAlone", plant: "next.text === 'it' && isAlone", harm: 'opted out', why: '"stop it, you make me blush" opts out', suite: rules, only: 'is doubtful' },
  { file: clause, find: "if (isAsked || isMissed || isHow)", plant: "if (isAsked || isHow)", harm: 'opted out', why: '"no message from you today?" opts out', suite: rules, only: 'is doubtful' },
  { file: clause, find: "matchSentence(clause, isCorrected) ??", plant: "undefined ??", harm: 'opted out', why: 'STOP after another sentence is not certain', suite: rules, only: 'each rule' },
  { file: clause, find: "correction.test(spell(words))", plant: "correction.test('')", harm: 'opted out', why: '"Stop! I meant Wednesday" opts out', suite: rules, only: 'is doubtful' },
  { file: clause, find: "has(concepts.GET) &&", plant: "has(0) &&", harm: 'opted out', why: '"I get no texts since Monday" opts out', suite: rules, only: 'is doubtful' },
  { file: split, find: 'clauses.length > 2 &&', plant: 'clauses.length > 99 &&', harm: 'opted out', why: '"Leave. Me. Alone." is ignored', suite: rules, only: 'stops the messages' },
  { file: clause, find: "limit.test(after)", plant: "limit.test('')", harm: 'opted out', why: '"no texts after 10 pm" opts out', suite: rules, only: 'is doubtful' },
  { file: matcher, find: "clauses.some(({ isQuestion }) => isQuestion)", plant: "clauses.length === 0", harm: 'opted out', why: '"Start?" cancels an opt-out', suite: rules, only: 'restarts the messages' },
  { file: matcher, find: "keyword === 'start' && certainty === 'certain')", plant: "keyword === 'help' && certainty === 'certain')", harm: 'opted out', why: 'a text that asks for both counts as certain', suite: rules, only: 'each rule' },
  { file: matcher, find: "isClear(one) && isSecond(one)", plant: "isClear(one)", harm: 'opted out', why: 'one doubtful sign is certain', suite: corpus },
  { file: likely, find: "const leastOdds = 1;", plant: "const leastOdds = 9;", harm: 'opted out', why: 'a wish in unusual words gets no review', suite: corpus },
  { file: likely, find: "certainty: 'doubtful'", plant: "certainty: 'certain'", harm: 'opted out', why: 'an estimate opts people out without a review', suite: corpus },
  { file: likely, find: "let odds = learned.bias;", plant: "let odds = 1;", harm: 'wrong', why: 'ordinary texts need a review', suite: corpus },
  { file: matcher, find: "certainty === 'doubtful' || isLikely(clauses)", plant: "certainty === 'doubtful'", harm: 'opted out', why: 'no phrase is certain', suite: corpus },
  { file: matcher, find: "!found[index]!.isHarmless", plant: "found.length > index", harm: 'wrong', why: '"please don\'t stop" needs a review', suite: rules, only: 'asks for the opposite' },
  { file: features, find: "mask |= word.concepts;", plant: "mask = word.concepts;", harm: 'opted out', why: 'the estimate does not know what the words mean together', suite: corpus },
  { file: keywordTexts, find: "    ['doubtful', unsure],\n    ['certain', keywords],", plant: "    ['certain', unsure],\n    ['certain', keywords],", harm: 'opted out', why: '"enough" opts out', suite: rules, only: 'means something else' },
  { file: ownKeywords, find: "  result.delete('');\n", plant: "", harm: 'opted out', why: 'a keyword without letters matches every text without words', suite: ownRules },
  { file: ownKeywords, find: "['help', 'start', 'stop']", plant: "['stop', 'start', 'help']", harm: 'opted out', why: 'a keyword with two meanings does not stop', suite: ownRules },
  { file: matcher, find: "if (text.length <= 2 * longestEnd)", plant: "if (text.length >= 0)", harm: 'down', why: 'one very long text stops the thread that receives all texts', suite: 'test/service/optout/longTexts.test.ts', only: 'hardly longer' },
  { file: matcher, find: "if (excerpt !== text)", plant: "if (excerpt === '')", harm: 'opted out', why: 'START at both ends of a long story about something else cancels an opt-out', suite: 'test/service/optout/longTexts.test.ts', only: 'not as a whole' },
  { file: 'service/lib/composeText.ts', find: "text.replace(parts, (part) => part.normalize('NFC'))", plant: "text.normalize('NFC')", harm: 'down', why: 'half a million accents stop the thread that receives all texts', suite: 'test/service/lib/composeText.test.ts', only: 'little time' },
  { file: matcher, find: "[all, core, unsigned]", plant: "[all, core]", harm: 'opted out', why: 'STOP with the sign 🚫 does not stop', suite: rules, only: 'whatever sign' },
  { file: matcher, find: "    if (words.length < core.length && found?.keyword !== 'stop') continue;\n", plant: "", harm: 'opted out', why: 'START with a stop sign starts', suite: rules, only: 'says something else' },
  { file: clause, find: "unsigned.length > 0 ? unsigned : all", plant: "all", harm: 'opted out', why: 'a sentence STOP with the sign 🚫 does not stop', suite: rules, only: 'whatever sign' },
  { file: 'service/optout/matchKeyword.ts', find: " || isDiscount(all)", plant: '', harm: 'wrong', why: 'a question about 20% off waits for a decision as a possible STOP', suite: 'test/service/optout/matchKeyword.test.ts', only: 'discount' },
];
