import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** Lists the details of one object by name, without empty ones. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={classes.facts}>
    {facts
      .filter(
        ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
      )
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
