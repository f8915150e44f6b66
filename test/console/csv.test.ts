import { describe, expect, it } from '@jest/globals';
import { contactSchema, sampleOf } from '@textloom/shared/contract';
import { formatCsvLine } from '@textloom/shared/csv';
import { contactsToCsv } from '../../console/src/contacts/contactsToCsv.ts';
import { objectsToCsv, rowAt, rowsToCsv, scanCsv, splitCsv } from '../../console/src/csv.ts';
import { importColumns } from '../../service/imports/importColumns.ts';
import { readCsv } from '../../service/imports/readCsv.ts';

const size = { rows: 2, characters: 1000 };

describe('a CSV file that is imported in parts', () => {
  it('is split at the end of rows, and not within a quoted cell', () => {
    const csv = 'phone,note\r\n1,"two\nlines, and ""quotes"""\r\n\r\n2,plain\n3,an "inner" quote';
    expect(scanCsv(csv).rows).toEqual([
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

  it('keeps the line with which Excel names the delimiter in every part', async () => {
    const csv = 'sep=;\r\nphone;"a,b,c"\r\n1;x\r\n2;y\r\n3;z';
    const parts = splitCsv(csv, size);
    expect(parts.map((part) => part.csv)).toEqual([
      'sep=;\r\nphone;"a,b,c"\n1;x\n2;y\n',
      'sep=;\r\nphone;"a,b,c"\n3;z\n',
    ]);
    expect(await readCsv(parts[1]!.csv)).toEqual([
      { line: 2, cells: ['phone', 'a,b,c'] },
      { line: 3, cells: ['3', 'z'] },
    ]);
    expect(rowAt(parts[1]!, 3)).toEqual({ line: 5, text: '3;z' });
    expect(rowsToCsv(csv, parts[1]!.rows)).toBe(parts[1]!.csv);
  });

  it.each([
    ['phone,name\n1,a\n2,"Bob" Smith\n3,c\n', 'Something follows a closing quote', 3],
    ['phone,name\n1,"a\nb"\n\n2,"Bob"Smith\n', 'Something follows a closing quote', 5],
    ['phone,name\n1,a\n2,"Bob\n3,c\n', 'A quote is not closed', 3],
    [`phone,name\n1,a\n2${','.repeat(200)}\n`, 'There are more than 200 cells', 3],
  ])('is refused as a whole, with the line of the file: %j', (csv, what, line) => {
    expect(scanCsv(csv).problem).toContain(`${what} in the row that begins on line ${line}.`);
  });

  it('can have as many cells in a row as the service accepts', async () => {
    const csv = `phone,name\n1${','.repeat(199)}\n`;
    expect(scanCsv(csv).problem).toBeUndefined();
    expect(await readCsv(csv)).toHaveLength(2);
  });

  it('has a problem exactly if the service refuses it, and the same rows', async () => {
    const alphabet = ['"', '"', 'a', ',', ';', '\n', '\r\n', ' ', '\t', '"x"', '""'];
    let state = 7;
    const random = (below: number) => (state = (state * 48_271) % 2_147_483_647) % below;
    for (let run = 0; run < 3_000; run++) {
      const text = Array.from({ length: 1 + random(12) }, () => alphabet[random(alphabet.length)]);
      const csv = `phone,name\n${text.join('')}`;
      // The parser of the service reads two empty texts in one cell as one.
      if (/""\s+"/.test(csv)) continue;
      const { rows, problem } = scanCsv(csv);
      const read = await readCsv(csv).catch(() => undefined);
      expect([csv, problem !== undefined]).toEqual([csv, read === undefined]);
      // The service skips a row of empty cells.
      const lines = read?.map(({ line }) => line) ?? [];
      expect([csv, rows.map(({ line }) => line)]).toEqual([csv, expect.arrayContaining(lines)]);
    }
  });

  it('is rebuilt from the refused rows', () => {
    expect(rowsToCsv('phone\n1\n2\n3\n', [{ line: 3, text: '2' }])).toBe('phone\n2\n');
  });
});

describe('a cell of a CSV file', () => {
  it.each([
    ['plain', '"plain"'],
    ['a, b', '"a, b"'],
    ['a "b"', '"a ""b"""'],
    ['+12025550123', '"+12025550123"'],
    ['=HYPERLINK("x")', `"'=HYPERLINK(""x"")"`],
    [42, '"42"'],
    [null, '""'],
  ])('for %p is %p', (value, cell) => {
    expect(formatCsvLine([value])).toBe(`${cell}\r\n`);
  });
});

describe('a downloaded list', () => {
  const contact = sampleOf(contactSchema);

  it('of contacts can be imported again, with opt-outs and attributes of any name', async () => {
    const attributes = { 'Opted out': '=1+1', phone: 'x, y', note: ' a ' };
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
    expect(csv).toBe(
      `"text","media","at"\r\n"'=1+1","[{""url"":""https://example.com/a""}]",""\r\n`,
    );
  });
});
