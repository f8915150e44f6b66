import { describe, expect, it } from '@jest/globals';
import { createEventSchema, sampleOf } from '@textloom/shared/contract';
import type { Bundle } from 'zapier-platform-core';
import { textPassesConditions, findKeyword } from '../../connectors/zapier/src/hooks/filters.ts';

const bundle = (inputData: Record<string, unknown>) => ({ inputData }) as Bundle;
const { data } = sampleOf(createEventSchema('message.received'));
const text = (text: string) => ({ ...data, text });
type Keyword = (typeof data)['keyword'];
const burst = (...texts: readonly (readonly [string, Keyword])[]) => ({
  ...text(texts.map(([said]) => said).join('\n')),
  keyword: texts.findLast(([, keyword]) => keyword !== null)?.[1] ?? null,
  burst: texts.map(([text, keyword], index) => ({
    ...{ message_id: `msg_${index}`, text, keyword },
    ...{ media: [], created_at: data.created_at },
  })),
});

describe('a keyword', () => {
  it.each([
    ['YES', 'yes', true],
    ['YES', ' Yes, please!', true],
    ['ok go', 'OK... go now', true],
    ['Größe', 'GRÖSSE', false],
    ['Größe', 'größe 42', true],
    ['👍', '👍', true],
    ['👍', '👍🏽', true],
    ['👍', ' 👍 see you', true],
    ['👍', '👎👍', false],
    ['👍', 'Great 👍', false],
    ['?', '? what', true],
    ['?', 'why?', false],
    ['YES', 'yesterday', false],
    ['YES', 'oh yes', false],
  ])('%s is at the beginning of "%s": %s', (keyword, said, stands) => {
    expect(textPassesConditions(text(said), bundle({ keywords: ['NO', keyword] }))).toBe(stands);
  });

  it('is not needed if none is chosen', () => {
    expect(textPassesConditions(text('Hi'), bundle({ keywords: [' '] }))).toBe(true);
  });

  it('may share its row with others', () => {
    const one = bundle({ keywords: ['hello, ja'] });
    expect(textPassesConditions(text('Ja, gern'), one)).toBe(true);
    expect(textPassesConditions(text('Hello'), one)).toBe(true);
    expect(textPassesConditions(text('Nein'), one)).toBe(false);
    expect(textPassesConditions(text('Hi'), bundle({ keywords: [' , '] }))).toBe(true);
  });
});

describe('quick texts', () => {
  it('start the Zap if any of them begins with a keyword, which the Zap then gets', () => {
    const joined = burst(['hi', null], ['order 1042', null]);
    expect(textPassesConditions(joined, bundle({ keywords: ['ORDER'] }))).toBe(true);
    expect(findKeyword(joined, bundle({ keywords: ['ORDER'] }))).toBe('ORDER');
    expect(textPassesConditions(joined, bundle({ keywords: ['1042'] }))).toBe(false);
  });

  it('start the Zap if the service handles some of them, but not all', () => {
    const skips = bundle({ skip_opt_out_keywords: true });
    const both = burst(['HELP', 'help'], ['my order is broken', null]);
    expect(textPassesConditions(both, skips)).toBe(true);
    expect(textPassesConditions(burst(['HELP', 'help'], ['STOP', 'stop']), skips)).toBe(false);
    const wanted = bundle({ skip_opt_out_keywords: true, keywords: ['HELP'] });
    expect(textPassesConditions(both, wanted)).toBe(false);
  });
});

describe('the output Keyword', () => {
  it.each([
    ['the keyword of the user that matched', 'Ja, gern', null, 'ja'],
    ['the keyword of the service before that of the user', 'Hello', 'help', 'help'],
    ['empty if none matched', 'Nein', null, undefined],
  ] as const)('is %s', (_title, said, keyword, expected) => {
    const keywords = ['hello, ja'];
    expect(findKeyword({ ...text(said), keyword }, bundle({ keywords }))).toBe(expected);
  });
});

describe('a text such as STOP', () => {
  const stop = { ...text('STOP'), keyword: 'stop' } as const;

  it('starts the Zap, unless the user skips it', () => {
    expect(textPassesConditions(stop, bundle({}))).toBe(true);
    expect(textPassesConditions(stop, bundle({ skip_opt_out_keywords: 'false' }))).toBe(true);
    expect(textPassesConditions(stop, bundle({ skip_opt_out_keywords: true }))).toBe(false);
    expect(textPassesConditions(text('Hi'), bundle({ skip_opt_out_keywords: true }))).toBe(true);
  });
});
