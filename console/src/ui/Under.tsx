import type { ReactNode } from 'react';
import classes from './Under.module.css';

/** A second line in a cell, where the screen is too narrow for a column of its own. */
export const Under = ({ children }: { children: ReactNode }) => (
  <span className={classes.under}>{children}</span>
);
