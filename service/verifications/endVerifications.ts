import { sql } from 'kysely';
import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import type { NewEvent } from '../webhooks/toEvent.ts';
import { endUnclaimed } from '../messages/advance.ts';
import { toVerification, type VerificationRow } from './toVerification.ts';

type FinalStatus = Exclude<VerificationRow['status'], 'pending'>;

/**
 * Ends pending verifications, whose rows the transaction has locked, forgets their codes, and
 * records an event for each. A canceled one has no event.
 */
export async function endVerifications(
  context: Context,
  trx: Trx,
  ids: readonly string[],
  status: FinalStatus,
  { attemptsLeft }: { readonly attemptsLeft?: number } = {},
): Promise<VerificationRow[]> {
  if (ids.length === 0) return [];
  const now = context.clock();
  const rows = await trx
    .updateTable('verification')
    .set({
      status,
      code_hash: null,
      ...(attemptsLeft !== undefined && { attempts_left: attemptsLeft }),
      ...(status === 'approved' && { approved_at: now }),
    })
    .where('id', 'in', ids)
    .where('status', '=', 'pending')
    .returningAll()
    .execute();
  if (status !== 'canceled')
    await recordEvents(
      context,
      trx,
      rows.map((row): NewEvent => {
        const type = status === 'approved' ? 'verification.approved' : 'verification.failed';
        return { accountId: row.account_id, type, data: toVerification(row, now) };
      }),
    );
  return rows;
}

/** Cancels verifications, and their texts that no carrier has. */
export async function cancelVerifications(
  context: Context,
  trx: Trx,
  ids: readonly string[],
): Promise<VerificationRow[]> {
  const rows = await endVerifications(context, trx, ids, 'canceled');
  if (rows.length === 0) return [];
  const messageIds = rows.map(({ message_id }) => message_id);
  await endUnclaimed(context, trx, sql`id = any(${messageIds}::text[])`, { to: 'canceled' });
  return rows;
}
