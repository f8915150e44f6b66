import { consentSchema, type ConsentRecord } from '@textloom/shared/contract';
import { csvCell } from '../csv.ts';

const columns = Object.keys(consentSchema.properties) as (keyof ConsentRecord)[];

/** Converts consent records to CSV, with a line for each record. */
export const consentsToCsv = (records: readonly ConsentRecord[]): string =>
  [columns, ...records.map((record) => columns.map((name) => record[name]))]
    .map((cells) => `${cells.map(csvCell).join(',')}\n`)
    .join('');
