/** Matches text that a spreadsheet reads as a formula, even after apostrophes and white space. */
const formula = /^'*\s*[=+\-@＝＋－＠\t\r]/;
const phone = /^\+?\d+$/;

/** Returns the text of a CSV cell. An apostrophe stops a spreadsheet from reading text as a formula. */
export function csvText(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return JSON.stringify(value);
  return formula.test(value) && !phone.test(value) ? `'${value}` : value;
}

/** Matches the first line with which Excel names the delimiter, such as `sep=;`. */
const separatorLine = /^\uFEFF?sep=([,;|\t])(?:\r\n|\r|\n|$)/i;

/** The part of the first row that is enough to find the delimiter. */
const maxHeadLength = 10_000;

export interface CsvStart {
  /** The length of the byte order mark and of the line that names the delimiter. */
  readonly length: number;
  /** The number of lines before the first row. */
  readonly lines: number;
  readonly delimiter: string;
}

/**
 * Returns where the first row of a file may begin, and what separates the cells: what a line such
 * as `sep=;` says, or the most frequent delimiter in the first row, outside of quotes.
 */
export function readCsvStart(csv: string): CsvStart {
  const [line, named] = separatorLine.exec(csv) ?? [];
  if (line !== undefined) return { length: line.length, lines: 1, delimiter: named! };
  const length = csv.startsWith('\uFEFF') ? 1 : 0;
  const [head = ''] = /\S[^\r\n]*/.exec(csv.trimStart().slice(0, maxHeadLength)) ?? [];
  const bare = head.replaceAll(/"[^"]*"/g, '');
  const [first] = [',', ';', '\t']
    .map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }))
    .sort((a, b) => b.count - a.count);
  return { length, lines: 0, delimiter: first!.delimiter };
}

/** Returns the text of a cell without the apostrophe that `csvText` puts before a formula. */
export const textOfCsv = (cell: string): string =>
  cell.startsWith("'") && formula.test(cell) ? cell.slice(1) : cell;

/**
 * Decodes the content of a CSV file. Excel on Windows saves CSV files in Windows-1252, and Unicode
 * text in UTF-16. A UTF-8 file with a few damaged letters keeps its other letters.
 */
export function decodeText(bytes: Uint8Array): string {
  const [first, second, third] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  const text = new TextDecoder().decode(bytes);
  const isMarked = first === 0xef && second === 0xbb && third === 0xbf;
  if (isMarked || !text.includes('\ufffd') || count(text, damaged) <= count(text, encoded))
    return text;
  return new TextDecoder('windows-1252').decode(bytes);
}

const damaged = /\ufffd/g;
const encoded = /[^\0-\x7f\ufffd]/g;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
