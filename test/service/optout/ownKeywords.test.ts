import { describe, expect, it } from '@jest/globals';
import { matchKeyword } from '../../../service/optout/matchKeyword.ts';

const own = { stop: ['Adiós amigos', 'FREEZE'], start: ['Wake up!'], help: ['¿Qué?'] };

describe('the keywords of an account', () => {
  it.each([
    ['freeze', 'stop'],
    ['Please FREEZE!', 'stop'],
    ['ADIOS  AMIGOS', 'stop'],
    ['wake up', 'start'],
    ['que', 'help'],
  ])('%j counts, however people write it', (text, keyword) =>
    expect(matchKeyword(text, own)).toMatchObject({
      keyword,
      certainty: 'certain',
      rule: 'own_keyword',
    }),
  );

  it('count only as the whole text', () => {
    expect(matchKeyword('the pipes will freeze tonight', own)).toBeNull();
    expect(matchKeyword('freeze')).toBeNull();
  });

  it('come before the usual ones, and leave them valid', () => {
    expect(matchKeyword('END', { stop: [], start: ['end'], help: [] })).toMatchObject({
      keyword: 'start',
    });
    expect(matchKeyword('STOP', own)).toMatchObject({ keyword: 'stop', rule: 'keyword' });
  });

  it('stop the messages if a keyword has two meanings', () => {
    const both = { stop: ['now'], start: ['now'], help: ['now'] };
    expect(matchKeyword('Now', both)).toMatchObject({ keyword: 'stop' });
  });

  it('never match a text without words', () => {
    const empty = { stop: ['', '!!!'], start: [], help: [] };
    expect(matchKeyword('', empty)).toBeNull();
    expect(matchKeyword('???', empty)).toBeNull();
  });
});
