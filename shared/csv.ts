/** Matches text that a spreadsheet reads as a formula, even after apostrophes and white space. */
const formula = /^'*\s*[=+\-@＝＋－＠\t\r]/;
const phone = /^\+?\d+$/;

/**
 * In many countries, Excel splits files at semicolons. It then also splits a quoted cell at each
 * semicolon and line break, and the rest of the text begins a new cell, possibly with a quote.
 */
const newCell = String.raw`(?<=[;\t\r\n])`;
const formulaFollows = String.raw`(?=(?:["']|[^\S\t\r\n])*[=+\-@＝＋－＠])`;
/**
 * Matches an entry of a list, such as "- 2x Pizza", which can call no function, alone or with the
 * next quoted cell. Also matches the end of a smiley.
 */
const harmlessFollows = String.raw`[+-] ?[\p{L}\d]+(?: [\p{L}\d]+)*(?:[;\t\r\n]|$)|[+-]\)`;
const laterFormula = new RegExp(`${newCell}${formulaFollows}(?!${harmlessFollows})`, 'gu');
const laterApostrophe = new RegExp(`${newCell}'${formulaFollows}`, 'gu');

/** Returns the text of a CSV cell. Apostrophes stop a spreadsheet from reading text as a formula. */
export function csvText(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  const guarded = text.replaceAll(laterFormula, "'");
  return value === text && formula.test(text) && !phone.test(text) ? `'${guarded}` : guarded;
}

/** Returns a line of a CSV file. Imports trim cells without quotes, and so change their text. */
export const formatCsvLine = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => `"${csvText(cell).replaceAll('"', '""')}"`).join(',')}\r\n`;

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

/** Returns the text of a cell without the apostrophes that `csvText` puts before formulas. */
export function textOfCsv(cell: string): string {
  const text = cell.replaceAll(laterApostrophe, '');
  return text.startsWith("'") && formula.test(text) ? text.slice(1) : text;
}

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
