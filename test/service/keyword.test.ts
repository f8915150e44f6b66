import { describe, expect, it } from '@jest/globals';
import { parseKeyword, keywordReply } from '../../service/lib/keyword.ts';

describe('a received text', () => {
  it.each([
    ...['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'],
    ...['stop', ' Stop. ', '"STOP"', 'ＳＴＯＰ', 'opt-out', 'opt\nout'],
    ...['STOP texting me', 'Stop, please!', 'unsubscribe me', 'Unsubscribe from all lists'],
  ])('%j stops the messages', (text) => expect(parseKeyword(text)).toBe('stop'));

  it.each(['START', 'UNSTOP', 'start', ' Unstop! '])('%j restarts the messages', (text) =>
    expect(parseKeyword(text)).toBe('start'),
  );

  it.each(['HELP', 'INFO', 'help?', '¿Info?'])('%j asks for help', (text) =>
    expect(parseKeyword(text)).toBe('help'),
  );

  it.each([
    ...['please do not stop', 'I cannot unsubscribe', 'stopping by', 'nonstop', 'unstoppable'],
    ...['cancel my order', 'the end', 'end of the road', 'start now', 'help me', 'more info'],
    ...['', '???', 'S T O P', '👋'],
  ])('%j is not a keyword', (text) => expect(parseKeyword(text)).toBeNull());

  it.each(['stop', 'start'] as const)(
    'with %s gets a reply that names the opposite keyword',
    (keyword) => {
      const back = keyword === 'stop' ? 'start' : 'stop';
      const named = keywordReply[keyword].match(/\b(START|STOP)\b/)![0];
      expect(parseKeyword(named)).toBe(back);
    },
  );
});
