import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Context } from '../../core/context.ts';
import type { Trx } from '../../store/database.ts';
import type { RetentionKind } from '../../store/tables/consentTables.ts';
import { eraseOldResponses } from './eraseOldResponses.ts';
import { findWalks, readPolicies, type Policy, type Walk } from './policy.ts';
import { settle } from './settle.ts';

/** The service stops within this time. */
const maxMs = 1_000;

/**
 * Erases old texts and old messages for a while, and returns whether there is more. It rests as
 * long as it works, so that everything else goes first. Each transaction looks at a batch of
 * messages, and stores how far it is.
 *
 * The service looks at each message once for each setting, in the order of their IDs. Messages that
 * must wait are in a separate table, and the service looks at each of them every ten minutes.
 * So the cost grows with the new messages, and not with all stored messages.
 */
export async function applyRetention(context: Context): Promise<boolean> {
  const end = performance.now() + maxMs;
  const run = async (step: (trx: Trx) => Promise<boolean>): Promise<boolean> => {
    const start = performance.now();
    const isMore = await context.db.transaction().execute(step);
    await sleep(performance.now() - start);
    return isMore;
  };
  const steps: ((trx: Trx) => Promise<boolean>)[] = [
    (trx) => eraseOldResponses(context, trx),
    (trx) => retryWaiting(context, trx),
    ...(await findWalks(context.db, context.clock())).map(
      (walk) => (trx: Trx) => walkOn(context, trx, walk),
    ),
  ];
  for (const step of steps)
    do {
      if (performance.now() > end) return true;
    } while (await run(step));
  return false;
}

/** Looks at the next messages of an account. Another process may be doing this already. */
async function walkOn(context: Context, trx: Trx, walk: Walk): Promise<boolean> {
  const { accountId, kind, before } = walk;
  await sql`
    insert into retention_walk (account_id, kind) values (${accountId}, ${kind})
    on conflict do nothing`.execute(trx);
  const claimed = await sql<{ readonly cursor: string }>`
    select cursor from retention_walk where account_id = ${accountId} and kind = ${kind}
    for update skip locked`.execute(trx);
  if (!claimed.rows[0]) return false;
  const { rows } = await sql<{ readonly id: string; readonly concerns: boolean }>`
    select id, ${concerns[kind]} as concerns from message
    where account_id = ${accountId} and id > ${claimed.rows[0].cursor} and id < ${before}
    order by id limit ${context.batch()}`.execute(trx);
  const last = rows.at(-1);
  if (!last) return false;
  const ids = rows.filter((row) => row.concerns).map(({ id }) => id);
  const waiting = await settle(context, trx, walk, ids);
  await sql`
    insert into retention_wait (message_id, kind, account_id, retry_at)
    select id, ${kind}, ${accountId}, at
    from jsonb_to_recordset(${JSON.stringify(waiting)}::jsonb) as one(id text, at timestamptz)
    on conflict do nothing`.execute(trx);
  await sql`
    update retention_walk set cursor = ${last.id}
    where account_id = ${accountId} and kind = ${kind}`.execute(trx);
  return true;
}

/** Whether a setting is about a message. */
const concerns: Readonly<Record<RetentionKind, ReturnType<typeof sql>>> = {
  otp_text: sql`purpose = 'otp' and text_erased_at is null`,
  text: sql`text_erased_at is null`,
  message: sql`true`,
};

/** Looks again at messages that wait. */
async function retryWaiting(context: Context, trx: Trx): Promise<boolean> {
  const { rows } = await sql<{
    readonly message_id: string;
    readonly kind: RetentionKind;
    readonly account_id: string;
  }>`
    select message_id, kind, account_id from retention_wait where retry_at <= ${context.clock()}
    order by retry_at limit ${context.batch()} for update skip locked`.execute(trx);
  if (rows.length === 0) return false;
  const policies = await readPolicies(trx, [...new Set(rows.map(({ account_id }) => account_id))]);
  const waiting = [];
  for (const policy of policies) {
    const ids = rows.filter(isOf(policy)).map(({ message_id }) => message_id);
    const own = await settle(context, trx, policy, ids);
    waiting.push(...own.map((one) => ({ ...one, kind: policy.kind })));
  }
  const keys = JSON.stringify(rows.map(({ message_id: id, kind }) => ({ id, kind })));
  await sql`
    delete from retention_wait as old using jsonb_to_recordset(${keys}::jsonb)
      as one(id text, kind text)
    where old.message_id = one.id and old.kind = one.kind`.execute(trx);
  const accountOf = new Map(rows.map((row) => [row.message_id, row.account_id]));
  const again = waiting.map((one) => ({ ...one, account: accountOf.get(one.id) }));
  await sql`
    insert into retention_wait (message_id, kind, account_id, retry_at)
    select id, kind, account, at from jsonb_to_recordset(${JSON.stringify(again)}::jsonb)
      as one(id text, kind text, account text, at timestamptz)`.execute(trx);
  return rows.length === context.batch();
}

const isOf =
  ({ accountId, kind }: Policy) =>
  (row: { readonly account_id: string; readonly kind: RetentionKind }): boolean =>
    row.account_id === accountId && row.kind === kind;
