import { describe, expect, it } from '@jest/globals';
import { importContacts } from '../../connectors/zapier/src/creates/importContacts.ts';
import { importColumns } from '../../service/imports/importColumns.ts';
import { readCsv } from '../../service/imports/readCsv.ts';
import { problemBody } from '../problemBody.ts';
import { readFailure, runStep } from './runStep.ts';

const refusedLine = (line: number) => ({
  ...{ line, column: 'phone', code: 'invalid_phone_number', detail: 'is not a phone number' },
});

/** Imports lines with a service that gives this report, or this error. */
function importLines(
  inputData: Record<string, unknown>,
  report: object = {},
  status = 200,
  inputDataRaw: Record<string, string> = {},
) {
  const sent: unknown[] = [];
  const run = runStep(importContacts, { inputData, inputDataRaw }, (_asked, body) => {
    sent.push(body);
    return { status, body: { created: 1, updated: 0, refused: [], ...report } };
  });
  return { run, sent };
}

describe('Import Contacts', () => {
  it('sends a file with one line for each contact, and with the list and the consent', async () => {
    const { run, sent } = importLines({
      contacts: [
        { phone: '+12025550123', first_name: 'Ada "A."', last_name: 'King,\nLovelace' },
        { phone: '+12025550124', email: 'alan@example.com' },
      ],
      list_id: 'lst_1',
      consent_source: 'Fair',
      consent_at: '2026-01-31T09:30:00Z',
    });
    await run;
    expect(sent).toEqual([
      {
        csv: [
          '"phone","first_name","last_name","email"',
          '"+12025550123","Ada ""A.""","King, Lovelace",""',
          '"+12025550124","","","alan@example.com"',
        ].join('\n'),
        list_id: 'lst_1',
        consent: { source: 'Fair', at: '2026-01-31T09:30:00.000Z' },
      },
    ]);
  });

  it('counts the lines, and says which one was rejected and why', async () => {
    const contacts = [{ phone: '+12025550123' }, { phone: '12' }];
    const badEmail = {
      line: 3,
      column: 'email',
      code: 'invalid_format',
      detail: 'is not an email',
    };
    const { run } = importLines({ contacts }, { refused: [refusedLine(3), badEmail] });
    const [error_code, error] = ['invalid_phone_number', 'Phone is not a phone number'];
    expect((await run).result).toEqual({
      ...{ created: 1, updated: 0, rejected: 1 },
      rejected_lines: [
        { line: 2, phone: '12', error_code, error },
        { line: 2, phone: '12', error_code: 'invalid_format', error: 'Email is not an email' },
      ],
    });
  });

  it('also counts empty lines, so that the number is that of the line item', async () => {
    const contacts = [{ phone: '+12025550123' }, {}, { phone: ' ' }, { phone: '12' }];
    const { run, sent } = importLines({ contacts }, { refused: [refusedLine(5)] });
    expect((await run).result).toMatchObject({ rejected_lines: [{ line: 4, phone: '12' }] });
    const { csv } = sent[0] as { readonly csv: string };
    const rows = await readCsv(csv);
    expect(rows.map(({ line, cells: [phone] }) => [line, phone])).toEqual([
      [1, 'phone'],
      [2, '+12025550123'],
      [5, '12'],
    ]);
  });

  const tooLong = { pointer: '/csv', code: 'too_long', detail: 'is too long. Split the file' };
  it.each([
    ['has too many lines', problemBody('validation_failed', 422, { errors: [tooLong] }), 422],
    ['is too large for a request', problemBody('payload_too_large', 413), 413],
  ])('says what to do with the line items if the file %s', async (_, body, status) => {
    const { run } = importLines({ contacts: [{ phone: '+12025550123' }] }, body, status);
    expect((await readFailure(run)).said).toBe(
      'Contacts must fit into one import. Import at most 10,000 line items in each step, or fewer if they are long. Correct the fields of this step.',
    );
  });

  it('halts if the service rejects every line, and names no number', async () => {
    const report = { created: 0, refused: [refusedLine(2), refusedLine(3)] };
    const { run } = importLines({ contacts: [{ phone: '12' }, { phone: '13' }] }, report);
    expect(await readFailure(run)).toEqual({
      name: 'HaltedError',
      said: 'No contact was imported. Line 1: Phone is not a phone number.',
    });
  });

  it('imports nothing if the contacts are not line items', async () => {
    const { run, sent } = importLines({ contacts: '+12025550123' });
    expect((await readFailure(run)).said).toMatch(/^Contacts must be line items\. Map Phone of/);
    expect(sent).toEqual([]);
  });

  describe('the consent of a line', () => {
    const signed = { contact_consent_source: 'Fair', contact_consent_at: '2026-01-31T10:30+01:00' };

    it('is that of its contact', async () => {
      const contacts = [{ phone: '+12025550123', ...signed }, { phone: '+12025550124' }];
      const { run, sent } = importLines({ contacts });
      await run;
      const [{ csv }] = sent as [{ readonly csv: string }];
      const [titles, ...rows] = (await readCsv(csv)).map(({ cells }) => cells);
      expect(rows.map(importColumns(titles!).toInput)).toEqual([
        { phone: '+12025550123', consent: { source: 'Fair', at: '2026-01-31T09:30:00.000Z' } },
        { phone: '+12025550124' },
      ]);
    });

    it('is named as in the form if the service rejects it', async () => {
      const contacts = [{ phone: '+12025550123', ...signed, contact_consent_at: 'TBD' }];
      const refused = [
        { line: 2, column: 'consent_at', code: 'invalid_format', detail: 'is wrong' },
      ];
      expect((await importLines({ contacts }, { refused }).run).result).toMatchObject({
        rejected_lines: [{ line: 1, error: 'Contact Consent At is wrong' }],
      });
    });

    it.each([
      ['contact_consent_source', 'Contact Consent Source'],
      ['contact_consent_at', 'Contact Consent At'],
    ])('stops the import if the mapped %s is empty', async (key, label) => {
      const contacts = [
        { phone: '+12025550123', ...signed },
        { phone: '+12025550124', ...signed, [key]: '' },
      ];
      const mapped = { [key]: '{{1__rows[]consent}}' };
      const { run, sent } = importLines({ contacts }, {}, 200, mapped);
      expect((await readFailure(run)).said).toBe(
        `${label} of line 2 has no value in this run, although something is mapped to it; without it, nothing would prove the consent to texts. Map a value that every run has, or clear the field.`,
      );
      expect(sent).toEqual([]);
    });
  });

  describe('attributes', () => {
    const phone = '+12025550123';
    const importNamed = (names: object, ...lines: object[]) =>
      importLines({
        contacts: lines.map((line) => ({ phone, ...line })),
        ...Object.fromEntries(
          Object.entries(names).map(([at, name]) => [`attribute_${at}_name`, name as unknown]),
        ),
      });

    it('are columns with exactly the names that the user typed, and empty values change nothing', async () => {
      const names = { 1: 'plan', 3: ' Shoe size ', 5: 'attributes.Opted "out"' };
      const { run, sent } = importNamed(
        names,
        { attribute_1: 'pro', attribute_3: 42, attribute_5: 'no' },
        { attribute_1: ' ', attribute_3: null },
      );
      await run;
      const [{ csv }] = sent as [{ readonly csv: string }];
      const rows = await readCsv(csv);
      expect(rows.map(({ cells }) => cells.slice(1))).toEqual([
        ['attributes.plan', 'attributes.Shoe size', 'attributes.Opted "out"'],
        ['pro', '42', 'no'],
        ['', '', ''],
      ]);
      expect(importColumns(rows[0]!.cells).toInput(rows[1]!.cells)).toEqual({
        phone,
        attributes: { plan: 'pro', 'Shoe size': '42', 'Opted "out"': 'no' },
      });
      expect(importColumns(rows[0]!.cells).toInput(rows[2]!.cells)).toEqual({ phone });
    });

    it('are rejected line by line, under their names', async () => {
      const contacts = [{ phone, attribute_1: 'x'.repeat(501) }];
      const refused = [{ line: 2, column: 'attributes.plan', code: 'too_long', detail: 'is long' }];
      const { run } = importLines({ contacts, attribute_1_name: 'plan' }, { refused });
      expect((await run).result).toMatchObject({
        rejected_lines: [{ line: 1, error: 'plan is long' }],
      });
    });

    it.each([
      [
        'has no name, because the values would be lost',
        {},
        /is required, because Attribute 1 is filled in/,
      ],
      ['has a blank name', { 1: ' ' }, /is required, because Attribute 1 is/],
      ['has a name that is too long', { 1: 'x'.repeat(101) }, /must have at most 100 characters/],
      ['could say who opted out', { 1: 'Opted Out' }, /could say who must not get texts/],
      ['could say who is subscribed', { 1: 'Status' }, /enter attributes\.Status to store/],
    ])('stop the import if one %s', async (_, names, said) => {
      const { run, sent } = importNamed(names, { attribute_1: 'pro' });
      expect((await readFailure(run)).said).toMatch(/^Attribute 1 Name /);
      expect((await readFailure(run)).said).toMatch(said);
      expect(sent).toEqual([]);
    });

    it('stop the import if two have the same name', async () => {
      const { run, sent } = importNamed({ 1: 'plan', 2: 'plan' }, { attribute_1: 'pro' });
      expect((await readFailure(run)).said).toMatch(
        /^Attribute 2 Name must differ from Attribute 1/,
      );
      expect(sent).toEqual([]);
    });

    it('stop the import if one without a name is mapped, even if it is empty in this run', async () => {
      const mapped = { attribute_2: '{{1__rows[]plan}}' };
      const { run, sent } = importLines({ contacts: [{ phone }] }, {}, 200, mapped);
      expect((await readFailure(run)).said).toMatch(/^Attribute 2 Name is required, because/);
      expect(sent).toEqual([]);
    });

    it.each(['', 'size-'])(
      'stop the import if a mapped name is only %j in this run',
      async (name) => {
        const contacts = [{ phone, attribute_1: '9' }];
        const mapped = { attribute_1_name: name + '{{1__unit}}' };
        const { run, sent } = importLines({ contacts, attribute_1_name: name }, {}, 200, mapped);
        expect((await readFailure(run)).said).toBe(
          'Attribute 1 Name has no value in this run, although something is mapped to it; without it, the values of this attribute would be lost. Map a value that every run has, or clear the field.',
        );
        expect(sent).toEqual([]);
      },
    );
  });
});
