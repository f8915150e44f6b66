import { setTimeout as sleep } from 'node:timers/promises';
import type { SubmitResponse, Carrier, Submission } from '../carriers/carrier.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import type { Assignment } from './assignToCarriers.ts';

const carrierTimeoutMs = 10_000;

/** Submits messages, and returns the results that the carrier gives immediately. */
export async function submit(
  carrier: Carrier,
  claim: string,
  rows: readonly MessageRow[],
): Promise<SubmitResponse[]> {
  const results = await withinCarrierTimeout(
    carrier.submit(rows.map((row) => toSubmission(row, claim))),
  );
  return results.flatMap((result, index) =>
    result.kind === 'pending' ? [] : [{ messageId: rows[index]!.id, claim, result }],
  );
}

/** Runs work for each carrier. A carrier that fails does not stop the others. */
export async function forEachCarrier(
  due: readonly Assignment[],
  work: (carrier: Carrier, rows: MessageRow[]) => Promise<void>,
): Promise<void> {
  const groups = Map.groupBy(due, ({ carrier }) => carrier);
  const done = await Promise.allSettled(
    [...groups].map(([carrier, some]) =>
      work(
        carrier,
        some.map(({ row }) => row),
      ),
    ),
  );
  for (const one of done) if (one.status === 'rejected') throw one.reason;
}

export const toSubmission = (row: MessageRow, claim: string): Submission => ({
  messageId: row.id,
  accountId: row.account_id,
  claim,
  from: row.sender,
  to: row.recipient,
  text: row.sent_text ?? row.text,
  media: (row.media ?? []).map(({ url }) => url),
  encoding: row.encoding,
  segments: row.segments,
  expiresAt: row.expires_at,
  attempts: row.attempts,
});

/** Stops waiting well before another process may treat the claim as stale. */
export async function withinCarrierTimeout<T>(work: Promise<T>): Promise<T> {
  const waited = new AbortController();
  const late = sleep(carrierTimeoutMs, undefined, { signal: waited.signal }).then(() => {
    throw new Error(`The carrier did not respond within ${carrierTimeoutMs / 1000} seconds`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    waited.abort();
  }
}
