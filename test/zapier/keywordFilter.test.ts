import { describe, expect, it } from '@jest/globals';
import { eventSchemaOf, sampleOf } from '@textloom/shared/contract';
import type { Bundle } from 'zapier-platform-core';
import { isMeantText, keywordOf } from '../../connectors/zapier/src/hooks/filters.ts';

const bundle = (inputData: Record<string, unknown>) => ({ inputData }) as Bundle;
const { data } = sampleOf(eventSchemaOf('message.received'));
const text = (text: string) => ({ ...data, text });

describe('a keyword', () => {
  it.each([
    ['YES', 'yes', true],
    ['YES', ' Yes, please!', true],
    ['ok go', 'OK... go now', true],
    ['Größe', 'GRÖSSE', false],
    ['Größe', 'größe 42', true],
    ['👍', '👍', true],
    ['YES', 'yesterday', false],
    ['YES', 'oh yes', false],
  ])('%s is at the beginning of "%s": %s', (keyword, said, stands) => {
    expect(isMeantText(text(said), bundle({ keywords: ['NO', keyword] }))).toBe(stands);
  });

  it('is not needed if none is chosen', () => {
    expect(isMeantText(text('Hi'), bundle({ keywords: [' '] }))).toBe(true);
  });

  it('may share its row with others', () => {
    const one = bundle({ keywords: ['hello, ja'] });
    expect(isMeantText(text('Ja, gern'), one)).toBe(true);
    expect(isMeantText(text('Hello'), one)).toBe(true);
    expect(isMeantText(text('Nein'), one)).toBe(false);
    expect(isMeantText(text('Hi'), bundle({ keywords: [' , '] }))).toBe(true);
  });
});

describe('the output Keyword', () => {
  it.each([
    ['the keyword of the user that matched', 'Ja, gern', null, 'ja'],
    ['the keyword of the service before that of the user', 'Hello', 'help', 'help'],
    ['empty if none matched', 'Nein', null, undefined],
  ] as const)('is %s', (_title, said, keyword, expected) => {
    const keywords = ['hello, ja'];
    expect(keywordOf({ ...text(said), keyword }, bundle({ keywords }))).toBe(expected);
  });
});

describe('a text such as STOP', () => {
  const stop = { ...text('STOP'), keyword: 'stop' } as const;

  it('starts the Zap, unless the user skips it', () => {
    expect(isMeantText(stop, bundle({}))).toBe(true);
    expect(isMeantText(stop, bundle({ skip_opt_out_keywords: 'false' }))).toBe(true);
    expect(isMeantText(stop, bundle({ skip_opt_out_keywords: true }))).toBe(false);
    expect(isMeantText(text('Hi'), bundle({ skip_opt_out_keywords: true }))).toBe(true);
  });
});
