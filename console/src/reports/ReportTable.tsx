import type { Report } from '@textloom/shared/contract';
import { useState } from 'react';
import { DataTable, type Column } from '../ui/DataTable.tsx';
import { notDelivered } from './toChart.ts';
import { percent } from './percent.ts';
import { periodLabel } from './range.ts';
import { useGroupName } from './useGroupName.ts';

type Row = Report['data'][number] & { id: string };

/** The number of rows to show at a time. */
const shownRows = 50;

/** Shows the data of the chart and more counts, newest first. */
export function ReportTable({ report: { data, interval, group_by } }: { report: Report }) {
  const groupName = useGroupName(group_by);
  const [shown, setShown] = useState(shownRows);
  const rows = data.toReversed().map((row) => ({ ...row, id: `${row.period} ${row.group}` }));
  const columns: readonly Column<Row>[] = [
    { title: 'Time', cell: ({ period }) => periodLabel(interval!, period!) },
    ...(group_by === null
      ? []
      : [{ title: 'Group', cell: ({ group }: Row) => groupName(group) } as const]),
    ...counts,
  ];
  return (
    <DataTable<Row>
      label="Report"
      columns={columns}
      rows={rows.slice(0, shown)}
      empty={null}
      hasMore={rows.length > shown}
      onMore={() => setShown(shown + shownRows)}
    />
  );
}

const counts: readonly Column<Row>[] = [
  { title: 'Messages', cell: ({ messages }) => messages.toLocaleString(), end: true },
  { title: 'Segments', cell: ({ segments }) => segments.toLocaleString(), wide: true, end: true },
  {
    title: 'Delivered',
    cell: ({ delivered }) => delivered.toLocaleString(),
    wide: true,
    end: true,
  },
  {
    title: 'Not delivered',
    cell: (row) => notDelivered(row).toLocaleString(),
    wide: true,
    end: true,
  },
  { title: 'Received', cell: ({ received }) => received.toLocaleString(), wide: true, end: true },
  { title: 'Delivery rate', cell: ({ delivery_rate }) => percent(delivery_rate), end: true },
];
