import { limits } from '@textloom/shared/contract';
import { formatCsvLine, readCsvStart } from '@textloom/shared/csv';

/** A row as written in a CSV file. */
export interface CsvRow {
  /** The line where the row begins, counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** A part of a file. It is a complete CSV file that begins with the names of the columns. */
export interface CsvPart {
  readonly csv: string;
  readonly rows: readonly CsvRow[];
}

interface ScannedCsv {
  /** The rows without blank ones. A quoted cell may contain line breaks. */
  readonly rows: readonly CsvRow[];
  /** Why the service would refuse the whole file because of one row. */
  readonly problem: string | undefined;
}

/** Splits a file into rows, as the service reads it. */
export function scanCsv(csv: string): ScannedCsv {
  const rows: CsvRow[] = [];
  const { length, lines, delimiter } = readCsvStart(csv);
  let start = length;
  let line = 1 + lines;
  let startLine = line;
  let cells = 1;
  let problem: string | undefined;
  /** A quote opens a cell only at its beginning. In a quoted cell, two quotes mean one. */
  let cell: 'empty' | 'plain' | 'quoted' | 'closed' = 'empty';
  const end = (at: number) => {
    const text = csv.slice(start, at);
    if (text.trim() !== '') rows.push({ line: startLine, text });
  };
  for (let at = length; at < csv.length; at++) {
    const character = csv[at]!;
    if (character === '\n' || character === '\r') {
      const after = character === '\r' && csv[at + 1] === '\n' ? at + 2 : at + 1;
      line++;
      if (cell !== 'quoted') {
        end(at);
        start = after;
        startLine = line;
        cells = 1;
        cell = 'empty';
      }
      at = after - 1;
    } else if (cell === 'quoted') {
      if (character === '"' && csv[at + 1] === '"') at++;
      else if (character === '"') cell = 'closed';
    } else if (character === delimiter) {
      cell = 'empty';
      if (++cells > limits.importColumns) problem ??= describeProblem(tooManyCells, startLine);
    } else if (trimmed.includes(character)) continue;
    else if (cell === 'empty') cell = character === '"' ? 'quoted' : 'plain';
    else if (cell === 'closed')
      problem ??= describeProblem('Something follows a closing quote', startLine);
  }
  if (cell === 'quoted') problem ??= describeProblem('A quote is not closed', startLine);
  end(csv.length);
  return { rows, problem };
}

const tooManyCells = `There are more than ${limits.importColumns} cells`;

/** The whitespace around a cell that does not belong to it. */
const trimmed = ' \t\f';

const describeProblem = (what: string, line: number): string =>
  `${what} in the row that begins on line ${line.toLocaleString()}. Correct the file, and choose it again.`;

/** Splits a file into parts with at most this number of rows and characters. */
export function splitCsv(
  csv: string,
  { rows: mostRows, characters }: { rows: number; characters: number },
  scanned = scanCsv(csv),
): CsvPart[] {
  const [head, ...rows] = scanned.rows;
  if (!head) return [];
  const titles = `${readSeparatorLine(csv)}${head.text}\n`;
  const parts: CsvRow[][] = [];
  let size = 0;
  for (const row of rows) {
    const current = parts.at(-1);
    if (current && current.length < mostRows && size + row.text.length <= characters) {
      current.push(row);
    } else {
      parts.push([row]);
      size = titles.length;
    }
    size += row.text.length + 1;
  }
  return (parts.length === 0 ? [[]] : parts).map((part) => ({
    csv: titles + part.map(({ text }) => `${text}\n`).join(''),
    rows: part,
  }));
}

/** Returns the row that begins on a line of a part. */
export function rowAt({ csv, rows }: CsvPart, line: number): CsvRow | undefined {
  return rows[scanCsv(csv).rows.findIndex((row) => row.line === line) - 1];
}

/** Creates a file of rejected rows, to correct and import again. */
export const rowsToCsv = (csv: string, rows: readonly CsvRow[]): string =>
  readSeparatorLine(csv) +
  [scanCsv(csv).rows[0], ...rows].map((row) => `${row?.text ?? ''}\n`).join('');

/** Returns the line that names the delimiter, which the column names may not tell. */
const readSeparatorLine = (csv: string): string =>
  csv.slice(0, readCsvStart(csv).length).replace('\uFEFF', '');

export const toCsv = (rows: readonly (readonly unknown[])[]): string =>
  rows.map(formatCsvLine).join('');

/** Converts objects to CSV, with a column for each field of their schema. */
export function objectsToCsv<T extends object>(
  { properties }: { readonly properties: { readonly [name in keyof T]: unknown } },
  objects: readonly T[],
): string {
  const columns = Object.keys(properties) as (keyof T)[];
  return toCsv([columns, ...objects.map((one) => columns.map((name) => one[name]))]);
}
