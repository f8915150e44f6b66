import type { Context } from '../core/context.ts';
import type { Trx } from '../store/database.ts';
import { recordEvents } from '../webhooks/recordEvents.ts';
import { toPhoneNumber, type NumberRow } from './toPhoneNumber.ts';

/** Records the event of a number that became active or could not be bought. */
export async function reportNumber(context: Context, trx: Trx, row: NumberRow): Promise<void> {
  if (row.status === 'pending') return;
  const type = row.status === 'failed' ? 'number.failed' : 'number.activated';
  const event = { accountId: row.account_id, type, data: toPhoneNumber(row) } as const;
  await recordEvents(context, trx, [event]);
}
