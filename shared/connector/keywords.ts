import { schema, type MessageEventData } from '../contract/index.ts';
import { listed } from './listed.ts';

/** Describes the field of a trigger that limits incoming texts to keywords. */
export const keywordsSchema = schema({
  type: 'array',
  title: 'Keywords',
  description: 'Only texts that begin with one of these words (not case-sensitive)',
  items: { type: 'string', maxLength: 100, examples: ['YES'] },
});

/** Describes the field of a trigger that leaves out texts such as STOP. */
export const skipHandledSchema = schema({
  type: 'boolean',
  title: 'Skip STOP, START and HELP',
  description: 'Whether to leave out texts that the service handles itself, such as STOP',
  default: false,
});

/** Describes the field of a trigger that adds the replies of the service to texts such as STOP. */
export const automaticSchema = <const Default extends boolean>(
  flow: 'Zap' | 'workflow' | 'flow',
  includesThem: Default,
) =>
  schema({
    type: 'boolean',
    title: 'Include Automatic Replies',
    description: `Whether the replies of the service to STOP, START and HELP start the ${flow} too`,
    default: includesThem,
  });

interface KeywordFilter {
  /** If absent, every text passes. */
  readonly keywords: readonly string[] | undefined;
  /** Whether texts that the service handles itself, such as STOP, do not pass. */
  readonly skipsHandled?: boolean | undefined;
}

/** Returns true if the text of an event passes a filter, or any of the texts that it joins. */
export const eventPassesKeywords = (
  event: Pick<MessageEventData, 'text' | 'keyword' | 'burst'>,
  { keywords, skipsHandled = false }: KeywordFilter,
): boolean => {
  const words = readKeywords(keywords);
  return (event.burst ?? [event]).some(
    ({ text, keyword }) =>
      !(skipsHandled && keyword !== null) &&
      (words === undefined || beginsWithKeyword(text, words)),
  );
};

/** Returns the keywords of a filter, or undefined if it has none. A row may contain several. */
export function readKeywords(rows: readonly string[] = []): readonly string[] | undefined {
  const words = rows.flatMap((row) => listed(row));
  return words.length > 0 ? words : undefined;
}

/** Returns true if a text begins with one of these words or phrases, ignoring case and punctuation. */
function beginsWithKeyword(text: string, keywords: readonly string[]): boolean {
  const said = `${plain(text)} `;
  return keywords.some((keyword) =>
    /[\p{L}\p{N}]/u.test(keyword)
      ? said.startsWith(`${plain(keyword)} `)
      : // The color of a hand follows its sign, and a text may follow without a space.
        restAfterKeyword(text, [keyword]) !== undefined,
  );
}

/**
 * Returns the rest of a text after the longest of these words or phrases that it begins with, or
 * undefined if it begins with none of them. Ignores case and punctuation.
 */
export const restAfterKeyword = (text: string, words: readonly string[]): string | undefined =>
  words
    .flatMap((word) => createStartPattern(word).exec(text)?.slice(1) ?? [])
    .sort((a, b) => a.length - b.length)[0];

/** An apostrophe or a hyphen inside a word does not end it, so "n" does not match "n'importe". */
const ending = String.raw`(?![\p{L}\p{M}\p{N}]|['’-]\p{L})`;

function createStartPattern(word: string): RegExp {
  const parts = word.match(/[\p{L}\p{N}][\p{L}\p{M}\p{N}]*/gu);
  if (parts) {
    const said = parts.join(String.raw`[^\p{L}\p{N}]+`) + ending;
    return new RegExp(String.raw`^[^\p{L}\p{N}]*?${said}([^]*)$`, 'iu');
  }
  const sign = word.trim().replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
  // Another emoji before this one may mean the opposite.
  return new RegExp(String.raw`^[\s\p{P}]*?${sign}([^]*)$`, 'iu');
}

/** Converts a text to lower case and removes punctuation, which handsets insert automatically. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
