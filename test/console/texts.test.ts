import { describe, expect, it } from '@jest/globals';
import type { Text } from '../../console/src/api/simulator.ts';
import { groupTexts, notShown, withActivity, withTexts } from '../../console/src/handsets/texts.ts';

const at = (minute: number) => new Date(Date.UTC(2026, 0, 31, 9, minute)).toISOString();
const text = (id: string, minute: number, more: Partial<Text> = {}): Text => ({
  id,
  handset: '+12025550107',
  direction: 'to_handset',
  media: [],
  from: '+12025550100',
  to: '+12025550107',
  text: id,
  at: at(minute),
  ...more,
});
const reply = { direction: 'from_handset', from: '+12025550107', to: '+12025550100' } as const;

describe('a conversation', () => {
  it('has each text once, in its latest state, oldest first', () => {
    const notified = withTexts([text('a', 1), text('b', 3)], [text('b', 2), text('c', 1.5)]);
    expect(notified.map((one) => [one.id, one.at])).toEqual([
      ['a', at(1)],
      ['c', at(1.5)],
      ['b', at(2)],
    ]);
  });

  it('groups texts of one side, one number and one moment', () => {
    const groups = groupTexts(
      [
        text('a', 0),
        text('b', 1),
        text('c', 2, reply),
        text('d', 3, { from: 'ACME' }),
        text('e', 30, { from: 'ACME' }),
      ],
      () => 'Today',
    );
    expect(groups.map(({ texts }) => texts.map(({ id }) => id))).toEqual([
      ['a', 'b'],
      ['c'],
      ['d'],
      ['e'],
    ]);
    expect(groups.map(({ isFirstFromPeer }) => isFirstFromPeer)).toEqual([
      true,
      false,
      true,
      false,
    ]);
    expect(groups.map(({ isFirstOfDay }) => isFirstOfDay)).toEqual([true, false, false, false]);
  });
});

describe('a text in transit', () => {
  const unsent = { handset: '+12025550107', to: '+12025550100', text: 'ok', after: 1 };

  it('is shown until the conversation contains it, and does not match an older text with the same words', () => {
    const before = text('a', 1, { ...reply, text: 'ok' });
    expect(notShown([unsent], [before])).toEqual([unsent]);
    expect(notShown([unsent], [before, text('b', 2, { ...reply, text: 'ok' })])).toEqual([]);
  });
});

describe('the list of handsets', () => {
  const list = [
    { number: '+12025550107', last_text: 'old', last_at: at(5) },
    { number: '+12025550108', last_text: 'older', last_at: at(4) },
  ];

  it('has the newest activity first, and adds unknown handsets', () => {
    const after = withActivity(list, [
      text('news', 6, { handset: '+12025550108' }),
      text('first', 7, { handset: '+12025550109' }),
    ]);
    expect(after.map(({ number, last_text }) => [number, last_text])).toEqual([
      ['+12025550109', 'first'],
      ['+12025550108', 'news'],
      ['+12025550107', 'old'],
    ]);
  });

  it('is not set back by a text that arrives late', () => {
    expect(withActivity(list, [text('late', 3)])).toEqual(list);
  });
});
