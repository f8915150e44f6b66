import type { Delivery } from '@textloom/shared/contract';
import { Mark } from '../ui/Mark.tsx';
import { When } from '../ui/When.tsx';
import classes from './Answer.module.css';

export const DeliveryMark = ({ delivery: { status, status_code } }: { delivery: Delivery }) => (
  <Mark tone={status === 'succeeded' ? 'live' : 'bad'}>{status_code ?? 'No answer'}</Mark>
);

/** Characters of an answer that is shown at once. */
const shortest = 120;

/** What the receiver has said, or why it has said nothing, and when it is asked again. */
export const Answer = ({
  delivery: { answer, error, next_attempt_at },
}: {
  delivery: Delivery;
}) => (
  <>
    {error && <p className={classes.note}>{error}</p>}
    {next_attempt_at && (
      <p className={classes.note}>
        Next attempt <When at={next_attempt_at} />
      </p>
    )}
    {answer && answer.length <= shortest && <pre className={classes.answer}>{answer}</pre>}
    {answer && answer.length > shortest && (
      <details>
        <summary className={classes.summary}>Answer</summary>
        {/* A long answer scrolls, and the keyboard must reach it. */}
        <pre className={classes.answer} tabIndex={0}>
          {answer}
        </pre>
      </details>
    )}
  </>
);
