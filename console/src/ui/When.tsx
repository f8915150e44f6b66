import { dateAndTimeOf, shortTimeOf } from '../dates.ts';

/** Shows a time in the time zone of the user, and the full date on hover. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={dateAndTimeOf(at)} style={{ whiteSpace: 'nowrap' }}>
    {shortTimeOf(at, Date.now())}
  </time>
);
