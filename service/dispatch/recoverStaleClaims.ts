import { sql } from 'kysely';
import { unknownCarrier } from '../carriers/carrier.ts';
import { unknownCarrierSeconds } from '../carriers/decideUnroutable.ts';
import { startStopwatch } from '../carriers/lease.ts';
import type { Context } from '../core/context.ts';
import { newId } from '../lib/ids.ts';
import type { MessageRow } from '../messages/toMessage.ts';
import { lockMatching } from '../messages/advance.ts';
import { isUnsent } from '../messages/statusMachine.ts';
import type { Db, Trx } from '../store/database.ts';
import { settleUnsendable } from './settleUnsendable.ts';
import { compareQueueOrder, requeueUnsent } from './senderQueue.ts';
import { claimSeconds, releaseUnusedClaims, renewSeconds } from './claims.ts';
import { forEachCarrier, withinCarrierTimeout, toSubmissions, submit } from './submit.ts';
import { lockClaimed, recordSubmitResults, retryRecording } from './results/recordSubmitResults.ts';

/**
 * Recovers messages that wait for the capacity of a carrier, or for the result of a process that is
 * gone. It first asks the carrier about messages of stale claims, and submits again only those that
 * the carrier does not know.
 */
export async function recoverStaleClaims(context: Context): Promise<void> {
  const { isWaitOver, isStale } = await renewAndLook(context).catch((error: unknown) => {
    failedAt.set(context, performance.now());
    throw error;
  });
  if (isWaitOver) await requeueUnsent(context.db, context.batch());
  const isTooEarly = performance.now() < (failedAt.get(context) ?? -Infinity) + renewSeconds * 1000;
  if (!isStale || isTooEarly) return;
  const claim = newId('clm');
  const rows = await claimStale(context, claim);
  const { reachable, unconfigured } = groupByCarrier(context, rows);
  for (const row of unconfigured) await countAsSent(context, row, claim);
  await forEachCarrier(reachable, async (carrier, some) => {
    const rows = some.map(({ row }) => row);
    const submissions = await toSubmissions(context, context.db, rows, claim);
    const found = await withinCarrierTimeout(
      carrier.find(submissions.map((one) => ({ ...one, text: one.text ?? '' }))),
    );
    const accepted = [...found].flatMap(([messageId, refs]) =>
      // Its claim gets stale again.
      refs === 'undecided'
        ? []
        : [{ messageId, claim, result: { kind: 'accepted', refs } as const }],
    );
    const elapsedMs = startStopwatch();
    const sendable = await recheckSendable(
      context,
      claim,
      rows.filter(({ id }) => !found.has(id)),
    );
    const due = submissions.filter(({ messageId }) => sendable.has(messageId));
    for (const { lease } of due) lease.renew(elapsedMs);
    const responses = await submit(carrier, due);
    await recordSubmitResults(context, carrier, [...accepted, ...responses]);
  });
}

/**
 * When this process last failed to renew its claims. The others may have failed too. So it takes
 * over no claim until they have had the time to renew theirs.
 */
const failedAt = new WeakMap<Context, number>();

async function renewAndLook(context: Context): ReturnType<typeof lookForWaiting> {
  await retryRecording(context);
  await releaseUnusedClaims(context);
  await renewPendingClaims(context);
  return lookForWaiting(context);
}

/** Releases all claims. Call it only where no other process can hold one. */
export const releaseClaims = async (db: Db): Promise<void> => {
  await db
    .updateTable('message')
    .set({ submitting_at: new Date(0) })
    .where('submitting_at', 'is not', null)
    .where(isUnsent())
    .execute();
};

const isTooOld = sql`submitting_at < now() - make_interval(secs => ${claimSeconds})`;

/**
 * Matches the stale claims that this process may take over. Another process may know the carrier of
 * the others.
 */
const isRecoverable = ({ carriers }: Context) => sql`${isTooOld}
  and (coalesce(carrier, 'handset') = any(${carriers.all.map(({ name }) => name)}::text[])
    or submitting_at < now() - make_interval(secs => ${unknownCarrierSeconds}))`;

/**
 * Looks for messages to recover. This runs several times per second, and there are rarely any. An
 * update that finds none takes several times longer, because it opens every index of the table.
 */
async function lookForWaiting(
  context: Context,
): Promise<{ isWaitOver: boolean; isStale: boolean }> {
  const { rows } = await sql<{ isWaitOver: boolean; isStale: boolean }>`select
    exists (select from message where ${isUnsent()} and not_before <= now()) as "isWaitOver",
    exists (select from message where ${isUnsent()} and ${isRecoverable(context)}) as "isStale"`.execute(
    context.db,
  );
  return rows[0]!;
}

/**
 * Takes over claims that are too old, in the order in which their messages were due. No other
 * carrier may get these messages, even if their carrier says that it does not know them.
 */
async function claimStale(context: Context, claim: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    update message set claim = ${claim}, submitting_at = now(), attempts = attempts + 1,
      keeps_carrier = true
    where id in (
      select id from message
      where ${isUnsent()} and ${isRecoverable(context)}
      order by submitting_at
      limit ${context.batch()}
      for update skip locked
    )
    returning *`.execute(context.db);
  return rows.map((row) => ({ ...row, attempts: row.attempts - 1 })).sort(compareQueueOrder);
}

/**
 * Renews the claims of messages whose result this process still expects. It leaves those alone that
 * another process took over, and ends their leases.
 */
async function renewPendingClaims({ db, carriers }: Context): Promise<void> {
  const pending = carriers.all.flatMap((carrier) => carrier.pending());
  if (pending.length === 0) return;
  const { rows: held } = await sql<Held>`
    select id, claim, submitting_at < now() - make_interval(secs => ${renewSeconds}) as is_old
    from message
    where id = any(${pending.map(({ messageId }) => messageId)}::text[])
      and claim is not null and submitting_at is not null`.execute(db);
  const claims = new Map(held.map(({ id, claim }) => [id, claim]));
  for (const { messageId, claim, lease } of pending)
    if (claims.get(messageId) !== claim) lease.end();
  const old = new Set(held.flatMap(({ id, is_old }) => (is_old ? [id] : [])));
  const due = pending.filter(
    ({ messageId, claim }) => old.has(messageId) && claims.get(messageId) === claim,
  );
  if (due.length === 0) return;
  const elapsedMs = startStopwatch();
  const { rows: renewed } = await sql<Pick<Held, 'id' | 'claim'>>`
    update message set submitting_at = now()
    from unnest(
      ${due.map(({ messageId }) => messageId)}::text[],
      ${due.map(({ claim }) => claim)}::text[]
    ) as own(id, claim)
    where message.id = own.id and message.claim = own.claim and submitting_at is not null
      and message.id = ${lockMatching(sql`id = any(${due.map(({ messageId }) => messageId)}::text[])`)}
    returning message.id, message.claim`.execute(db);
  const renewedClaims = new Map(renewed.map(({ id, claim }) => [id, claim]));
  for (const { messageId, claim, lease } of due)
    if (renewedClaims.get(messageId) === claim) lease.renew(elapsedMs);
}

interface Held {
  readonly id: string;
  readonly claim: string;
  readonly is_old: boolean;
}

/** The carriers that the messages were submitted to. A carrier may no longer be configured. */
function groupByCarrier({ carriers }: Context, rows: readonly MessageRow[]) {
  const known = rows.map((row) => ({ row, carrier: carriers.named(row.carrier ?? 'handset') }));
  return {
    reachable: known.flatMap(({ row, carrier }) => (carrier ? [{ row, carrier }] : [])),
    unconfigured: known.flatMap(({ row, carrier }) => (carrier ? [] : [row])),
  };
}

/** Counts a message as sent, because its carrier is gone and nothing can look it up. */
const countAsSent = (context: Context, { id, carrier }: MessageRow, claim: string): Promise<void> =>
  recordSubmitResults(context, unknownCarrier(carrier ?? 'handset'), [
    { messageId: id, claim, result: { kind: 'accepted', refs: [null] } },
  ]);

/**
 * Returns which messages that the carrier has never seen may still be sent: they may have expired,
 * or their recipient may have opted out. The lookup took time, so the claim starts again. Messages
 * that another claim now holds are left to that claim.
 */
const recheckSendable = async (
  context: Context,
  claim: string,
  rows: readonly MessageRow[],
): Promise<ReadonlySet<string>> =>
  rows.length === 0
    ? new Set()
    : context.db.transaction().execute(async (trx) => {
        const { claimed } = await lockClaimed(
          trx,
          rows.map(({ id }) => ({ messageId: id, claim })),
        );
        await releaseOrphaned(trx, claim, claimed);
        const due = await settleUnsendable(
          context,
          trx,
          rows.filter(({ id }) => claimed.has(id)),
        );
        const ids = due.map(({ id }) => id);
        await trx
          .updateTable('message')
          .set({ submitting_at: sql`clock_timestamp()` })
          .where('claim', '=', claim)
          .where(sql<boolean>`id = any(${ids}::text[])`)
          .execute();
        return new Set(ids);
      });

/** Releases messages whose sender no longer belongs to the account; the sweep fails them. */
async function releaseOrphaned(
  trx: Trx,
  claim: string,
  claimed: Map<string, number>,
): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    update message set submitting_at = null, claim = null
    where id = any(${[...claimed.keys()]}::text[]) and claim = ${claim} and not exists (
      select from number
      where number.account_id = message.account_id and number.number = message.sender
    )
    returning id`.execute(trx);
  for (const { id } of rows) claimed.delete(id);
}
