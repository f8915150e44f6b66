import { formatDateTime, formatExactTime, formatShortTime } from '../dates.ts';

interface WhenProps {
  at: string;
  /** Whether to show the seconds, for example of attempts that follow each other. */
  exact?: boolean;
}

/** Shows a time in the time zone of the user, and the full date on hover. */
export const When = ({ at, exact = false }: WhenProps) => (
  <time dateTime={at} title={formatDateTime(at)} style={{ whiteSpace: 'nowrap' }}>
    {(exact ? formatExactTime : formatShortTime)(at, Date.now())}
  </time>
);
