import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { recordEvents, type NewEvent } from '../webhooks/recordEvents.ts';
import { advance } from '../messages/advance.ts';
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
  const unsent = await trx
    .selectFrom('message')
    .select('id')
    .where(
      'id',
      'in',
      rows.map(({ message_id }) => message_id),
    )
    .where('status', 'in', ['scheduled', 'queued'])
    .where('submitting_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute();
  await advance(
    context,
    trx,
    unsent.map(({ id }) => ({ messageId: id, to: 'canceled' })),
  );
  return rows;
}
