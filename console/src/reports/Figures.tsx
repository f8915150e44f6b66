import { Skeleton } from '@mantine/core';
import type { ReportCounts } from '@textloom/shared/contract';
import type { ReactNode } from 'react';
import classes from './Figures.module.css';

export type Figure = readonly [name: string, show: (totals: ReportCounts) => ReactNode];

interface FiguresProps {
  figures: readonly Figure[];
  totals: ReportCounts | undefined;
  /** How the page arranges the figures. */
  className: string | undefined;
}

/** Shows totals as figures, with placeholders while they load. */
export const Figures = ({ figures, totals, className }: FiguresProps) => (
  <dl className={`${classes.figures} ${className}`}>
    {figures.map(([name, show]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{totals ? show(totals) : <Skeleton height={18} width="50%" mt={8} />}</dd>
      </div>
    ))}
  </dl>
);
