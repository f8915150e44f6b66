import { phrases } from './phrases.ts';
import type { Text } from './texts.ts';
import { hasVerb } from './verbs.ts';

/** Words in one sentence: longer ones are to be split. */
const longest = 40;

/** Returns the wording that a reader would stumble over, each with a better one. */
export function findingsIn(text: string, isRunning: boolean): string[] {
  const found = phrases.flatMap(({ found, better }) => {
    const [words] = found.exec(text) ?? [];
    return words === undefined ? [] : [`"${words.replace(/^[.,:;]? ?/, '')}": write ${better}`];
  });
  if (!isRunning) return found;
  return [
    ...found,
    ...splitSentences(text).flatMap((sentence) => [
      ...(sentence.endsWith('.') && !hasVerb(sentence)
        ? [`"${sentence}": write a whole sentence, with a verb`]
        : []),
      ...(sentence.split(/\s+/).length > longest
        ? [`"${sentence.slice(0, 40)}…": split the sentence, it has more than ${longest} words`]
        : []),
    ]),
  ];
}

/** Without the abbreviations that our texts have, a period and a space end a sentence. */
const splitSentences = (text: string): string[] =>
  text.split(/(?<=[.!?]["”)]?)\s+(?=[A-Z0-9"“`(])/).map((sentence) => sentence.trim());

export const listFindings = (file: string, texts: readonly Text[]): string[] =>
  texts.flatMap(({ line, text, isRunning }) =>
    findingsIn(text, isRunning).map((finding) => `${file}:${line}  ${finding}`),
  );

/** Whether a source can have a finding at all; to parse each of them would take seconds. */
export const mayHaveFindings = (source: string): boolean => {
  const words = source.replace(/\s*\n\s*(?:\*|\/\/)?\s*/g, ' ');
  return phrases.some(({ found }) => found.test(words));
};
