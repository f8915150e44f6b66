import { csvText } from '@textloom/shared/csv';

/** A row of a CSV file, as it stands in the file. */
export interface CsvRow {
  /** The line on which it begins, counted from 1. */
  readonly line: number;
  readonly text: string;
}

/** A part of a file that is a file by itself: it begins with the names of the columns. */
export interface CsvPart {
  readonly csv: string;
  readonly rows: readonly CsvRow[];
}

/** Cuts a file where its rows end: a quoted cell may have line breaks in it. Blank rows are left out. */
export function rowsOf(csv: string): CsvRow[] {
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
    // A quote opens a cell only at its beginning, and two of them in a quoted cell stand for one.
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

/** The parts of a file, each with so many rows and characters at most. */
export function partsOf(
  csv: string,
  { rows: mostRows, characters }: { rows: number; characters: number },
): CsvPart[] {
  const [head, ...rows] = rowsOf(csv.replace(/^\uFEFF/, ''));
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

/** The row that begins on a line of a part. */
export function rowAt({ csv, rows }: CsvPart, line: number): CsvRow | undefined {
  return rows[rowsOf(csv).findIndex((row) => row.line === line) - 1];
}

/** A file of rows that were refused, to put right and import again. */
export const csvOfRows = (csv: string, rows: readonly CsvRow[]): string =>
  [rowsOf(csv)[0], ...rows].map((row) => `${row?.text ?? ''}\n`).join('');

/** A cell as a file has it: quoted where it must be, and no formula to a spreadsheet. */
export function csvCell(value: string | number | null): string {
  const text = csvText(value);
  return /[",;\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
