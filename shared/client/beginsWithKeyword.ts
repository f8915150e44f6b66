/** Whether a text begins with one of these words or phrases, in capitals or not, whatever parts them. */
export function beginsWithKeyword(text: string, keywords: readonly string[]): boolean {
  const said = `${plain(text)} `;
  return keywords.some((keyword) => said.startsWith(`${plain(keyword)} `));
}

/** In small letters and without punctuation, which handsets put in by themselves. */
const plain = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim() || text.trim();
