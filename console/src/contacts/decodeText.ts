/**
 * Decodes the content of a text file. Excel on Windows saves CSV files in Windows-1252, and Unicode
 * text in UTF-16. A UTF-8 file with a few damaged letters keeps its other letters.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  const text = new TextDecoder().decode(bytes);
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  if (isMarked || count(text, damaged) <= count(text, encoded)) return text;
  return new TextDecoder('windows-1252').decode(bytes);
}

const damaged = /\ufffd/g;
const encoded = /[^\0-\x7f\ufffd]/g;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
