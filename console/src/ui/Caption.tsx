import type { ReactNode } from 'react';
import classes from './Caption.module.css';

/** Shows a second line in a cell if the screen is too narrow for another column. */
export const Caption = ({ children }: { children: ReactNode }) => (
  <span className={classes.under}>{children}</span>
);
