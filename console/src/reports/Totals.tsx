import type { ReportCounts } from '@textloom/shared/contract';
import { Figures, type Figure } from './Figures.tsx';
import { notDelivered } from './toChart.ts';
import { percent } from './percent.ts';
import classes from './ReportsPage.module.css';

const figures: readonly Figure[] = [
  ['Messages', ({ messages }) => messages.toLocaleString()],
  ['Segments', ({ segments }) => segments.toLocaleString()],
  ['Delivered', ({ delivered }) => delivered.toLocaleString()],
  ['Not delivered', (totals) => notDelivered(totals).toLocaleString()],
  ['Received', ({ received }) => received.toLocaleString()],
  ['Delivery rate', ({ delivery_rate }) => percent(delivery_rate)],
];

export const Totals = ({ totals }: { totals: ReportCounts | undefined }) => (
  <Figures className={classes.totals} figures={figures} totals={totals} />
);
