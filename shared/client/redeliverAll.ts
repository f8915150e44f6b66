import type { Output, contract } from '../contract/index.ts';

export type Redelivery = Output<(typeof contract)['webhook']['redeliver']>;

/**
 * Repeats the request for missed events until the service has compared all events of the time
 * range, and adds up the deliveries.
 */
export async function redeliverAll<I extends { cursor?: string }>(
  redeliver: (input: I) => Promise<Redelivery>,
  input: I,
): Promise<Pick<Redelivery, 'deliveries'>> {
  let deliveries = 0;
  let cursor: string | null = null;
  do {
    const found: Redelivery = await redeliver(cursor ? { ...input, cursor } : input);
    deliveries += found.deliveries;
    cursor = found.next_cursor;
  } while (cursor);
  return { deliveries };
}
