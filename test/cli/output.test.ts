import { describe, expect, it } from '@jest/globals';
import { csvText, textOfCsv } from '@textloom/shared/csv';
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
    '\t=1',
    ' =1',
    '\r=1',
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

  it('is the same after an import, whatever it contains', async () => {
    const text = fc
      .string({ unit: 'binary', maxLength: 12 })
      .filter((value) => value.trim() !== '');
    const odd = fc
      .tuple(fc.constantFrom('', "'", ' ', '=', '"', ',', '\r\n', '\t'), text)
      .map((parts) => parts.join(''));
    await fc.assert(
      fc.asyncProperty(odd, odd, async (first_name, value) => {
        const cells = ['+12025550123', first_name, value];
        const line = cells.map((cell) => `"${csvText(cell).replaceAll('"', '""')}"`).join();
        const [head, row] = await readCsv(`"phone","first_name","note"\r\n${line}\r\n`);
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
});
