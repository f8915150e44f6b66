import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Answer, Carrier, Submission } from '../carriers/carrier.ts';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import { advance, type Change } from '../messages/advance.ts';
import type { MessageRow } from '../messages/messageOf.ts';
import type { Db, Trx } from '../store/database.ts';
import { ConnectionLostError } from '../store/databaseTrouble.ts';
import { assignToCarriers, type Assignment } from './assignToCarriers.ts';
import { filterSendable } from './filterSendable.ts';
import {
  byTurn,
  countPace,
  lockSenderQueues,
  requeueThrottled,
  selectDueMessages,
  type SenderQueue,
} from './senderQueue.ts';
import { matchReceipts } from './receipts.ts';
import { writeParts } from './writeParts.ts';

/**
 * A claim older than this is of a process that is gone: the carrier was given less time to answer.
 * The database's clock measures it, the one clock that all processes share.
 */
const claimSeconds = 20;
const carrierTimeoutMs = 10_000;
/** After this a carrier that had no room is tried again, where others have some. */
const fullSeconds = 0.5;

/** Hands messages that are due to the carriers; true where there may be more. */
export async function dispatch(context: Context): Promise<boolean> {
  const capacity = Math.min(context.carriers.capacity(), context.batch());
  if (capacity === 0) return false;
  const claim = newId('clm');
  const { due, isFull } = await claimDue(context, claim, capacity).catch((error: unknown) => {
    unused.set(claim, performance.now());
    throw error;
  });
  await forEachCarrier(due, (carrier, rows) =>
    orCutOff(context.db, claim, handOver(context, carrier, claim, rows), carrier),
  );
  return isFull;
}

/**
 * Claims that failed, and when. No carrier has seen their messages, yet a commit whose answer was lost
 * may have stored the claim, and a carrier that cannot be asked would count the messages as sent.
 */
const unused = new Map<string, number>();
/** Longer than a lost session of the database lives, which may still commit. */
const unusedMs = 60_000;

/** Puts the messages of failed claims back into their lines. */
async function freeUnused({ db }: Context): Promise<void> {
  const claims = [...unused];
  if (claims.length === 0) return;
  await sql`
    update message set submitting_at = null, claim = null
    where claim = any(${claims.map(([claim]) => claim)}::text[])
      and status in ('scheduled', 'queued') and submitting_at is not null`.execute(db);
  for (const [claim, at] of claims) if (performance.now() - at > unusedMs) unused.delete(claim);
}

const handOver = async (
  context: Context,
  carrier: Carrier,
  claim: string,
  rows: readonly MessageRow[],
): Promise<void> => recordSubmitResults(context, carrier, await submit(carrier, claim, rows));

/**
 * Where the connection was lost and nothing more can come of it, a claim counts as cut off immediately,
 * so that the carrier is asked soon what became of its messages.
 */
async function orCutOff(
  db: Db,
  claim: string,
  work: Promise<void>,
  carrier: Carrier,
): Promise<void> {
  try {
    await work;
  } catch (error) {
    if (error instanceof ConnectionLostError && error.isSessionOver)
      await sql`
        update message set submitting_at = now() - make_interval(secs => ${claimSeconds + 1})
        where claim = ${claim} and submitting_at is not null and status in ('scheduled', 'queued')
          and carrier = ${carrier.name}`
        .execute(db)
        .catch(() => undefined);
    throw error;
  }
}

/**
 * Takes up what waits for something else than its turn: a carrier that had no room, and a process
 * that is gone. What was in a carrier's hands then is first asked for, and only what that carrier
 * does not know is handed over again.
 */
export async function recoverStaleClaims(context: Context): Promise<void> {
  await freeUnused(context);
  await requeueThrottled(context.db, context.batch());
  await holdPending(context);
  const claim = newId('clm');
  const rows = await claimStale(context, claim);
  const { reachable, gone } = carriersOf(context, rows);
  for (const row of gone) await countAsSent(context, row, claim);
  await forEachCarrier(reachable, async (carrier, rows) => {
    const found = await inTime(carrier.find(rows.map((row) => submissionOf(row, claim))));
    const taken = [...found].map(([messageId, refs]) => ({
      messageId,
      claim,
      result: { kind: 'accepted', refs } as const,
    }));
    const due = await recheckSendable(
      context,
      claim,
      rows.filter(({ id }) => !found.has(id)),
    );
    const answers = due.length === 0 ? [] : await submit(carrier, claim, due);
    await recordSubmitResults(context, carrier, [...taken, ...answers]);
  });
}

/** Frees what a process that is gone was handing over; for where no other process can be at it. */
export const releaseClaims = async (db: Db): Promise<void> => {
  await db
    .updateTable('message')
    .set({ submitting_at: new Date(0) })
    .where('submitting_at', 'is not', null)
    .where('status', 'in', ['scheduled', 'queued'])
    .execute();
};

/** Marks messages whose turn it is as being handed over by this claim. */
const claimDue = (
  context: Context,
  claim: string,
  most: number,
): Promise<{ due: readonly Assignment[]; isFull: boolean }> =>
  context.db.transaction().execute(async (trx) => {
    const lines = await lockSenderQueues(context, trx, most);
    const turn = await selectDueMessages(context, trx, lines);
    const wanted = await filterSendable(context, trx, turn);
    const { given, full, unroutable } = assignToCarriers(context.carriers, wanted, lines);
    if (given.length > 0) {
      await sql`
        update message set status = 'queued', claim = ${claim}, submitting_at = now(),
          attempts = attempts + 1, carrier = given.carrier
        from unnest(
          ${given.map(({ row }) => row.id)}::text[],
          ${given.map(({ carrier }) => carrier.name)}::text[]
        ) as given(id, carrier)
        where message.id = given.id`.execute(trx);
      await countPace(
        trx,
        lines,
        given.map(({ row }) => row),
      );
    }
    await requeue(
      trx,
      full.map(({ id }) => ({ id, seconds: fullSeconds })),
    );
    await advance(
      context,
      trx,
      unroutable.map(({ id }) => ({ messageId: id, to: 'failed', error: 'no_route' })),
    );
    return { due: given, isFull: lines.some((line) => !line.isPaced && isFull(line, turn)) };
  });

const isFull = (
  { accountId, sender, capacity }: SenderQueue,
  turn: readonly MessageRow[],
): boolean =>
  turn.filter((row) => row.account_id === accountId && row.sender === sender).length >= capacity;

/** Takes over what has been handed over for too long, in the order in which it was due. */
async function claimStale({ db, batch }: Context, claim: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    update message set claim = ${claim}, submitting_at = now(), attempts = attempts + 1
    where id in (
      select id from message
      where status in ('scheduled', 'queued')
        and submitting_at < now() - make_interval(secs => ${claimSeconds})
      order by submitting_at
      limit ${batch()}
      for update skip locked
    )
    returning *`.execute(db);
  return rows.map((row) => ({ ...row, attempts: row.attempts - 1 })).sort(byTurn);
}

/** Keeps other processes from taking over what waits for its answer in this one. */
async function holdPending({ db, carriers }: Context): Promise<void> {
  const ids = carriers.all.flatMap((carrier) => carrier.pending());
  if (ids.length === 0) return;
  await sql`
    update message set submitting_at = now()
    where id = any(${ids}::text[])
      and submitting_at < now() - make_interval(secs => ${claimSeconds / 4})`.execute(db);
}

/** The carriers that messages were handed to, which may not be set up any more. */
function carriersOf({ carriers }: Context, rows: readonly MessageRow[]) {
  const known = rows.map((row) => ({ row, carrier: carriers.named(row.carrier ?? 'handset') }));
  return {
    reachable: known.flatMap(({ row, carrier }) => (carrier ? [{ row, carrier }] : [])),
    gone: known.flatMap(({ row, carrier }) => (carrier ? [] : [row])),
  };
}

/** There is no one to ask any more. */
const countAsSent = (context: Context, { id, carrier }: MessageRow, claim: string): Promise<void> =>
  recordSubmitResults(context, { name: carrier ?? 'handset', alternateIds: () => [] }, [
    { messageId: id, claim, result: { kind: 'accepted', refs: [null] } },
  ]);

/**
 * What the carrier has never seen may have become too late or unwanted while it was away. To ask
 * has taken time, so the claim starts anew, and what another one has taken over is left to that.
 */
const recheckSendable = async (
  context: Context,
  claim: string,
  rows: readonly MessageRow[],
): Promise<MessageRow[]> =>
  rows.length === 0
    ? []
    : context.db.transaction().execute(async (trx) => {
        const own = await lockOwn(
          trx,
          rows.map(({ id }) => ({ messageId: id, claim })),
        );
        await releaseOrphaned(trx, claim, own);
        const due = await filterSendable(
          context,
          trx,
          rows.filter(({ id }) => own.has(id)),
        );
        await trx
          .updateTable('message')
          .set({ submitting_at: sql`now()` })
          .where('claim', '=', claim)
          .where('id', 'in', ['', ...due.map(({ id }) => id)])
          .execute();
        return due;
      });

/** Frees what was to leave from a number that is not the account's any more; the sweep ends it. */
async function releaseOrphaned(trx: Trx, claim: string, own: Set<string>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update message set submitting_at = null, claim = null
    where id = any(${[...own]}::text[]) and claim = ${claim} and not exists (
      select from number
      where number.account_id = message.account_id and number.number = message.sender
    )
    returning id`.execute(trx);
  for (const { id } of rows) own.delete(id);
}

/** Locks messages, and returns the ids of those that their claim still has. */
async function lockOwn(
  trx: Trx,
  claims: readonly Pick<Answer, 'messageId' | 'claim'>[],
): Promise<Set<string>> {
  const claimOf = new Map(claims.map(({ messageId, claim }) => [messageId, claim]));
  const { rows } = await sql<{ id: string; claim: string | null }>`
    select id, claim from message where id = any(${[...claimOf.keys()]}::text[])
    order by id for update`.execute(trx);
  return new Set(rows.filter((row) => row.claim === claimOf.get(row.id)).map(({ id }) => id));
}

/** Hands over, and returns what is answered at once. */
async function submit(
  carrier: Carrier,
  claim: string,
  rows: readonly MessageRow[],
): Promise<Answer[]> {
  const results = await inTime(carrier.submit(rows.map((row) => submissionOf(row, claim))));
  return results.flatMap((result, index) =>
    result.kind === 'pending' ? [] : [{ messageId: rows[index]!.id, claim, result }],
  );
}

/** One that fails stops no other. */
async function forEachCarrier(
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

const submissionOf = (row: MessageRow, claim: string): Submission => ({
  messageId: row.id,
  accountId: row.account_id,
  claim,
  from: row.sender,
  to: row.recipient,
  text: row.sent_text ?? row.text,
  encoding: row.encoding,
  segments: row.segments,
  expiresAt: row.expires_at,
  attempts: row.attempts,
});

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

/** Writes down what a carrier answered, and applies the receipts that have overtaken the answer. */
export async function recordSubmitResults(
  context: Context,
  carrier: Pick<Carrier, 'name' | 'alternateIds'>,
  answers: readonly Answer[],
): Promise<void> {
  if (answers.length > 0)
    await matchReceipts(context, carrier, await applySubmitResults(context, carrier.name, answers));
}

/** Returns the refs of the parts that the carrier has. */
const applySubmitResults = (
  context: Context,
  carrier: string,
  answers: readonly Answer[],
): Promise<string[]> =>
  context.db.transaction().execute(async (trx) => {
    // That a carrier has taken a message is true whoever asked; that it has not, only of the last one.
    const own = await lockOwn(trx, answers);
    const known = answers.filter(
      ({ messageId, result }) => result.kind === 'accepted' || own.has(messageId),
    );
    const refs = await writeParts(trx, carrier, known);
    await advance(
      context,
      trx,
      known.flatMap((one) => changeOf(one, carrier)),
    );
    await requeue(
      trx,
      known.flatMap(({ messageId, result }) =>
        result.kind === 'throttled' ? [{ id: messageId, seconds: result.retryAfterMs / 1000 }] : [],
      ),
    );
    return refs;
  });

function changeOf({ messageId, result }: Answer, carrier: string): Change[] {
  switch (result.kind) {
    case 'accepted':
      return [{ messageId, to: 'sent', carrier }];
    case 'refused':
      return [
        {
          messageId,
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

/** What a carrier has no room for is due again later, until its time to live has passed. */
async function requeue(
  trx: Trx,
  waits: readonly { readonly id: string; readonly seconds: number }[],
): Promise<void> {
  if (waits.length === 0) return;
  await sql`
    update message set submitting_at = null, claim = null,
      not_before = now() + make_interval(secs => wait.seconds)
    from json_to_recordset(${JSON.stringify(waits)}::json) as wait(id text, seconds float)
    where message.id = wait.id`.execute(trx);
}
