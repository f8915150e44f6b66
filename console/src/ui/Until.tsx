import { useInterval } from '@mantine/hooks';
import { useState } from 'react';
import { formatDateTime, formatDistance } from '../dates.ts';

/** Shows how far away a future time is, such as "in 5 minutes", and the exact time on hover. */
export function Until({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useInterval(() => setNow(Date.now()), 1_000, { autoInvoke: true });
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {Date.parse(at) > now ? formatDistance(at, now) : 'now'}
    </time>
  );
}
