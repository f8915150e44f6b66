import { dateAndTimeOf, shortTimeOf } from '../dates.ts';

/** A time in the viewer's zone; all of it shows on hover. */
export const When = ({ at }: { at: string }) => (
  <time dateTime={at} title={dateAndTimeOf(at)} style={{ whiteSpace: 'nowrap' }}>
    {shortTimeOf(at, Date.now())}
  </time>
);
