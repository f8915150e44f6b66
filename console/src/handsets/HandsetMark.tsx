import classes from './HandsetMark.module.css';
import { findOutcome, chooseTone } from './outcomes.ts';

/** Shows the last two digits of a handset, in the color of the outcome of texts to it. */
export function HandsetMark({ number }: { number: string }) {
  const outcome = findOutcome(number);
  return (
    <span className={classes.mark} data-tone={outcome && chooseTone(outcome)} aria-hidden>
      {number.slice(-2)}
    </span>
  );
}
