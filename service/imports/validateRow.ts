import {
  contract,
  jsonSchema,
  pointerFromWire,
  toWire,
  type Output,
} from '@textloom/shared/contract';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { ajvOfBody, compileLazily } from '../lib/ajv.ts';
import { toFieldErrors } from '../errors/fieldErrors.ts';
import { refuse, ServiceError, type FieldError } from '../errors/serviceError.ts';
import { maxAttributes, type GivenContact, type NewContact } from '../contacts/upsertRows.ts';
import { tooManyLists } from '../contacts/limitLists.ts';
import { composeNames } from '../core/composeNames.ts';
import { withInstants } from '../core/withInstants.ts';
import { newId } from '../lib/ids.ts';
import { optedOutPointer, type ImportColumns, type RowInput } from './importColumns.ts';
import type { CsvRow } from './readCsv.ts';
import { phoneKey } from '../phones/equivalentNumbers.ts';
import { parseConsentTime } from '../contacts/parseConsentTime.ts';
import { normalizeSender } from '../phones/phone.ts';
import { requirePhone } from '../phones/requirePhone.ts';
import { requireTimeZone } from '../times/requireTimeZone.ts';

type Refused = Output<(typeof contract)['contact']['import']>['refused'][number];

const schema = contract.contact.upsert.input;
const isNewContact = compileLazily(ajvOfBody, jsonSchema(schema, { closed: true }));

/** The new state of a contact, from all rows with its number. */
export interface ImportedContact extends GivenContact {
  readonly lines: number[];
  /** The numbers of the account that it opted out of. */
  readonly optedOutNumbers: Set<string>;
}

/** Merges a row with the earlier rows of its person, or returns why the row is rejected. */
export type ValidateRow = (
  row: CsvRow,
  upserts: Map<string, ImportedContact>,
) => Refused | undefined;

/**
 * Validates the rows of a file by the same rules as a single upsert. The consent of the whole file
 * completes rows that contain only a part of one.
 */
export function createValidateRow(
  unit: UnitOfWork,
  columns: ImportColumns,
  consent: NewContact['consent'],
): ValidateRow {
  const check = createCheck(unit);
  const checkRow = ({ consent: own, ...row }: RowInput, optedOutNumbers: readonly string[]) => {
    const isOptOut = row.status === 'opted_out';
    const given = own && (isOptOut ? own : { ...consent, ...own });
    const checked = check({ ...row, ...(given && { consent: given }) }, optedOutNumbers);
    // An opt-out counts even if the consent that it ends is incomplete.
    const isAboutConsent = 'pointer' in checked && checked.pointer.startsWith('/consent/');
    return isOptOut && isAboutConsent ? check(row, optedOutNumbers) : checked;
  };
  return ({ line, cells }, upserts) => {
    if (cells.length !== columns.fields.length) {
      const detail = `has ${count(cells.length, 'cell')}, but the first line has ${count(columns.fields.length, 'column')}`;
      return { line, column: null, code: 'invalid_format', detail };
    }
    const checked = checkRow(columns.toInput(cells), columns.toOptedOutNumbers(cells));
    if ('pointer' in checked) {
      const { pointer, code, detail } = checked;
      return { line, column: columns.titleAt(pointer), code, detail };
    }
    const { row, numbers } = checked;
    const key = phoneKey(row.phone);
    const before = upserts.get(key);
    const known = before?.input ?? { phone: row.phone };
    const whole = merged(known, row);
    const isExceeded = Object.keys(whole.attributes ?? {}).length > maxAttributes;
    const input = isExceeded ? merged(known, onlyOptOut(row)) : whole;
    const { id, lines, optedOutNumbers }: Omit<ImportedContact, 'input'> = before ?? {
      id: newId('con'),
      lines: [],
      optedOutNumbers: new Set(),
    };
    if (!isExceeded) lines.push(line);
    for (const number of numbers) optedOutNumbers.add(number);
    upserts.set(key, { id, lines, input, optedOutNumbers });
    return isExceeded ? onExceeded(line, 'attributes') : undefined;
  };
}

const onlyOptOut = ({ phone, status }: NewContact): NewContact => ({
  phone,
  ...(status === 'opted_out' && { status }),
});

/** Reports a row that would exceed a limit of its contact. */
export const onExceeded = (line: number, exceeded: keyof typeof limitDetails): Refused => ({
  line,
  column: null,
  code: 'too_long',
  detail: limitDetails[exceeded],
});

const limitDetails = {
  attributes: `would exceed ${maxAttributes} attributes together with the existing ones of the contact`,
  lists: tooManyLists,
};

const halfConsent =
  'is required, because consent needs both consent_source, such as "Sign-up form", and consent_at, such as 2026-02-01T10:00:00Z; fill in both columns, or leave both empty';

interface Checked {
  readonly row: NewContact;
  readonly numbers: readonly string[];
}

function createCheck(
  unit: UnitOfWork,
): (row: object, optedOutNumbers: readonly string[]) => Checked | FieldError {
  const knownZones = new Set<string>();
  return (row, optedOutNumbers) => {
    if (!isNewContact(toWire(schema, row))) {
      const { pointer: wire, ...fieldError } = toFieldErrors(isNewContact.errors!, schema)[0]!;
      const pointer = pointerFromWire(schema, wire);
      const isHalf = fieldError.code === 'required' && pointer.startsWith('/consent/');
      return { ...fieldError, ...(isHalf && { detail: halfConsent }), pointer };
    }
    const input = composeNames(withInstants(schema, row as NewContact));
    try {
      const phone = requirePhone(unit, input.phone, '/phone');
      const { time_zone } = input;
      if (time_zone !== undefined && !knownZones.has(time_zone)) {
        requireTimeZone(time_zone, '/time_zone');
        knownZones.add(time_zone);
      }
      if (input.consent) parseConsentTime(unit, input.consent);
      return { row: { ...input, phone }, numbers: readNumbers(unit, optedOutNumbers) };
    } catch (error) {
      if (error instanceof ServiceError && error.fieldErrors[0]) return error.fieldErrors[0];
      throw error;
    }
  };
}

/** An account opts a recipient out of few numbers one by one. */
const maxOptedOutNumbers = 20;

function readNumbers({ account }: UnitOfWork, written: readonly string[]): string[] {
  if (written.length > maxOptedOutNumbers)
    refuse(optedOutPointer, 'too_long', `must have at most ${maxOptedOutNumbers} numbers`);
  return written.map((text) => {
    const number = normalizeSender(text, account.default_country);
    // A short code has no country code.
    if (/^\+?\d+$/.test(number)) return number;
    const detail =
      'must be a list of phone numbers, separated by spaces; write each without spaces, such as +12025550123';
    return refuse(optedOutPointer, 'invalid_phone_number', detail);
  });
}

const merged = (before: NewContact, row: NewContact): NewContact => ({
  ...before,
  ...row,
  phone: before.phone,
  // No row lifts an opt-out, not even one from an earlier row.
  ...(before.status === 'opted_out' && { status: before.status }),
  ...((before.attributes ?? row.attributes) && {
    attributes: { ...before.attributes, ...row.attributes },
  }),
});

const count = (amount: number, thing: string): string =>
  `${amount} ${thing}${amount === 1 ? '' : 's'}`;
