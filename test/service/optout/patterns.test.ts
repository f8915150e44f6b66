import { describe, expect, it } from '@jest/globals';
import { compilePatterns, type PatternGroup } from '../../../service/optout/patterns.ts';
import { phrases } from '../../../service/optout/phrases.ts';
import { vocabularies } from '../../../service/optout/words/vocabularies.ts';

const getRank = ({ isFirst, outcome }: PatternGroup) =>
  isFirst ? 0 : outcome === 'keep' ? 1 : outcome.certainty === 'certain' ? 2 : 3;

const all = [...vocabularies.flatMap((one) => one.groups), ...phrases].flatMap((group) =>
  group.patterns.map((source) => ({
    source,
    rank: getRank(group),
    outcome: JSON.stringify([group.outcome, group.rule]),
    isAtEnd: source.endsWith(' $'),
    elements: source
      .replace(/ \$$/, '')
      .split(' ')
      .map((element) => ({
        isOptional: element.endsWith('?'),
        alternatives: new Set(element.replace(/\?$/, '').split('|')),
      })),
  })),
);
type Pattern = (typeof all)[number];

/** Whether one pattern matches wherever the other one does, because it differs in nothing else. */
const covers = (one: Pattern, other: Pattern): boolean =>
  one.elements.length === other.elements.length &&
  (!one.isAtEnd || other.isAtEnd) &&
  one.elements.every(
    ({ isOptional, alternatives }, at) =>
      isOptional === other.elements[at]!.isOptional &&
      [...other.elements[at]!.alternatives].every((text) => alternatives.has(text)),
  );

/** Whether the matcher prefers the pattern to the other one, or gains nothing from the other. */
const hides = (one: Pattern, other: Pattern): boolean =>
  one.rank < other.rank ||
  (one.rank === other.rank && (one.outcome === other.outcome || one.source === other.source));

describe('the patterns', () => {
  it.each(['leave LIST|$', '^|now leave', 'leave LISTE', 'leave ME?|us', 'leave |out'])(
    'cannot have an alternative that never matches: %j',
    (source) =>
      expect(() =>
        compilePatterns([{ outcome: 'keep', rule: 'harmless', patterns: [source] }]),
      ).toThrow('cannot be part of'),
  );

  it('none is hidden by another one', () => {
    const hidden = all.filter((other) =>
      all.some((one) => one !== other && hides(one, other) && covers(one, other)),
    );
    expect(hidden.map(({ source }) => source)).toEqual([]);
  });
});
