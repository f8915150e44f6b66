import { schema } from '../contract/index.ts';

/** Describes the field of a trigger that limits incoming texts to keywords. */
export const keywordsSchema = schema({
  type: 'array',
  title: 'Keywords',
  description: 'Only texts that begin with one of these words (not case-sensitive)',
  items: { type: 'string', maxLength: 100, examples: ['YES'] },
});

/** Returns true if a text passes a filter of keywords. Without keywords, every text passes. */
export const passesKeywords = (text: string, keywords: readonly string[] | undefined): boolean =>
  keywords === undefined || beginsWithKeyword(text, keywords);

/** Returns true if a text begins with one of these words or phrases, ignoring case and punctuation. */
function beginsWithKeyword(text: string, keywords: readonly string[]): boolean {
  const said = `${plain(text)} `;
  return keywords.some((keyword) => said.startsWith(`${plain(keyword)} `));
}

/** Returns true if a text is exactly one of the words. An approval with a condition does not count. */
export const isKeyword = (text: string, words: readonly string[]): boolean =>
  words.some((word) => plain(text) === plain(word));

/** Converts a text to lower case and removes punctuation, which handsets insert automatically. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() || text.trim();
