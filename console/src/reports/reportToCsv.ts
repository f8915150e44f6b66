import { reportSchema, type Report } from '@textloom/shared/contract';
import { csvCell } from '../csv.ts';
import { sentenceCase } from '../form/labels.ts';

const { properties } = reportSchema.properties.data.items;
const columns = Object.entries(properties) as [keyof typeof properties, { title: string }][];

/** Converts a report to CSV, with a line for each row. */
export const reportToCsv = ({ data }: Report): string =>
  [
    columns.map(([, { title }]) => sentenceCase(title)),
    ...data.map((row) => columns.map(([name]) => row[name])),
  ]
    .map((cells) => `${cells.map(csvCell).join(',')}\n`)
    .join('');
