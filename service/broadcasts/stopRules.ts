import { limits, type Broadcast } from '@textloom/shared/contract';
import type { Tally } from '../store/tables/broadcastTables.ts';
import { countMessages } from './toBroadcast.ts';

interface Rules {
  readonly failure_percent: number;
  readonly opt_out_percent: number;
}

/** Returns which rule stops a broadcast, based on what happened since `from`. */
export function findBrokenRule(
  { failure_percent, opt_out_percent }: Rules,
  tally: Tally,
  from: Tally,
): Extract<Broadcast['stopped_reason'], 'failure_rate' | 'opt_out_rate'> | undefined {
  const since = (...kinds: Parameters<typeof countMessages>[1]) =>
    countMessages(tally, kinds) - countMessages(from, kinds);
  const failed = since('undelivered', 'failed', 'expired');
  // Some carriers report no deliveries, so a missing report is not a failure.
  const finished = failed + since('delivered', 'unconfirmed');
  if (finished >= limits.broadcastTrial && failed * 100 > failure_percent * finished)
    return 'failure_rate';
  // People can opt out before a report arrives.
  const reached = finished + since('sent');
  if (reached >= limits.broadcastTrial && since('opted_out') * 100 > opt_out_percent * reached)
    return 'opt_out_rate';
  return undefined;
}
