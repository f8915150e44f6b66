import { Skeleton } from '@mantine/core';
import type { ReportCounts } from '@textloom/shared/contract';
import { notDelivered } from './toChart.ts';
import { percent } from './percent.ts';
import classes from './ReportsPage.module.css';

const figures: readonly (readonly [string, (totals: ReportCounts) => string])[] = [
  ['Messages', ({ messages }) => messages.toLocaleString()],
  ['Segments', ({ segments }) => segments.toLocaleString()],
  ['Delivered', ({ delivered }) => delivered.toLocaleString()],
  ['Not delivered', (totals) => notDelivered(totals).toLocaleString()],
  ['Received', ({ received }) => received.toLocaleString()],
  ['Delivery rate', ({ delivery_rate }) => percent(delivery_rate)],
];

/** Shows the totals of a report, with placeholders while they load. */
export const Totals = ({ totals }: { totals: ReportCounts | undefined }) => (
  <dl className={classes.totals}>
    {figures.map(([name, figure]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{totals ? figure(totals) : <Skeleton height={18} width="50%" mt={8} />}</dd>
      </div>
    ))}
  </dl>
);
