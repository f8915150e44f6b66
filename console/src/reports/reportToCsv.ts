import { reportSchema, type Report } from '@textloom/shared/contract';
import { toCsv } from '../csv.ts';
import { toLocalTime } from '../dates.ts';
import { labelField } from '../form/labels.ts';

const { properties } = reportSchema.properties.data.items;
const columns = Object.keys(properties) as (keyof typeof properties)[];

/** Converts a report to CSV, with a line for each row and the days and names of the page. */
export const reportToCsv = (
  { data, interval, group_by }: Report,
  groupName: (group: string | null) => string,
): string =>
  toCsv([
    columns.map((name) => labelField(properties[name], name)),
    ...data
      .map((row) => ({
        ...row,
        period:
          row.period && (interval === 'hour' ? toLocalTime(row.period) : toLocalDate(row.period)),
        group: group_by && groupName(row.group),
      }))
      .map((row) => columns.map((name) => row[name])),
  ]);

/** A day has no offset, because the clock of the user can change within it. */
const toLocalDate = (at: string): string => toLocalTime(at).slice(0, 10);
