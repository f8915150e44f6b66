import { limits } from '@textloom/shared/contract';
import type { Context } from '../context.ts';
import { advance } from '../messaging/advance.ts';
import { matchReceipts } from './receipts.ts';

const hour = 3_600_000;
const batch = 500;

/** How long a sent message waits for its receipt beyond its time to live, and at least. */
const receiptWindow = { afterExpiry: 24 * hour, atLeast: 72 * hour };

/** Puts right what no single event puts right: what has waited too long, and what a crash left between two steps. */
export async function sweep(context: Context): Promise<void> {
  await giveUpWaiting(context);
  await expireUnsent(context);
  await matchLeftReceipts(context);
  await forgetKeys(context);
}

async function giveUpWaiting(context: Context): Promise<void> {
  const now = context.clock().getTime();
  await context.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('message')
      .select('id')
      .where('status', '=', 'sent')
      .where('final_at', 'is', null)
      .where('expires_at', '<', new Date(now - receiptWindow.afterExpiry))
      .where('sent_at', '<', new Date(now - receiptWindow.atLeast))
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    await advance(
      context,
      trx,
      rows.map(({ id }) => ({ messageId: id, to: 'unconfirmed', error: 'no_receipt' })),
    );
  });
}

/** Those that no job will end, because the carrier has been out of reach for all of their time. */
async function expireUnsent(context: Context): Promise<void> {
  await context.db.transaction().execute(async (trx) => {
    const rows = await trx
      .selectFrom('message')
      .select('id')
      .where('status', 'in', ['scheduled', 'queued'])
      .where('final_at', 'is', null)
      .where('submitting_at', 'is', null)
      .where('expires_at', '<', context.clock())
      .orderBy('id')
      .limit(batch)
      .forUpdate()
      .skipLocked()
      .execute();
    await advance(
      context,
      trx,
      rows.map(({ id }) => ({ messageId: id, to: 'expired', error: 'ttl_expired' })),
    );
  });
}

async function matchLeftReceipts(context: Context): Promise<void> {
  const rows = await context.db
    .selectFrom('receipt')
    .innerJoin('part', (join) =>
      join.onRef('part.carrier', '=', 'receipt.carrier').onRef('part.ref', '=', 'receipt.ref'),
    )
    .select('receipt.ref')
    .where('receipt.matched', '=', false)
    .where('receipt.carrier', '=', context.carrier.name)
    .limit(batch)
    .execute();
  await matchReceipts(
    context,
    rows.map(({ ref }) => ref),
  );
}

async function forgetKeys(context: Context): Promise<void> {
  const before = new Date(context.clock().getTime() - limits.idempotencyHours * hour);
  await context.db.deleteFrom('idempotency').where('created_at', '<', before).execute();
}
