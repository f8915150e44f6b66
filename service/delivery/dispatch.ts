import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { SubmitResult } from '../carriers/carrier.ts';
import type { Context } from '../context.ts';
import { newId } from '../ids.ts';
import { advance, type Change } from '../messaging/advance.ts';
import type { MessageRow } from '../messaging/messageOf.ts';
import type { Db, Trx } from '../store/database.ts';
import { insertMany } from '../store/insertMany.ts';
import { chooseWanted } from './chooseWanted.ts';
import { byTurn, countPace, holdLines, readmit, takeDue, type Line } from './line.ts';
import { matchReceipts } from './receipts.ts';

/**
 * A claim older than this is of a process that is gone: the carrier was given less time to answer.
 * The database's clock measures it, the one clock that all processes share.
 */
const claimSeconds = 20;
const carrierTimeoutMs = 10_000;
/** Messages that are handed over at once. */
const mostAtOnce = 500;

/** Hands messages that are due to the carrier; true where there may be more. */
export async function dispatch(context: Context): Promise<boolean> {
  const claim = newId('clm');
  const { due, isFull } = await claimDue(context, claim);
  const answers = await submit(context, due);
  await conclude(
    context,
    claim,
    due.map(({ id }, index) => ({ id, result: answers[index]! })),
  );
  return isFull;
}

/**
 * Takes up what waits for something else than its turn: a carrier that had no room, and a process
 * that is gone. What was in the carrier's hands then is first asked for, and only what the carrier
 * does not know is handed over again.
 */
export async function takeUp(context: Context): Promise<void> {
  await readmit(context.db, mostAtOnce);
  const claim = newId('clm');
  const cutOff = await claimCutOff(context.db, claim);
  if (cutOff.length === 0) return;
  const taken = await find(context, cutOff);
  const due = await judge(
    context,
    claim,
    cutOff.filter(({ id }) => !taken.has(id)),
  );
  const answers = await submit(context, due);
  await conclude(context, claim, [
    ...[...taken].map(([id, refs]) => ({ id, result: { kind: 'accepted', refs } as const })),
    ...due.map(({ id }, index) => ({ id, result: answers[index]! })),
  ]);
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

/** Marks the messages whose turn it is as being handed over by this claim. */
const claimDue = (
  context: Context,
  claim: string,
): Promise<{ due: MessageRow[]; isFull: boolean }> =>
  context.db.transaction().execute(async (trx) => {
    const lines = await holdLines(context, trx, mostAtOnce);
    const turn = await takeDue(context, trx, lines);
    const due = await chooseWanted(context, trx, turn);
    if (due.length > 0) {
      await sql`
        update message set status = 'queued', claim = ${claim}, submitting_at = now(),
          attempts = attempts + 1
        where id = any(${due.map(({ id }) => id)}::text[])`.execute(trx);
      await countPace(trx, lines, due);
    }
    return { due, isFull: lines.some((line) => !line.isPaced && isFull(line, turn)) };
  });

const isFull = ({ accountId, sender, room }: Line, turn: readonly MessageRow[]): boolean =>
  turn.filter((row) => row.account_id === accountId && row.sender === sender).length >= room;

/** Takes over what has been handed over for too long, in the order in which it was due. */
async function claimCutOff(db: Db, claim: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    update message set claim = ${claim}, submitting_at = now(), attempts = attempts + 1
    where id in (
      select id from message
      where status in ('scheduled', 'queued')
        and submitting_at < now() - make_interval(secs => ${claimSeconds})
      order by submitting_at
      limit ${mostAtOnce}
      for update skip locked
    )
    returning *`.execute(db);
  return rows.map((row) => ({ ...row, attempts: row.attempts - 1 })).sort(byTurn);
}

const find = (context: Context, rows: readonly MessageRow[]) =>
  inTime(context.carrier.find(rows.map(({ id }) => id)));

/**
 * What the carrier has never seen may have become too late or unwanted while it was away. To ask
 * has taken time, so the claim starts anew, and what another one has taken over is left to that.
 */
const judge = async (
  context: Context,
  claim: string,
  rows: readonly MessageRow[],
): Promise<MessageRow[]> =>
  rows.length === 0
    ? []
    : context.db.transaction().execute(async (trx) => {
        const own = await lockOwn(trx, claim, rows);
        await letGoSenderless(trx, claim, own);
        const due = await chooseWanted(
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
async function letGoSenderless(trx: Trx, claim: string, own: Set<string>): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update message set submitting_at = null, claim = null
    where id = any(${[...own]}::text[]) and claim = ${claim} and not exists (
      select from number
      where number.account_id = message.account_id and number.number = message.sender
    )
    returning id`.execute(trx);
  for (const { id } of rows) own.delete(id);
}

/** Locks messages, and returns the ids of those that this claim still has. */
async function lockOwn(
  trx: Trx,
  claim: string,
  messages: readonly { readonly id: string }[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string; claim: string | null }>`
    select id, claim from message where id = any(${messages.map(({ id }) => id)}::text[])
    order by id for update`.execute(trx);
  return new Set(rows.filter((row) => row.claim === claim).map(({ id }) => id));
}

interface Result {
  readonly id: string;
  readonly result: SubmitResult;
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

/** Writes down what the carrier answered, and applies the receipts that have overtaken the answer. */
async function conclude(
  context: Context,
  claim: string,
  results: readonly Result[],
): Promise<void> {
  if (results.length > 0) await matchReceipts(context, await settle(context, claim, results));
}

/** Returns the refs that the carrier gave. */
const settle = (context: Context, claim: string, results: readonly Result[]): Promise<string[]> =>
  context.db.transaction().execute(async (trx) => {
    const carrier = context.carrier.name;
    // That a carrier has taken a message is true whoever asked; that it has not, only of the last one.
    const own = await lockOwn(trx, claim, results);
    const known = results.filter(({ id, result }) => result.kind === 'accepted' || own.has(id));
    const parts = known.flatMap(({ id, result }) =>
      result.kind === 'accepted'
        ? result.refs.map((ref, part) => ({ carrier, ref, message_id: id, part }))
        : [],
    );
    if (parts.length > 0)
      await sql`${insertMany('part', parts)} on conflict do nothing`.execute(trx);
    await advance(
      context,
      trx,
      known.flatMap((one) => changeOf(one, carrier)),
    );
    await putBackThrottled(trx, known);
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
async function putBackThrottled(trx: Trx, results: readonly Result[]): Promise<void> {
  const waits = results.flatMap(({ id, result }) =>
    result.kind === 'throttled' ? [{ id, seconds: result.retryAfterMs / 1000 }] : [],
  );
  if (waits.length === 0) return;
  await sql`
    update message set submitting_at = null, claim = null,
      not_before = now() + make_interval(secs => wait.seconds)
    from json_to_recordset(${JSON.stringify(waits)}::json) as wait(id text, seconds float)
    where message.id = wait.id`.execute(trx);
}
