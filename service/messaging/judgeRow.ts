import {
  contract,
  jsonSchema,
  pointerFromWire,
  toWire,
  type Input,
  type Output,
} from '@textloom/shared/contract';
import type { Call } from '../handlers.ts';
import { ajvOfBody } from '../http/ajv.ts';
import { faultsOf } from '../http/faultsOf.ts';
import { ServiceError, type FieldFault } from '../http/serviceError.ts';
import { newId } from '../ids.ts';
import type { ImportColumns } from './importColumns.ts';
import type { CsvRow } from './readCsv.ts';
import { requireConsent } from './requireConsent.ts';
import { requirePhone } from './requirePhone.ts';
import { requireTimeZone } from './requireTimeZone.ts';

export type NewContact = Input<(typeof contract)['contact']['upsert']>;
type Refused = Output<(typeof contract)['contact']['import']>['refused'][number];

const schema = contract.contact.upsert.input;
/** Names and values of its own that a contact may have. */
export const mostAttributes = schema.properties.attributes.maxProperties;
const isNewContact = ajvOfBody.compile(jsonSchema(schema, { closed: true }));

/** What a contact is to become, by all rows that have its number. */
export interface WantedContact {
  /** Its id, if there is none with its number. */
  readonly id: string;
  readonly lines: number[];
  /** With the number in E.164 form. */
  readonly input: NewContact;
}

/** Puts what a row wants with what the rows before it want, or says why the row is refused. */
export type JudgeRow = (row: CsvRow, wanted: Map<string, WantedContact>) => Refused | undefined;

/** Holds the rows of a file against the very rules of a single upsert. */
export function createJudge(
  call: Call,
  columns: ImportColumns,
  consent: NewContact['consent'],
): JudgeRow {
  const check = createCheck(call);
  return ({ line, cells }, wanted) => {
    if (cells.length !== columns.count) {
      const detail = `has ${count(cells.length, 'cell')}, and the first line names ${count(columns.count, 'column')}`;
      return { line, column: null, code: 'invalid_format', detail };
    }
    const row = check({ ...(consent && { consent }), ...columns.inputOf(cells) });
    if ('pointer' in row) {
      const { pointer, code, detail } = row;
      return { line, column: columns.titleAt(pointer), code, detail };
    }
    const before = wanted.get(row.phone);
    const input = before ? merged(before.input, row) : row;
    if (Object.keys(input.attributes ?? {}).length > mostAttributes) return tooManyAttributes(line);
    const { id, lines }: Pick<WantedContact, 'id' | 'lines'> = before ?? {
      id: newId('con'),
      lines: [],
    };
    lines.push(line);
    wanted.set(row.phone, { id, lines, input });
    return undefined;
  };
}

/** Says why a row is refused that leaves its contact with too much. */
export const tooManyAttributes = (line: number): Refused => ({
  line,
  column: null,
  code: 'too_long',
  detail: `makes more than ${mostAttributes} attributes, with those that the contact has`,
});

function createCheck(call: Call): (row: object) => NewContact | FieldFault {
  const knownZones = new Set<string>();
  return (row) => {
    if (!isNewContact(toWire(schema, row))) {
      const fault = faultsOf(isNewContact.errors!, schema)[0]!;
      return { ...fault, pointer: pointerFromWire(schema, fault.pointer) };
    }
    const input = row as NewContact;
    try {
      const phone = requirePhone(call, input.phone, '/phone');
      const { time_zone } = input;
      if (time_zone !== undefined && !knownZones.has(time_zone)) {
        requireTimeZone(time_zone, '/time_zone');
        knownZones.add(time_zone);
      }
      if (input.consent) requireConsent(call, input.consent, '/consent');
      return { ...input, phone };
    } catch (error) {
      if (error instanceof ServiceError && error.faults[0]) return error.faults[0];
      throw error;
    }
  };
}

const merged = (before: NewContact, row: NewContact): NewContact => ({
  ...before,
  ...row,
  // No row lifts an opt-out, not even that of a row before it.
  ...(before.status === 'opted_out' && { status: before.status }),
  ...((before.attributes ?? row.attributes) && {
    attributes: { ...before.attributes, ...row.attributes },
  }),
});

const count = (many: number, thing: string): string => `${many} ${thing}${many === 1 ? '' : 's'}`;
