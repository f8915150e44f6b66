import type { SubmitResponse, Carrier, Submission } from '../carriers/carrier.ts';
import { inTime } from '../concurrency/inTime.ts';
import type { Context } from '../core/context.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import type { Db } from '../store/database.ts';
import { readSecretTexts } from '../secrets/secretTexts.ts';
import { startLease } from './claims.ts';

const carrierTimeoutMs = 10_000;

/** A message whose secret text another process can read waits this long for that process. */
const unreadableRetryMs = 5_000;

/**
 * Submits messages, and returns the results that the carrier gives immediately. Queries nothing: if
 * a query failed after the claim, a carrier without a lookup would count the messages as sent.
 *
 * If this process was suspended since the claim, the messages may now belong to another process.
 * They do not leave from here. If nobody took them over, they return to their queue.
 */
export async function submit(
  carrier: Carrier,
  submissions: readonly ReadSubmission[],
): Promise<SubmitResponse[]> {
  const byFreshness = Map.groupBy(submissions, ({ lease }) => lease.isFresh());
  const [held, late] = [byFreshness.get(true) ?? [], byFreshness.get(false) ?? []];
  const readable = held.filter(isReadable);
  const unreadable = held.filter((one) => !isReadable(one));
  const results = readable.length === 0 ? [] : await withinCarrierTimeout(carrier.submit(readable));
  return [
    ...results.flatMap((result, index) =>
      result.kind === 'pending' ? [] : [{ ...toIds(readable[index]!), result }],
    ),
    ...unreadable.map((one) => toUnsent(one, unreadableRetryMs)),
    ...late.map((one) => toUnsent(one, 0)),
  ];
}

const toUnsent = (submission: ReadSubmission, retryAfterMs: number): SubmitResponse => ({
  ...toIds(submission),
  result: { kind: 'unsent', retryAfterMs },
});

const toIds = ({ messageId, claim }: ReadSubmission) => ({ messageId, claim });

/** Runs work for each carrier. A carrier that fails does not stop the others. */
export async function forEachCarrier<T extends { readonly carrier: Carrier }>(
  due: readonly T[],
  work: (carrier: Carrier, some: readonly T[]) => Promise<void>,
): Promise<void> {
  const groups = Map.groupBy(due, ({ carrier }) => carrier);
  const done = await Promise.allSettled([...groups].map(([carrier, some]) => work(carrier, some)));
  for (const one of done) if (one.status === 'rejected') throw one.reason;
}

/** A submission. Its text is undefined if this process cannot read it. */
export type ReadSubmission = Omit<Submission, 'text'> & { readonly text: string | undefined };

const isReadable = (submission: ReadSubmission): submission is Submission =>
  submission.text !== undefined;

/**
 * Returns messages as the carrier gets them, with their secret texts. Call it before the statement
 * that stores the claim, because the leases start now.
 */
export async function toSubmissions(
  { secrets }: Pick<Context, 'secrets'>,
  db: Db,
  rows: readonly MessageRow[],
  claim: string,
): Promise<ReadSubmission[]> {
  const mayBeSecret = rows.filter(({ purpose }) => purpose === 'otp');
  const secretTexts = await readSecretTexts(
    { secrets, db },
    mayBeSecret.map(({ id }) => id),
  );
  return rows.map((row) => ({
    messageId: row.id,
    accountId: row.account_id,
    claim,
    lease: startLease(),
    from: row.sender,
    to: row.recipient,
    text: secretTexts.has(row.id) ? secretTexts.get(row.id) : (row.sent_text ?? row.text),
    media: (row.media ?? []).map(({ url }) => url),
    encoding: row.encoding,
    segments: row.segments,
    expiresAt: row.expires_at,
    attempts: row.attempts,
    isAutomatic: row.is_keyword_reply,
  }));
}

/**
 * Stops waiting well before another process may treat the claim as stale. The error must not look
 * like one of the database, which would count as a standstill of this process.
 */
export const withinCarrierTimeout = <T>(work: Promise<T>): Promise<T> =>
  inTime(
    carrierTimeoutMs,
    work,
    () => new Error(`The carrier did not respond within ${carrierTimeoutMs / 1000} seconds`),
  );
