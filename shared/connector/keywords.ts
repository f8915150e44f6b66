import { schema } from '../contract/index.ts';

/** The field of a trigger that narrows incoming texts down to keywords. */
export const keywordsSchema = schema({
  type: 'array',
  title: 'Keywords',
  description: 'Only texts that begin with one of these words (not case-sensitive)',
  items: { type: 'string', maxLength: 100, examples: ['YES'] },
});

/** Whether a text passes a filter of keywords, which lets everything pass if it is empty. */
export const passesKeywords = (text: string, keywords: readonly string[] | undefined): boolean =>
  keywords === undefined || beginsWithKeyword(text, keywords);

/** Whether a text begins with one of these words or phrases, ignoring case and punctuation. */
export function beginsWithKeyword(text: string, keywords: readonly string[]): boolean {
  const said = `${plain(text)} `;
  return keywords.some((keyword) => said.startsWith(`${plain(keyword)} `));
}

/** Whether a text is one of the words and nothing else: an approval with a condition is no approval. */
export const isKeyword = (text: string, words: readonly string[]): boolean =>
  words.some((word) => plain(text) === plain(word));

/** In lower case and without punctuation, which handsets insert on their own. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() || text.trim();
