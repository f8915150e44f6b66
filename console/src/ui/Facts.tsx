import type { ReactNode } from 'react';
import classes from './Facts.module.css';

/** Lists the details of one object by name, without empty ones. */
export const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <dl className={classes.facts}>
    {facts
      .filter(
        ([, value]) => value !== null && value !== undefined && value !== false && value !== '',
      )
      .map(([name, value], at) => (
        // An attribute of a contact or a message can have the name of another fact.
        <div key={at}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
