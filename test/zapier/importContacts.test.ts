import { describe, expect, it } from '@jest/globals';
import { importContacts } from '../../connectors/zapier/src/creates/importContacts.ts';
import { readCsv } from '../../service/imports/readCsv.ts';
import { problemBody } from '../problemBody.ts';
import { readFailure, runStep } from './runStep.ts';

const refusedLine = (line: number) => ({
  ...{ line, column: 'phone', code: 'invalid_phone_number', detail: 'is not a phone number' },
});

/** Imports lines with a service that gives this report, or this error. */
function importLines(inputData: Record<string, unknown>, report: object = {}, status = 200) {
  const sent: unknown[] = [];
  const run = runStep(importContacts, { inputData }, (_asked, body) => {
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
          '"phone","first_name","last_name","email","external_id","time_zone"',
          '"+12025550123","Ada ""A.""","King, Lovelace","","",""',
          '"+12025550124","","","alan@example.com","",""',
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
});
