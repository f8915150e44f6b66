export type Keyword = 'stop' | 'start' | 'help';

const keywords: Record<Keyword, readonly string[]> = {
  stop: ['STOP', 'STOPALL', 'UNSUBSCRIBE', 'CANCEL', 'END', 'QUIT', 'REVOKE', 'OPTOUT', 'OPT OUT'],
  start: ['START', 'UNSTOP'],
  help: ['HELP', 'INFO'],
};
/** These words count as the first word whatever follows, as in "stop texting me". */
const stopsAsFirstWord = ['STOP', 'UNSUBSCRIBE'];

/** Finds the keyword of a received text, by the rules of the carriers' association (CTIA). */
export function parseKeyword(text: string): Keyword | null {
  const words = text
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}\s]/gu, ' ')
    .trim()
    .split(/\s+/);
  const whole = words.join(' ');
  const found = (Object.keys(keywords) as Keyword[]).find((keyword) =>
    keywords[keyword].includes(whole),
  );
  return found ?? (stopsAsFirstWord.includes(words[0] ?? '') ? 'stop' : null);
}

/** The reply to each keyword. */
export const keywordReply: Record<Keyword, string> = {
  stop: 'You will get no more messages from this number. Reply START to get them again.',
  start: 'You will get messages from this number again. Reply STOP to end them.',
  help: 'Reply STOP to get no more messages from this number, or START to get them again.',
};
