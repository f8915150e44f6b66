import { pipeline } from 'node:stream/promises';
import { setImmediate as otherWork } from 'node:timers/promises';
import { limits } from '@textloom/shared/contract';
import { readCsvStart, textOfCsv } from '@textloom/shared/csv';
import { CsvError, parse } from 'csv-parse';
import { refuse, ServiceError } from '../errors/serviceError.ts';

export interface CsvRow {
  /** The line of the file where the row begins, counted from 1. */
  readonly line: number;
  /** The cells, without surrounding whitespace that is not in quotes. */
  readonly cells: readonly string[];
}

const chunkBytes = 8 * 1024;

/**
 * Reads the rows of a file, starting with the column names and without empty rows. The first row
 * determines whether commas, semicolons, or tabs separate the cells, unless a line such as `sep=;`
 * is before it. Rejects `/csv` if the file is not CSV, because the next row cannot be found after
 * an unclosed quote. Does not block other work of the process.
 */
export async function readCsv(
  text: string,
  maxRows: number = limits.importRows,
): Promise<CsvRow[]> {
  const start = readCsvStart(text);
  const bytes = Buffer.from(text.slice(start.length));
  const rows: CsvRow[] = [];
  let count = 0;
  let end = 0;
  let line = 1 + start.lines;
  // The line count of the parser counts a line break of two characters within quotes twice.
  const advanceTo = (next: number): number => {
    const raw = bytes.toString('utf8', end, next);
    const begin = line + lineBreaksIn(/^\s*/.exec(raw)![0]);
    line += lineBreaksIn(raw);
    end = next;
    return begin;
  };
  const parser = parse({
    delimiter: start.delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: true,
    // Check here and not at the end of the row, because a row can be as long as the file.
    cast: (cell, { index, quoting }) =>
      index < limits.importColumns
        ? readCell(cell, quoting)
        : refuse('/csv', 'too_long', `can have at most ${limits.importColumns} columns`),
    on_record: (cells: string[], { bytes: next }) => {
      if (++count > maxRows + 1)
        refuse('/csv', 'too_long', `can have at most ${maxRows} rows. Split the file`);
      const begin = advanceTo(next);
      if (cells.some((cell) => cell.trim() !== '')) rows.push({ line: begin, cells });
      return null;
    },
  });
  try {
    await pipeline(sliceBytes(bytes), parser);
  } catch (error) {
    if (error instanceof ServiceError || !(error instanceof CsvError)) throw error;
    refuse(
      '/csv',
      'invalid_format',
      `is not CSV: ${describeError(error)} on line ${advanceTo(bytes.length)}`,
    );
  }
  return rows;
}

/** Trims a cell, except for whitespace in quotes, which belongs to the text. */
const readCell = (cell: string, isQuoted: boolean): string =>
  textOfCsv(isQuoted ? cell : cell.trim());

async function* sliceBytes(bytes: Buffer): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    yield bytes.subarray(at, at + chunkBytes);
    await otherWork();
  }
}

const lineBreaksIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

const describeError = ({ code }: CsvError): string =>
  code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'a quote is not closed in the row that begins'
    : 'something follows a closing quote in the row that begins';
