import { formatDateTime, formatShortTime } from '../dates.ts';

/** Shows a time in the time zone of the user, and the full date on hover. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={formatDateTime(at)} style={{ whiteSpace: 'nowrap' }}>
    {formatShortTime(at, Date.now())}
  </time>
);
