import type { Delivery } from '@textloom/shared/contract';
import { Mark } from '../ui/Mark.tsx';
import { Until } from '../ui/Until.tsx';
import classes from './ResponseBody.module.css';

export const DeliveryMark = ({ delivery: { status, status_code } }: { delivery: Delivery }) => (
  <Mark tone={status === 'succeeded' ? 'success' : 'error'}>{status_code ?? 'No response'}</Mark>
);

/** A body with more characters than this is collapsed. */
const shortest = 120;

/**
 * Shows the response of the receiver or the reason why there is none, and the time of the next
 * attempt.
 */
export const ResponseBody = ({
  delivery: { response_body: body, error, next_attempt_at },
}: {
  delivery: Delivery;
}) => (
  <>
    {error && <p className={classes.note}>{error}</p>}
    {next_attempt_at && Date.parse(next_attempt_at) > Date.now() && (
      <p className={classes.note}>
        Next attempt <Until at={next_attempt_at} />
      </p>
    )}
    {body && body.length <= shortest && <pre className={classes.body}>{body}</pre>}
    {body && body.length > shortest && (
      <details>
        <summary className={classes.summary}>Response</summary>
        {/* A long body scrolls, so it must be accessible by keyboard. */}
        <pre className={classes.body} tabIndex={0}>
          {body}
        </pre>
      </details>
    )}
  </>
);
