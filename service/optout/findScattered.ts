import { concepts } from './concepts.ts';
import type { KeywordMatch } from './matchKeyword.ts';
import { spell, type Clause } from './splitText.ts';

const { STOP, HALT, LEAVE, DROP, CUT, NOT, NO, WANT, MORE, MSG, SEND, PESTER } = concepts;
const { LIST, ANGER, ME, NUM } = concepts;
/** Concepts that are a sign of a wish if all of them occur near each other, in any order. */
const signs: readonly (readonly number[])[] = [
  [STOP | HALT | LEAVE, MSG | SEND | PESTER],
  [DROP, MSG | LIST],
  [DROP, ME, NUM],
  [CUT, MSG],
  [NOT, WANT, MSG | SEND | PESTER],
  [NO, MORE, MSG],
  [ANGER, MSG | SEND],
];
const nearness = 6;

/** Finds a wish in the words themselves if no pattern knows their order. */
export function findScattered({ words }: Clause): KeywordMatch | undefined {
  const present = words.reduce((mask, word) => mask | word.concepts, 0);
  for (const sign of signs) {
    if (sign.some((concept) => (present & concept) === 0)) continue;
    const last = sign.map(() => -Infinity);
    for (const [at, { concepts: mask }] of words.entries()) {
      sign.forEach((concept, index) => {
        if (mask & concept) last[index] = at;
      });
      if (!sign.some((concept) => mask & concept)) continue;
      const from = Math.min(...last);
      if (at - from < nearness && new Set(last).size === last.length)
        return {
          keyword: 'stop',
          certainty: 'doubtful',
          rule: 'scattered',
          words: spell(words.slice(from, at + 1)),
        };
    }
  }
  return undefined;
}
