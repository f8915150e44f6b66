import { limits } from '@textloom/shared/contract';
import { CsvError, parse } from 'csv-parse/sync';
import { refuse, ServiceError } from '../http/serviceError.ts';

export interface CsvRow {
  /** Line of the file on which the row begins, counted from 1. */
  readonly line: number;
  /** Without the spaces around them. */
  readonly cells: readonly string[];
}

/**
 * The rows of a file, the one with the names of the columns first, without rows that are empty.
 * Commas, semicolons or tabs part the cells; the first row tells which. Refuses `/csv` where the
 * file is not CSV: after a quote that never ends nobody knows where a row begins.
 */
export function readCsv(text: string, mostRows: number = limits.importRows): CsvRow[] {
  const bytes = Buffer.from(text);
  const rows: CsvRow[] = [];
  let count = 0;
  let end = 0;
  let line = 1;
  // The parser's own count of lines takes a line break of two characters within quotes for two.
  const goTo = (next: number): number => {
    const raw = bytes.toString('utf8', end, next);
    const begin = line + lineBreaksIn(/^\s*/.exec(raw)![0]);
    line += lineBreaksIn(raw);
    end = next;
    return begin;
  };
  try {
    parse(bytes, {
      bom: true,
      delimiter: delimiterOf(text),
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      trim: true,
      on_record: (record: string[], { bytes: next }) => {
        if (++count > mostRows + 1)
          refuse('/csv', 'too_long', `may have at most ${mostRows} rows; split the file`);
        const begin = goTo(next);
        const cells = record.map((cell) => cell.trim());
        if (cells.some((cell) => cell !== '')) rows.push({ line: begin, cells });
        return null;
      },
    });
  } catch (error) {
    if (error instanceof ServiceError || !(error instanceof CsvError)) throw error;
    refuse(
      '/csv',
      'invalid_format',
      `is not CSV: ${reasonOf(error)} on line ${goTo(bytes.length)}`,
    );
  }
  return rows;
}

const lineBreaksIn = (text: string): number => text.match(/\r\n|\n|\r/g)?.length ?? 0;

const reasonOf = ({ code }: CsvError): string =>
  code === 'CSV_QUOTE_NOT_CLOSED'
    ? 'a quote is opened and never closed in the row that begins'
    : 'something follows a closing quote in the row that begins';

/** What parts the names in the first row most often, outside of quotes. */
function delimiterOf(text: string): string {
  const [head = ''] = /\S[^\r\n]*/.exec(text) ?? [];
  const bare = head.replaceAll(/"[^"]*"/g, '');
  const [first] = [',', ';', '\t']
    .map((delimiter) => ({ delimiter, count: bare.split(delimiter).length }))
    .sort((a, b) => b.count - a.count);
  return first!.delimiter;
}
