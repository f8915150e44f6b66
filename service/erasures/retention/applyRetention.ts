import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import type { Trx } from '../../store/database.ts';
import { isBusy } from '../../store/isBusy.ts';
import type { RetentionKind } from '../../store/tables/consentTables.ts';
import { eraseOldResponses } from './eraseOldResponses.ts';
import { readUndelivered, type IsUndelivered } from './findHeld.ts';
import { findWaits, findWalks, readPolicy, restartWalks, walkEnd, type Setting } from './policy.ts';
import {
  countErased,
  eraseDueMessages,
  type FinalMessage,
  type Settled,
} from './eraseDueMessages.ts';

/** The service stops within this time. */
const maxMs = 1_000;

type Step = (trx: Trx) => Promise<StepResult>;
interface StepResult extends Partial<Settled> {
  readonly isMore: boolean;
}

/**
 * Erases old texts and old messages for a while, and returns whether there is more. While other
 * work uses the database, each pause is as long as the work before it, so that everything else goes
 * first. Each transaction looks at a batch of messages for one setting of one account, and stores
 * its progress. The settings take turns, so that no account waits for all messages of another one.
 *
 * The service looks at each message once for each setting, in the order of their IDs. Messages that
 * must wait are in a separate table, and the service looks at each of them every ten minutes.
 * So the cost grows with the new messages, and not with all stored messages.
 */
export async function applyRetention(context: Context): Promise<boolean> {
  const failures: unknown[] = [];
  await restartWalks(context.db, context.clock());
  const waits = await findWaits(context.db, context.clock());
  const walks = await findWalks(context.db, context.clock());
  const accountIds = [...new Set([...waits, ...walks].map(({ accountId }) => accountId))];
  const isUndelivered = await readUndelivered(context, accountIds).catch((error: unknown) => {
    failures.push(error);
    return () => true;
  });
  const end = performance.now() + maxMs;
  let steps: Step[] = [
    async (trx) => ({ isMore: await eraseOldResponses(context, trx) }),
    ...waits.map(
      (setting): Step =>
        (trx) =>
          retryWaiting(context, trx, setting, isUndelivered),
    ),
    ...walks.map(
      (setting): Step =>
        (trx) =>
          walkOn(context, trx, setting, isUndelivered),
    ),
  ];
  while (steps.length > 0 && performance.now() <= end) {
    const unfinished: Step[] = [];
    for (const step of steps) {
      if (performance.now() > end) break;
      try {
        if (await run(context, step)) unfinished.push(step);
      } catch (error) {
        failures.push(error);
      }
    }
    if (performance.now() <= end) steps = unfinished;
  }
  if (failures.length > 0) throw failures[0];
  return steps.length > 0;
}

async function run({ db, embedded }: Context, step: Step): Promise<boolean> {
  const start = performance.now();
  const result = await db.transaction().execute(step);
  countErased(result);
  const workedMs = performance.now() - start;
  // All statements of the embedded database wait for each other, so that it sees no others.
  if (embedded || (await isBusy(db))) await sleep(workedMs);
  return result.isMore;
}

const nothing: StepResult = { isMore: false };

/** Looks at the next messages of an account. */
async function walkOn(
  context: Context,
  trx: Trx,
  setting: Setting,
  isUndelivered: IsUndelivered,
): Promise<StepResult> {
  const { accountId, kind } = setting;
  const cursor = await claim(trx, setting);
  const policy = await readPolicy(trx, setting);
  if (cursor === undefined || !policy) return nothing;
  const { rows } = await sql<FinalMessage & { readonly concerns: boolean }>`
    select id, final_at, ${concerns[kind]} as concerns from message
    where account_id = ${accountId} and id > ${cursor}
      and id < ${walkEnd(policy.keepMs, context.clock())}
    order by id limit ${chooseBatch(context, kind)}`.execute(trx);
  const last = rows.at(-1);
  if (!last) return nothing;
  const concerned = rows.filter((row) => row.concerns);
  const settled = await eraseDueMessages(context, trx, policy, concerned, isUndelivered);
  await storeWaiting(trx, setting, settled);
  await storeCursor(trx, setting, last.id);
  return { ...settled, isMore: true };
}

/** Whether a setting is about a message. */
const concerns: Readonly<Record<RetentionKind, ReturnType<typeof sql>>> = {
  otp_text: sql`purpose = 'otp' and text_erased_at is null`,
  text: sql`text_erased_at is null`,
  message: sql`true`,
};

/**
 * Returns how many messages one transaction looks at. A larger deletion needs fewer statements,
 * and nobody waits for its locks. In the embedded database, everything waits for a transaction.
 */
const chooseBatch = ({ batch, embedded }: Context, kind: RetentionKind): number =>
  kind === 'message' && !embedded ? 4 * batch() : batch();

/** Looks again at messages that wait. */
async function retryWaiting(
  context: Context,
  trx: Trx,
  setting: Setting,
  isUndelivered: IsUndelivered,
): Promise<StepResult> {
  const { accountId, kind } = setting;
  if ((await claim(trx, setting)) === undefined) return nothing;
  const { rows } = await sql<{ readonly message_id: string }>`
    delete from retention_wait where kind = ${kind} and message_id = any(array(
      select message_id from retention_wait
      where account_id = ${accountId} and kind = ${kind} and retry_at <= ${context.clock()}
      order by retry_at limit ${context.batch()}
    )) returning message_id`.execute(trx);
  const isMore = rows.length === context.batch();
  const policy = await readPolicy(trx, setting);
  if (!policy) {
    // If the account sets a value again, the service looks at all messages again.
    await storeCursor(trx, setting, '');
    return { isMore };
  }
  const ids = rows.map(({ message_id }) => message_id);
  const { rows: messages } = await sql<FinalMessage>`
    select id, final_at from message where id = any(${ids}::text[])`.execute(trx);
  const settled = await eraseDueMessages(context, trx, policy, messages, isUndelivered);
  await storeWaiting(trx, setting, settled);
  return { ...settled, isMore };
}

/**
 * Locks a setting, and returns how far the service is. Returns undefined if another process works
 * on the setting.
 */
async function claim(trx: Trx, { accountId, kind }: Setting): Promise<string | undefined> {
  await sql`
    insert into retention_walk (account_id, kind) values (${accountId}, ${kind})
    on conflict do nothing`.execute(trx);
  const { rows } = await sql<{ readonly cursor: string }>`
    select cursor from retention_walk where account_id = ${accountId} and kind = ${kind}
    for update skip locked`.execute(trx);
  return rows[0]?.cursor;
}

async function storeCursor(trx: Trx, { accountId, kind }: Setting, cursor: string): Promise<void> {
  await sql`
    update retention_walk set cursor = ${cursor}
    where account_id = ${accountId} and kind = ${kind}`.execute(trx);
}

async function storeWaiting(
  trx: Trx,
  { accountId, kind }: Setting,
  { waiting }: Settled,
): Promise<void> {
  await sql`
    insert into retention_wait (message_id, kind, account_id, retry_at)
    select id, ${kind}, ${accountId}, at
    from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as one(id text, at timestamptz)
    on conflict do nothing`.execute(trx);
}
