import { describe, expect, it } from '@jest/globals';
import { contactSchema, sampleOf } from '@textloom/shared/contract';
import { contactsToCsv } from '../../console/src/contacts/contactsToCsv.ts';
import {
  csvCell,
  objectsToCsv,
  parseRows,
  rowAt,
  rowsToCsv,
  splitCsv,
} from '../../console/src/csv.ts';
import { importColumns } from '../../service/imports/importColumns.ts';
import { readCsv } from '../../service/imports/readCsv.ts';

const size = { rows: 2, characters: 1000 };

describe('a CSV file that is imported in parts', () => {
  it('is split at the end of rows, and not within a quoted cell', () => {
    const csv = 'phone,note\r\n1,"two\nlines, and ""quotes"""\r\n\r\n2,plain\n3,an "inner" quote';
    expect(parseRows(csv)).toEqual([
      { line: 1, text: 'phone,note' },
      { line: 2, text: '1,"two\nlines, and ""quotes"""' },
      { line: 5, text: '2,plain' },
      { line: 6, text: '3,an "inner" quote' },
    ]);
  });

  it('repeats the column names in every part', () => {
    expect(splitCsv('phone\n1\n2\n3\n', size).map(({ csv }) => csv)).toEqual([
      'phone\n1\n2\n',
      'phone\n3\n',
    ]);
  });

  it('has no part that is too long, unless a single row is too long', () => {
    const row = 'x'.repeat(600);
    const parts = splitCsv(`phone\n${row}\n${row}\n${'y'.repeat(2000)}\n`, size);
    expect(parts.map(({ rows }) => rows.length)).toEqual([1, 1, 1]);
  });

  it('is one part if it has no rows, so that the service reports the problem', () => {
    expect(splitCsv('\uFEFFname', size)).toEqual([{ csv: 'name\n', rows: [] }]);
    expect(splitCsv(' \n', size)).toEqual([]);
  });

  it('finds a refused row by its line, however many lines the other rows have', () => {
    const [first, second] = splitCsv('phone,note\n1,"a\nb"\n2,c\n\n3,d\n4,e\n', size);
    expect(rowAt(first!, 4)).toEqual({ line: 4, text: '2,c' });
    expect(rowAt(second!, 3)).toEqual({ line: 7, text: '4,e' });
  });

  it('is rebuilt from the refused rows', () => {
    expect(rowsToCsv('phone\n1\n2\n3\n', [{ line: 3, text: '2' }])).toBe('phone\n2\n');
  });
});

describe('a cell of a CSV file', () => {
  it.each([
    ['plain', 'plain'],
    ['a, b', '"a, b"'],
    ['a "b"', '"a ""b"""'],
    ['+12025550123', '+12025550123'],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    [42, '42'],
    [null, ''],
  ])('for %p is %p', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });
});

describe('a downloaded list', () => {
  const contact = sampleOf(contactSchema);

  it('of contacts can be imported again, with opt-outs and attributes of any name', async () => {
    const attributes = { 'Opted out': '=1+1', phone: 'x, y' };
    const status = 'opted_out' as const;
    const out = { ...contact, status, opted_out_numbers: ['+12025550100'] };
    const csv = contactsToCsv([
      { ...contact, attributes: {} },
      { ...out, attributes },
    ]);
    const [head, ...rows] = await readCsv(csv);
    const { toInput, toOptedOutNumbers } = importColumns(head!.cells);
    const [first, second] = rows.map(({ cells }) => toInput(cells));
    const { phone } = contact;
    expect(first).toMatchObject({ phone, status: contact.status });
    expect(first).not.toHaveProperty('attributes');
    expect(second).toMatchObject({ phone, status: 'opted_out', attributes });
    expect(toOptedOutNumbers(rows[1]!.cells)).toEqual(['+12025550100']);
  });

  it('has a column for each field, and no formulas', () => {
    const csv = objectsToCsv({ properties: { text: 0, media: 0, at: 0 } }, [
      { text: '=1+1', media: [{ url: 'https://example.com/a' }], at: null },
    ]);
    expect(csv).toBe(`text,media,at\n'=1+1,"[{""url"":""https://example.com/a""}]",\n`);
  });
});
