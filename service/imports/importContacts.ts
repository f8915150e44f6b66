import { contract, type Input, type Output } from '@textloom/shared/contract';
import { withInstants } from '../core/withInstants.ts';
import { splitIntoChunks } from '../lib/splitIntoChunks.ts';
import { classifyFailure } from '../store/databaseFailure.ts';
import { createYield } from '../concurrency/createYield.ts';
import type { UnitOfWork } from '../core/unitOfWork.ts';
import { ServiceError } from '../errors/serviceError.ts';
import { lockLists } from '../contacts/lockLists.ts';
import { importColumns, type ImportColumns } from './importColumns.ts';
import { createValidateRow, onExceeded, type ImportedPeople } from './validateRow.ts';
import { optOutAll } from '../messages/optOut.ts';
import { readCsv, type CsvRow } from './readCsv.ts';
import { parseConsentTime } from '../contacts/parseConsentTime.ts';
import { storeContacts } from '../contacts/storeContacts.ts';

type Import = Input<(typeof contract)['contact']['import']>;
type Report = Output<(typeof contract)['contact']['import']>;

/**
 * The number of rows per transaction. Other work waits for the single connection of the embedded
 * database.
 */
const rowsPerBatch = 50;

/**
 * Splits the import of a file into batches of rows, each for a separate transaction. Rows with the
 * same number apply in order, even across batches.
 */
export async function splitIntoBatches(
  { csv, ...options }: Import,
  maxRows?: number,
): Promise<((unit: UnitOfWork) => Promise<Report>)[]> {
  const [head, ...rows] = await readCsv(csv, maxRows);
  const columns = importColumns(head?.cells ?? []);
  // A file without rows still needs the right columns.
  const batches = rows.length === 0 ? [[]] : splitIntoChunks(rows, rowsPerBatch);
  return batches.map((batch, index) => async (unit) => {
    try {
      return await importRows(unit, { ...options, columns, rows: batch });
    } catch (error) {
      throw index > 0 ? withStoredRows(error, batch[0]!.line) : error;
    }
  });
}

/** Says which rows are stored, because earlier batches have their own transactions. */
function withStoredRows(error: unknown, line: number): unknown {
  // The response to a failure of the database says that repeating the request is safe.
  if (classifyFailure(error)) return error;
  if (!(error instanceof ServiceError))
    return new ServiceError('internal_error', {
      detail: `The service failed at the rows from line ${line}. The rows before line ${line} are stored. You can import the whole file again, because stored rows do not become second contacts.`,
      cause: error,
    });
  // This can happen if a list is deleted during the import.
  return new ServiceError(error.code, {
    fieldErrors: error.fieldErrors.map((fieldError) => ({
      ...fieldError,
      detail: `${fieldError.detail}. The rows before line ${line} are stored, so import only the remaining rows`,
    })),
  });
}

/** Combines the reports of all batches into the report of the file. */
export const mergeReports = (reports: readonly Report[]): Report => ({
  created: reports.reduce((sum, { created }) => sum + created, 0),
  updated: reports.reduce((sum, { updated }) => sum + updated, 0),
  refused: reports.flatMap(({ refused }) => refused),
  // All batches of a file have the same columns.
  columns: reports[0]?.columns ?? [],
});

interface Rows extends Omit<Import, 'csv'> {
  readonly columns: ImportColumns;
  readonly rows: readonly CsvRow[];
}

/**
 * Adds or updates the contacts of rows, as if each row were a separate upsert. A later row with the
 * same number adds to an earlier one. Empty cells and opt-outs change nothing. A rejected row does
 * not affect other rows. An opt-out counts even if its row is rejected.
 */
async function importRows(
  unit: UnitOfWork,
  { columns, rows, list_id, consent }: Rows,
): Promise<Report> {
  const lists = list_id === undefined ? [] : [list_id];
  const accountId = unit.account.id;
  await lockLists(unit.trx, { accountId, ids: lists, pointer: () => '/list_id' });
  const shared = consent && withInstants(contract.contact.import.input.properties.consent, consent);
  if (shared) parseConsentTime(unit, shared);
  const validateRow = createValidateRow(unit, columns, shared);
  const people: ImportedPeople = { contacts: new Map(), optOuts: new Map() };
  const refused: Report['refused'] = [];
  const pause = createYield();
  for (const row of rows) {
    const refusal = validateRow(row, people);
    if (refusal) refused.push(refusal);
    await pause();
  }
  const contacts = [...people.contacts].map(([key, one]) => {
    const more = people.optOuts.get(key)?.numbers.has(null)
      ? // No row lifts an opt-out, not even one from an earlier row.
        { status: 'opted_out' as const }
      : // The consent of a whole file does not fit people who have opted out.
        shared && !one.input.consent && { consent: shared };
    return { ...one, key, input: { ...one.input, ...more } };
  });
  const find = await storeContacts(unit, contacts, lists, 'import');
  let created = 0;
  let updated = 0;
  for (const { id, key, lines, input } of contacts) {
    const stored = find(input.phone);
    if (stored.exceeded) {
      const { exceeded } = stored;
      const recorded = people.optOuts.get(key)?.numbers;
      refused.push(...lines.map((line) => onExceeded(line, exceeded, recorded)));
    } else {
      const isNew = stored.id === id;
      created += isNew ? 1 : 0;
      updated += isNew ? lines.length - 1 : lines.length;
    }
  }
  const channels = [...people.optOuts.values()].flatMap(({ phone, numbers }) =>
    [...numbers].map((number) => ({ phone, number })),
  );
  await optOutAll(
    unit.context,
    unit.trx,
    { accountId, channels },
    { method: 'import', at: unit.now, keyId: unit.keyId },
  );
  return {
    created,
    updated,
    refused: refused.sort((a, b) => a.line - b.line),
    columns: [...columns.fields],
  };
}
