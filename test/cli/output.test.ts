import { describe, expect, it } from '@jest/globals';
import { csvText, formatCsvLine, textOfCsv } from '@textloom/shared/csv';
import fc from 'fast-check';
import { table } from '../../service/cli/table.ts';
import { escapeControls } from '../../service/cli/escapeControls.ts';
import { importColumns, attributeTitle } from '../../service/imports/importColumns.ts';
import { readCsv } from '../../service/imports/readCsv.ts';
import { textloom } from './textloom.ts';

describe('what a command prints', () => {
  it('shows control characters in a form that a terminal does not execute', async () => {
    const evil = 'a\u001b[2J\u009b1A\rb\u202ec\u0007\nd\ttl';
    expect(escapeControls(evil)).toBe('a\\x1b[2J\\x9b1A\\x0db\\u202ec\\x07\\x0ad\\x09tl');
    expect(
      table([
        ['ID', 'NAME'],
        ['1', evil],
      ]),
    ).toEqual(['ID  NAME', `1   ${escapeControls(evil)}`]);
    const { stderr } = await textloom({}, evil);
    expect(stderr).not.toMatch(/[^\P{Cc}\n]/u);
    expect(stderr.split('\n')[0]).toContain('a\\x1b[2J\\x9b1A\\x0db\\u202ec\\x07');
  });

  it('shows names in any script unchanged', () => {
    expect(escapeControls('Zoë 東京 🎉 שלום')).toBe('Zoë 東京 🎉 שלום');
  });
});

describe('a cell of an export', () => {
  it.each([
    '=HYPERLINK("http://x","y")',
    '+1+1',
    '-1+1',
    '@SUM(1)',
    '\tx',
    ' =1',
    '\rx',
    '＝1',
    "'=1",
    '+1 202',
  ])('is not a formula in a spreadsheet: %j', (text) => {
    expect(csvText(text)).toBe(`'${text}`);
    expect(textOfCsv(csvText(text))).toBe(text);
  });

  it.each(['+12025550123', 'Ada', "O'Hara", "'quoted'", '', '-'.repeat(0), 'a=b'])(
    'is left unchanged: %j',
    (text) => {
      expect(csvText(text)).toBe(text);
      expect(textOfCsv(text)).toBe(text);
    },
  );

  it.each([
    ['Hi\n=HYPERLINK(A1)', "Hi\n'=HYPERLINK(A1)"],
    ['x;=1+1;y', "x;'=1+1;y"],
    ['x;"=1+1;y', `x;'"=1+1;y`],
    ['a\r\n @SUM(1)', "a\r\n' @SUM(1)"],
    ['a\t+cmd|x', "a\t'+cmd|x"],
    ["a;'=1", "a;''=1"],
    ['a;-', "a;'-"],
    ['\t=1', "'\t'=1"],
    ['\r=1', "'\r'=1"],
    ["a;'-)", "a;''-)"],
    ['Order:\n- 2x Pizza\n+12025550123', 'Order:\n- 2x Pizza\n+12025550123'],
    ['See you ;-)', 'See you ;-)'],
  ])('is not a formula where a spreadsheet splits cells at semicolons: %j', (text, safe) => {
    expect(csvText(text)).toBe(safe);
    expect(textOfCsv(safe)).toBe(text);
  });

  it('is not a formula in a value that is not a text', () => {
    expect(csvText({ note: 'a;=1+1;b' })).toBe(`{"note":"a;'=1+1;b"}`);
  });

  it('is never the start of a formula, whatever it contains and wherever Excel splits it', () => {
    const part = fc.constantFrom(
      '=1',
      '@A',
      '-',
      '+',
      "'",
      '"',
      ' ',
      ';',
      '\t',
      '\n',
      '\r',
      ',',
      'a',
    );
    const cell = fc.array(part, { maxLength: 6 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 3 }), (cells) => {
        const line = formatCsvLine(cells).slice(0, -2);
        for (const delimiter of [',', ';', '\t'])
          for (const read of readAsExcel(line, delimiter))
            expect(read.trim()).not.toMatch(/^[=@]|^[+-](?!\s*a)/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('is the same after an import, whatever it contains', async () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 12 })
      .filter((value) => value.trim() !== '');
    const odd = fc
      .tuple(
        fc.constantFrom('', "'", ' ', '=', '"', ',', '\r\n', '\t', '\n=', ";'-", '\n\t@'),
        text,
      )
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(odd, odd, async (first_name, value) => {
        const cells = ['+12025550123', first_name, value];
        const line = formatCsvLine(cells);
        const [head, row] = await readCsv(`"phone","first_name","note"\r\n${line}`);
        expect(importColumns(head!.cells).toInput(row!.cells)).toEqual({
          phone: '+12025550123',
          first_name,
          attributes: { note: value },
        });
      }),
    );
  });

  it('is trimmed if it is not quoted, and always if it is a number or an address', async () => {
    const [head, row] = await readCsv(
      'phone, first_name ,last_name,email\n" +12025550123 ", Ada ," Lovelace "," a@example.com "\n',
    );
    expect(importColumns(head!.cells).toInput(row!.cells)).toEqual({
      phone: '+12025550123',
      first_name: 'Ada',
      last_name: ' Lovelace ',
      email: 'a@example.com',
    });
  });
});

/**
 * Reads a file as Excel does. It uses the delimiter of the country, and a cell is quoted only if it
 * begins with a quote. The cell does not end with the closing quote, but at the next delimiter.
 */
function readAsExcel(csv: string, delimiter: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quotes: 'none' | 'open' | 'closed' = 'none';
  for (let at = 0; at < csv.length; at++) {
    const character = csv[at]!;
    if (quotes === 'open' && character === '"') {
      if (csv[at + 1] === '"') cell += csv[++at]!;
      else quotes = 'closed';
    } else if (quotes === 'none' && cell === '' && character === '"') quotes = 'open';
    else if (quotes !== 'open' && [delimiter, '\n', '\r'].includes(character)) {
      cells.push(cell);
      cell = '';
      quotes = 'none';
    } else cell += character;
  }
  return [...cells, cell];
}

describe('the column of an attribute', () => {
  it.each([
    ['plan', 'plan'],
    ['Shoe size', 'attributes.Shoe size'],
    [' plan', 'attributes. plan'],
    ['mobile', 'attributes.mobile'],
    ['id', 'attributes.id'],
    ['opted_out', 'attributes.opted_out'],
    ['phone', 'attributes.phone'],
    ['attributes.x', 'attributes.attributes.x'],
  ])('with the name %j is %j, and is read as that attribute', (name, title) => {
    expect(attributeTitle(name)).toBe(title);
    const { toInput, titleAt } = importColumns(['phone', title]);
    expect(toInput(['+12025550123', 'x'])).toEqual({
      phone: '+12025550123',
      attributes: { [name]: 'x' },
    });
    expect(titleAt(`/attributes/${name}`)).toBe(title);
  });

  it('cannot have a name that no request can contain, because no request could remove it', () => {
    expect(() => importColumns(['phone', 'attributes.__proto__'])).toThrow('not valid');
    expect(importColumns(['phone', 'attributes.constructor']).fields[1]).toEqual({
      title: 'attributes.constructor',
      field: 'attributes.constructor',
    });
  });
});
