import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SubmitResult } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { advance, type Change } from '../messaging/advance.ts';
import type { MessageRow } from '../messaging/messageOf.ts';
import { priorityOf } from '../messaging/purpose.ts';
import type { Db, Trx } from '../store/database.ts';
import type { NewJob } from '../store/jobs.ts';
import { matchReceipts } from './receipts.ts';

/**
 * A claim older than this is of a process that is gone: the carrier was given less time to answer.
 * The database's clock measures it, the one clock that all processes share.
 */
const claimSeconds = 20;
const carrierTimeoutMs = 10_000;

/**
 * Hands messages that are due to the carrier. What was in the carrier's hands when a process died
 * is first asked for, and only what the carrier does not know is handed over again.
 */
export async function dispatch(context: Context, messageIds: readonly string[]): Promise<void> {
  const claim = newId('clm');
  const { fresh, cutOff } = await claimAll(context, claim, messageIds);
  const taken = cutOff.length === 0 ? new Map<string, string[]>() : await find(context, cutOff);
  const unknown = cutOff.filter(({ id }) => !taken.has(id));
  const due = [...fresh, ...(await judge(context, unknown))];
  const answers = await submit(context, due);
  const results: Result[] = [
    ...[...taken].map(([id, refs]) => ({ id, result: { kind: 'accepted', refs } as const })),
    ...due.map(({ id }, index) => ({ id, result: answers[index]! })),
  ];
  if (results.length === 0) return;
  await matchReceipts(context, await settle(context, claim, results));
}

interface Result {
  readonly id: string;
  readonly result: SubmitResult;
}

/** Frees what a process that is gone was handing over; for where no other process can be at it. */
export const releaseClaims = async (db: Db): Promise<void> => {
  await db
    .updateTable('message')
    .set({ submitting_at: new Date(0) })
    .where('submitting_at', 'is not', null)
    .where('final_at', 'is', null)
    .execute();
};

/**
 * Marks messages as being handed over by this claim: the fresh ones that may go out, and those
 * whose claim was cut off. What another claim holds is looked at again when that one has ended.
 */
const claimAll = (context: Context, claim: string, ids: readonly string[]) =>
  context.db.transaction().execute(async (trx) => {
    const unsent = await trx
      .selectFrom('message')
      .selectAll()
      .select(
        sql<boolean>`submitting_at < now() - make_interval(secs => ${claimSeconds})`.as(
          'is_cut_off',
        ),
      )
      .where('id', 'in', ids)
      .where('status', 'in', ['scheduled', 'queued'])
      .orderBy('id')
      .forUpdate()
      .execute();
    const cutOff = unsent.filter(({ is_cut_off }) => is_cut_off);
    const held = unsent.filter((row) => row.submitting_at !== null && !row.is_cut_off);
    await putBack(context, trx, held, () => claimSeconds);
    const fresh = await endUnwanted(
      context,
      trx,
      unsent.filter((row) => row.submitting_at === null),
    );
    const claimed = [...fresh, ...cutOff].map(({ id }) => id);
    if (claimed.length > 0) {
      await trx
        .updateTable('message')
        .set(({ eb }) => ({
          status: 'queued',
          claim,
          submitting_at: sql`now()`,
          attempts: eb('attempts', '+', 1),
        }))
        .where('id', 'in', claimed)
        .execute();
    }
    return { fresh, cutOff };
  });

const find = (context: Context, rows: readonly MessageRow[]) =>
  inTime(context.carrier.find(rows.map(({ id }) => id)));

/** What the carrier has never seen may have become too late or unwanted while it was away. */
const judge = async (context: Context, rows: readonly MessageRow[]): Promise<MessageRow[]> =>
  rows.length === 0
    ? []
    : context.db.transaction().execute((trx) => endUnwanted(context, trx, rows));

/** Ends the messages that must not go out any more, and returns the others. */
async function endUnwanted(
  context: Context,
  trx: Trx,
  rows: readonly MessageRow[],
): Promise<MessageRow[]> {
  if (rows.length === 0) return [];
  const now = context.clock();
  const optOuts = await trx
    .selectFrom('opt_out')
    .select(['account_id', 'phone'])
    .where('phone', 'in', [...new Set(rows.map((row) => row.recipient))])
    .execute();
  const endings = rows.flatMap((row): Change[] => {
    if (row.expires_at && row.expires_at <= now) {
      // Tried before in vain, it was the carrier that was not there; else there was never a try.
      const error = row.submitting_at ? 'carrier_unavailable' : 'ttl_expired';
      return [{ messageId: row.id, to: 'expired', error }];
    }
    const hasOptedOut = optOuts.some(
      (one) => one.account_id === row.account_id && one.phone === row.recipient,
    );
    if (!hasOptedOut || row.is_keyword_reply) return [];
    return [{ messageId: row.id, to: 'failed', error: 'recipient_opted_out' }];
  });
  await advance(context, trx, endings);
  return rows.filter((row) => !endings.some(({ messageId }) => messageId === row.id));
}

const submit = async (
  { carrier }: Context,
  rows: readonly MessageRow[],
): Promise<readonly SubmitResult[]> =>
  rows.length === 0
    ? []
    : inTime(
        carrier.submit(
          rows.map((row) => ({
            messageId: row.id,
            from: row.sender,
            to: row.recipient,
            text: row.sent_text ?? row.text,
            segments: row.segments,
            attempts: row.attempts,
          })),
        ),
      );

/** Gives up waiting well before another process may take the claim for cut off. */
async function inTime<T>(work: Promise<T>): Promise<T> {
  const waited = new AbortController();
  const late = sleep(carrierTimeoutMs, undefined, { signal: waited.signal }).then(() => {
    throw new Error(`The carrier did not answer within ${carrierTimeoutMs / 1000} seconds`);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    late.catch(() => undefined);
    waited.abort();
  }
}

/** Writes down what the carrier answered; returns the refs it gave. */
const settle = (context: Context, claim: string, results: readonly Result[]): Promise<string[]> =>
  context.db.transaction().execute(async (trx) => {
    const carrier = context.carrier.name;
    const rows = await trx
      .selectFrom('message')
      .selectAll()
      .where(
        'id',
        'in',
        results.map(({ id }) => id),
      )
      .orderBy('id')
      .forUpdate()
      .execute();
    // That a carrier has taken a message is true whoever asked; that it has not, only of the last one.
    const own = new Set(rows.filter((row) => row.claim === claim).map(({ id }) => id));
    const known = results.filter(({ id, result }) => result.kind === 'accepted' || own.has(id));
    const parts = known.flatMap(({ id, result }) =>
      result.kind === 'accepted'
        ? result.refs.map((ref, part) => ({ carrier, ref, message_id: id, part }))
        : [],
    );
    if (parts.length > 0) {
      await trx
        .insertInto('part')
        .values(parts)
        .onConflict((conflict) => conflict.doNothing())
        .execute();
    }
    await advance(
      context,
      trx,
      known.flatMap((one) => changeOf(one, carrier)),
    );
    await putBackThrottled(context, trx, rows, known);
    return parts.map((part) => part.ref);
  });

function changeOf({ id, result }: Result, carrier: string): Change[] {
  switch (result.kind) {
    case 'accepted':
      return [{ messageId: id, to: 'sent', carrier }];
    case 'refused':
      return [
        {
          messageId: id,
          to: 'failed',
          error: result.error,
          carrierCode: result.carrierCode,
          carrier,
        },
      ];
    case 'throttled':
      return [];
  }
}

/** What the carrier had no room for is due again later, until its time to live has passed. */
async function putBackThrottled(
  context: Context,
  trx: Trx,
  rows: readonly MessageRow[],
  results: readonly Result[],
): Promise<void> {
  const waits = new Map(
    results.flatMap(({ id, result }) =>
      result.kind === 'throttled' ? [[id, result.retryAfterMs / 1000] as const] : [],
    ),
  );
  if (waits.size === 0) return;
  await trx
    .updateTable('message')
    .set({ submitting_at: null, claim: null })
    .where('id', 'in', [...waits.keys()])
    .execute();
  await putBack(
    context,
    trx,
    rows.filter(({ id }) => waits.has(id)),
    ({ id }) => waits.get(id)!,
  );
}

const putBack = (
  context: Context,
  trx: Trx,
  rows: readonly MessageRow[],
  secondsOf: (row: MessageRow) => number,
): Promise<void> =>
  context.enqueue(
    trx,
    'dispatch',
    rows.map((row): NewJob<'dispatch'> => ({
      data: { messageId: row.id },
      priority: priorityOf[row.purpose],
      startAfter: secondsOf(row),
    })),
  );
