import { Marked, type Token } from 'marked';

/** Reads the title and the first sentences of a Markdown document. */
export function readSummary(text: string): { readonly title: string; readonly summary: string } {
  const tokens = new Marked().lexer(text);
  const plain = (type: string) => toPlain(tokens.find((token) => token.type === type));
  return { title: plain('heading'), summary: firstSentences(plain('paragraph')) };
}

/** Returns the text of a token without links, emphasis and code marks. */
export function toPlain(token: Token | undefined): string {
  if (!token) return '';
  if ('tokens' in token && token.tokens) return token.tokens.map(toPlain).join('');
  return 'text' in token ? String(token.text) : '';
}

const longest = 160;

/** Returns as many whole sentences as fit, but at least one. */
function firstSentences(text: string): string {
  const [first = '', ...others] = text.split(/(?<=[.!?]) (?=[A-Z])/);
  let summary = first;
  for (const sentence of others) {
    if (summary.length + sentence.length >= longest) break;
    summary += ` ${sentence}`;
  }
  return summary.replace(/:$/, '.');
}
