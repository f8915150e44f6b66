import {
  contract,
  jsonSchema,
  pointerFromWire,
  toWire,
  type Output,
} from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { ajvOfBody, compileLazily } from '../lib/ajv.ts';
import { toFieldErrors } from '../lib/fieldErrors.ts';
import { ServiceError, type FieldError } from '../lib/errors.ts';
import { maxAttributes, type NewContact, type ContactUpsert } from '../contacts/storeContacts.ts';
import { newId } from '../lib/ids.ts';
import type { ImportColumns } from './importColumns.ts';
import type { CsvRow } from './readCsv.ts';
import { parseConsentTime } from '../contacts/parseConsentTime.ts';
import { requirePhone } from '../lib/requirePhone.ts';
import { requireTimeZone } from '../lib/requireTimeZone.ts';

type Refused = Output<(typeof contract)['contact']['import']>['refused'][number];

const schema = contract.contact.upsert.input;
const isNewContact = compileLazily(ajvOfBody, jsonSchema(schema, { closed: true }));

/** Merges a row with the earlier rows, or returns the reason why the row is rejected. */
export type ValidateRow = (row: CsvRow, upserts: Map<string, ContactUpsert>) => Refused | undefined;

/** Validates the rows of a file by the same rules as a single upsert. */
export function createValidateRow(
  unit: UnitOfWork,
  columns: ImportColumns,
  consent: NewContact['consent'],
): ValidateRow {
  const check = createCheck(unit);
  return ({ line, cells }, upserts) => {
    if (cells.length !== columns.count) {
      const detail = `has ${count(cells.length, 'cell')}, but the first line has ${count(columns.count, 'column')}`;
      return { line, column: null, code: 'invalid_format', detail };
    }
    const row = check({ ...(consent && { consent }), ...columns.toInput(cells) });
    if ('pointer' in row) {
      const { pointer, code, detail } = row;
      return { line, column: columns.titleAt(pointer), code, detail };
    }
    const before = upserts.get(row.phone);
    const input = before ? merged(before.input, row) : row;
    if (Object.keys(input.attributes ?? {}).length > maxAttributes) return tooManyAttributes(line);
    const { id, lines }: Pick<ContactUpsert, 'id' | 'lines'> = before ?? {
      id: newId('con'),
      lines: [],
    };
    lines.push(line);
    upserts.set(row.phone, { id, lines, input });
    return undefined;
  };
}

/** Reports a row that would give its contact too many attributes. */
export const tooManyAttributes = (line: number): Refused => ({
  line,
  column: null,
  code: 'too_long',
  detail: `would exceed ${maxAttributes} attributes together with the existing ones of the contact`,
});

function createCheck(unit: UnitOfWork): (row: object) => NewContact | FieldError {
  const knownZones = new Set<string>();
  return (row) => {
    if (!isNewContact(toWire(schema, row))) {
      const fieldError = toFieldErrors(isNewContact.errors!, schema)[0]!;
      return { ...fieldError, pointer: pointerFromWire(schema, fieldError.pointer) };
    }
    const input = row as NewContact;
    try {
      const phone = requirePhone(unit, input.phone, '/phone');
      const { time_zone } = input;
      if (time_zone !== undefined && !knownZones.has(time_zone)) {
        requireTimeZone(time_zone, '/time_zone');
        knownZones.add(time_zone);
      }
      if (input.consent) parseConsentTime(unit, input.consent);
      return { ...input, phone };
    } catch (error) {
      if (error instanceof ServiceError && error.fieldErrors[0]) return error.fieldErrors[0];
      throw error;
    }
  };
}

const merged = (before: NewContact, row: NewContact): NewContact => ({
  ...before,
  ...row,
  // No row lifts an opt-out, not even one from an earlier row.
  ...(before.status === 'opted_out' && { status: before.status }),
  ...((before.attributes ?? row.attributes) && {
    attributes: { ...before.attributes, ...row.attributes },
  }),
});

const count = (amount: number, thing: string): string =>
  `${amount} ${thing}${amount === 1 ? '' : 's'}`;
