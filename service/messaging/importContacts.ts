import type { contract, Input, Output } from '@textloom/shared/contract';
import { chunksOf } from '../chunksOf.ts';
import { createPause } from '../createPause.ts';
import type { Call } from '../handlers.ts';
import { holdLists } from './holdLists.ts';
import { importColumns } from './importColumns.ts';
import { createJudge, tooManyAttributes, type WantedContact } from './judgeRow.ts';
import { optOutAll } from './optOut.ts';
import { readCsv, type CsvRow } from './readCsv.ts';
import { requireConsent } from './requireConsent.ts';
import { storeContacts } from './storeContacts.ts';

type Import = Input<(typeof contract)['contact']['import']>;
type Report = Output<(typeof contract)['contact']['import']>;

const rowsAtOnce = 100;

/** Adds or updates the contacts of a file. */
export async function importContacts(call: Call, { csv, ...options }: Import): Promise<Report> {
  const [head, ...rows] = await readCsv(csv);
  return importRows(call, { ...options, titles: head?.cells ?? [], rows });
}

interface Rows extends Omit<Import, 'csv'> {
  /** Of the columns. */
  readonly titles: readonly string[];
  readonly rows: readonly CsvRow[];
}

/**
 * Adds or updates the contacts of rows, as if each row were an upsert of its own, one after the
 * other: a later row of the same number adds to an earlier one. What a row leaves empty stays as it
 * is, and so does an opt-out. A row that is refused stops no other.
 */
export async function importRows(
  call: Call,
  { titles, rows, list_id, consent }: Rows,
): Promise<Report> {
  const lists = list_id === undefined ? [] : [list_id];
  const accountId = call.account.id;
  await holdLists(call.trx, { accountId, ids: lists, pointer: () => '/list_id' });
  if (consent) requireConsent(call, consent, '/consent');
  const judge = createJudge(call, importColumns(titles), consent);
  const wanted = new Map<string, WantedContact>();
  const refused: Report['refused'] = [];
  const pause = createPause();
  for (const row of rows) {
    const refusal = judge(row, wanted);
    if (refusal) refused.push(refusal);
    await pause();
  }
  let created = 0;
  let updated = 0;
  const optedOut: string[] = [];
  // By number, so that no two imports wait for each other's contacts.
  const inOrder = [...wanted.values()].sort((a, b) => (a.input.phone < b.input.phone ? -1 : 1));
  for (const some of chunksOf(inOrder, rowsAtOnce)) {
    const ids = await storeContacts(call, some, lists);
    for (const { id, lines, input } of some) {
      const stored = ids.get(input.phone);
      const isNew = stored === id;
      if (stored === undefined) refused.push(...lines.map(tooManyAttributes));
      else {
        if (input.status === 'opted_out') optedOut.push(input.phone);
        created += isNew ? 1 : 0;
        updated += isNew ? lines.length - 1 : lines.length;
      }
    }
    await pause();
  }
  await optOutAll(call.context, call.trx, { accountId, phones: optedOut });
  return { created, updated, refused: refused.sort((a, b) => a.line - b.line) };
}
