import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { eraseMessages } from './eraseMessages.ts';
import { eraseHandsetTexts, eraseRecords } from './eraseRecords.ts';
import { eraseJobs, eraseOtherEvents, eraseReceipts, eraseResponses } from './eraseTraces.ts';
import type { Step } from './erasure.ts';

/**
 * The database counts how many of them are complete, so add new ones at the end. Jobs come
 * last, because what they store in the meantime is later data of the person.
 */
const steps: readonly Step[] = [
  eraseMessages,
  eraseRecords,
  eraseHandsetTexts,
  eraseOtherEvents,
  eraseResponses,
  eraseReceipts,
  eraseJobs,
];

/** The sweep has more to do, and comes back in seconds. */
const usualMaxMs = 2_000;

/** The account whose erasure this process continued last. */
const lastAccounts = new WeakMap<Context, string>();

/** Continues erasures for a while, in small transactions that a crash can interrupt. */
export async function workOnErasures(context: Context, maxMs = usualMaxMs): Promise<void> {
  const end = performance.now() + maxMs;
  const waiting: string[] = [];
  while (performance.now() < end) {
    const found = await context.db
      .transaction()
      .execute((trx) => continueErasure(context, trx, waiting));
    if (!found) return;
    lastAccounts.set(context, found.accountId);
    if (found.isWaiting) waiting.push(found.id);
  }
}

interface Continued {
  readonly id: string;
  readonly accountId: string;
  readonly isWaiting: boolean;
}

/**
 * Whether the erasure has begun, or can begin because every transaction that stored something
 * before the request has ended. Nobody sees what the others have stored.
 */
const canBegin = sql<boolean>`(
  step > 0 or messages > 0 or age(xmin) > age(pg_snapshot_xmin(pg_current_snapshot())::xid)
)`.as('can_begin');

/** Does one step. Accounts take turns, because each erasure reads all events of its account. */
async function continueErasure(
  context: Context,
  trx: Trx,
  waiting: readonly string[],
): Promise<Continued | undefined> {
  const row = await trx
    .selectFrom('erasure')
    .selectAll()
    .select(canBegin)
    .where('status', '=', 'running')
    .where('id', 'not in', [...waiting, ''])
    .orderBy(sql`account_id <= ${lastAccounts.get(context) ?? ''}`)
    .orderBy('account_id')
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (!row) return undefined;
  const { id, step, account_id: accountId } = row;
  if (!row.can_begin) return { id, accountId, isWaiting: true };
  await sql`select set_config('textloom.erases', 'on', true)`.execute(trx);
  const progress = await steps[step]!({ ...row, context, trx, phones: row.phones! });
  if (progress.kind === 'later') return { id, accountId, isWaiting: true };
  const isDone = progress.kind === 'done';
  const isCompleted = isDone && step + 1 === steps.length;
  await trx
    .updateTable('erasure')
    .set({
      step: isDone ? step + 1 : step,
      cursor: isDone ? '' : (progress.cursor ?? ''),
      messages: row.messages + (progress.messages ?? 0),
      ...(isCompleted && {
        status: 'completed' as const,
        phones: null,
        completed_at: context.clock(),
      }),
    })
    .where('id', '=', id)
    .execute();
  return { id, accountId, isWaiting: false };
}
