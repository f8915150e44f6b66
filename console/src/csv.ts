import { csvText } from '@textloom/shared/csv';

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

/** Splits a file into rows and omits blank rows. A quoted cell may contain line breaks. */
export function parseRows(csv: string): CsvRow[] {
  const rows: CsvRow[] = [];
  let start = 0;
  let line = 1;
  let startLine = 1;
  let isQuoted = false;
  const end = (at: number) => {
    const text = csv.slice(start, at);
    if (text.trim() !== '') rows.push({ line: startLine, text });
  };
  for (let at = 0; at < csv.length; at++) {
    const character = csv[at]!;
    // A quote opens a cell only at its beginning. In a quoted cell, two quotes mean one.
    if (character === '"') {
      if (isQuoted) isQuoted = csv[at + 1] === '"' ? (at++, true) : false;
      else isQuoted = /(^|[,;\t])\s*$/.test(csv.slice(Math.max(start, at - 20), at));
    }
    if (character !== '\n' && character !== '\r') continue;
    const after = character === '\r' && csv[at + 1] === '\n' ? at + 2 : at + 1;
    line++;
    if (!isQuoted) {
      end(at);
      start = after;
      startLine = line;
    }
    at = after - 1;
  }
  end(csv.length);
  return rows;
}

/** Splits a file into parts with at most this number of rows and characters. */
export function splitCsv(
  csv: string,
  { rows: mostRows, characters }: { rows: number; characters: number },
): CsvPart[] {
  const [head, ...rows] = parseRows(csv.replace(/^\uFEFF/, ''));
  if (!head) return [];
  const parts: CsvRow[][] = [];
  let size = 0;
  for (const row of rows) {
    const current = parts.at(-1);
    if (current && current.length < mostRows && size + row.text.length <= characters) {
      current.push(row);
    } else {
      parts.push([row]);
      size = head.text.length;
    }
    size += row.text.length + 1;
  }
  return (parts.length === 0 ? [[]] : parts).map((part) => ({
    csv: [head, ...part].map(({ text }) => `${text}\n`).join(''),
    rows: part,
  }));
}

/** Returns the row that begins on a line of a part. */
export function rowAt({ csv, rows }: CsvPart, line: number): CsvRow | undefined {
  return rows[parseRows(csv).findIndex((row) => row.line === line) - 1];
}

/** Creates a file of rejected rows, to correct and import again. */
export const rowsToCsv = (csv: string, rows: readonly CsvRow[]): string =>
  [parseRows(csv)[0], ...rows].map((row) => `${row?.text ?? ''}\n`).join('');

/** Formats a cell for a CSV file, quoted if necessary and safe from formulas in spreadsheets. */
export function csvCell(value: unknown): string {
  const text = csvText(value);
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

export const toCsv = (rows: readonly (readonly unknown[])[]): string =>
  rows.map((cells) => `${cells.map(csvCell).join(',')}\n`).join('');

/** Converts objects to CSV, with a column for each field of their schema. */
export function objectsToCsv<T extends object>(
  { properties }: { readonly properties: { readonly [name in keyof T]: unknown } },
  objects: readonly T[],
): string {
  const columns = Object.keys(properties) as (keyof T)[];
  return toCsv([columns, ...objects.map((one) => columns.map((name) => one[name]))]);
}
