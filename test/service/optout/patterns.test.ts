import { describe, expect, it } from '@jest/globals';
import { compilePatterns, type PatternGroup } from '../../../service/optout/patterns.ts';
import { phrases } from '../../../service/optout/phrases.ts';
import { vocabularies } from '../../../service/optout/words/vocabularies.ts';

const rankOf = ({ isFirst, outcome }: PatternGroup) =>
  isFirst ? 0 : outcome === 'keep' ? 1 : outcome.certainty === 'certain' ? 2 : 3;

const groups = [...vocabularies.flatMap((one) => one.groups), ...phrases];
const all = groups.flatMap((group) =>
  group.patterns.map((source) => ({ source, group, rank: rankOf(group) })),
);

const alternativesOf = (element: string) => element.replace(/\?$/, '').split('|');

/** Whether one pattern matches wherever the other one does, because it differs in nothing else. */
function covers(one: string, other: string): boolean {
  const [ours, theirs] = [one.replace(/ \$$/, '').split(' '), other.replace(/ \$$/, '').split(' ')];
  return (
    ours.length === theirs.length &&
    (!one.endsWith(' $') || other.endsWith(' $')) &&
    theirs.every(
      (element, at) =>
        element.endsWith('?') === ours[at]!.endsWith('?') &&
        alternativesOf(element).every((text) => alternativesOf(ours[at]!).includes(text)),
    )
  );
}

const isEqual = (one: PatternGroup, other: PatternGroup) =>
  JSON.stringify([one.outcome, one.rule]) === JSON.stringify([other.outcome, other.rule]);

describe('the patterns', () => {
  it.each(['leave LIST|$', '^|now leave', 'leave LISTE', 'leave ME?|us', 'leave |out'])(
    'cannot have an alternative that never matches: %j',
    (source) =>
      expect(() =>
        compilePatterns([{ outcome: 'keep', rule: 'harmless', patterns: [source] }]),
      ).toThrow('cannot be part of'),
  );

  it('none is hidden by another one', () => {
    const hidden = all.filter((other, at) =>
      all.some(
        (one, index) =>
          covers(one.source, other.source) &&
          index !== at &&
          (one.rank < other.rank ||
            (one.rank === other.rank && (index < at || isEqual(one.group, other.group)))),
      ),
    );
    expect(hidden.map(({ source }) => source)).toEqual([]);
  });
});
