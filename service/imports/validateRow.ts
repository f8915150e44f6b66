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

/** The new state of a contact, from all valid rows with its number. */
export interface ImportedContact extends GivenContact {
  readonly lines: number[];
}

/** The opt-outs of a person, from all rows with their number. */
export interface ImportedOptOuts {
  readonly phone: string;
  /** The numbers of the account that the person opted out of. Null stands for all of them. */
  readonly numbers: Set<string | null>;
}

/** Maps the key of each number to what the rows say about its person. */
export interface ImportedPeople {
  readonly contacts: Map<string, ImportedContact>;
  readonly optOuts: Map<string, ImportedOptOuts>;
}

/** Merges a row with the earlier rows of its person, or returns why the row is rejected. */
export type ValidateRow = (row: CsvRow, people: ImportedPeople) => Refused | undefined;

/**
 * Validates the rows of a file by the same rules as a single upsert. The consent of the whole file
 * completes rows that contain only a part of one. An opt-out counts even if its row is rejected.
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
  /** Returns the opt-outs of a rejected row, if it names a person. */
  const checkOptOut = ({ phone, status }: RowInput, optedOutNumbers: readonly string[]) => {
    const optOut = { phone, ...(status === 'opted_out' && { status }) };
    const checked = check(optOut, optedOutNumbers);
    const isAboutNumbers = 'pointer' in checked && checked.pointer === optedOutPointer;
    return isAboutNumbers ? check(optOut, []) : checked;
  };
  return ({ line, cells }, people) => {
    const given = columns.toInput(cells);
    const written = columns.toOptedOutNumbers(cells);
    const checked = hasRightCells(cells, columns)
      ? checkRow(given, written)
      : miscounted(cells.length, columns.fields.length);
    if ('pointer' in checked) {
      const optOut = checkOptOut(given, written);
      const recorded = 'pointer' in optOut ? new Set<string | null>() : addOptOuts(people, optOut);
      const isLost = recorded.size === 0 && (given.status === 'opted_out' || written.length > 0);
      const { pointer, code, detail } = checked;
      const fate = isLost ? '; the opt-out is not recorded' : explainOptOuts(recorded);
      return { line, column: columns.titleAt(pointer), code, detail: detail + fate };
    }
    const recorded = addOptOuts(people, checked);
    const { row } = checked;
    const key = phoneKey(row.phone);
    const before = people.contacts.get(key);
    const input = merged(before?.input ?? { phone: row.phone }, row);
    if (Object.keys(input.attributes ?? {}).length > maxAttributes)
      return onExceeded(line, 'attributes', recorded);
    const id = before?.id ?? newId('con');
    const lines = before?.lines ?? [];
    lines.push(line);
    people.contacts.set(key, { id, lines, input });
    return undefined;
  };
}

/** Adds the opt-outs of a row to those of its person, and returns those of the row. */
function addOptOuts({ optOuts }: ImportedPeople, { row, numbers }: Checked): Set<string | null> {
  const own = new Set<string | null>([...(row.status === 'opted_out' ? [null] : []), ...numbers]);
  if (own.size === 0) return own;
  const key = phoneKey(row.phone);
  // The opt-outs of a person must all have one spelling of the number.
  const earlier = optOuts.get(key);
  optOuts.set(key, {
    phone: earlier?.phone ?? row.phone,
    numbers: new Set([...(earlier?.numbers ?? []), ...own]),
  });
  return own;
}

/** Reports a row that would exceed a limit of its contact. */
export const onExceeded = (
  line: number,
  exceeded: keyof typeof limitDetails,
  recorded: ReadonlySet<string | null> = new Set(),
): Refused => ({
  line,
  column: null,
  code: 'too_long',
  detail: limitDetails[exceeded] + explainOptOuts(recorded),
});

/** Says which opt-outs of a rejected row count nevertheless. */
function explainOptOuts(recorded: ReadonlySet<string | null>): string {
  if (recorded.size === 0) return '';
  return recorded.has(null)
    ? '; the opt-out is recorded'
    : '; the opt-out of single numbers is recorded';
}

const limitDetails = {
  attributes: `would exceed ${maxAttributes} attributes together with the existing ones of the contact`,
  lists: tooManyLists,
};

/**
 * Excel leaves out empty cells at the end of some rows. But if the cell that says who must get no
 * texts is missing, a row may also be cut off.
 */
const hasRightCells = (cells: readonly string[], { fields }: ImportColumns): boolean =>
  cells.slice(fields.length).every((cell) => cell.trim() === '') &&
  !fields
    .slice(cells.length)
    .some(({ field }) => field === 'status' || field === 'opted_out_numbers');

const miscounted = (cells: number, columns: number): FieldError => ({
  pointer: '',
  code: 'invalid_format',
  detail: `has ${count(cells, 'cell')}, but the first line has ${count(columns, 'column')}`,
});

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
  ...((before.attributes ?? row.attributes) && {
    attributes: { ...before.attributes, ...row.attributes },
  }),
});

const count = (amount: number, thing: string): string =>
  `${amount} ${thing}${amount === 1 ? '' : 's'}`;
