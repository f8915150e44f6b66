import type { EventType } from '@textloom/shared/contract';
import type { Context } from '../core/context.ts';
import { workInBatches } from '../core/workInBatches.ts';
import { day } from '../times/durations.ts';
import { recordEvents } from './recordEvents.ts';

const expired = 'webhook.expired' satisfies EventType;
const expiryPatterns: readonly string[] = [expired, 'webhook.*', '*'];
/**
 * How long a webhook that asked for its expiry event stays, so that its receiver can accept the
 * event.
 */
const notificationMs = day;
/** The events of a webhook that has got its expiry event. No other webhook has an empty list. */
const notifiedEvents = '[]';

/** Returns whether a webhook gets an event when it expires. */
export const asksForExpiry = (events: readonly string[]): boolean =>
  events.some((pattern) => expiryPatterns.includes(pattern));

/**
 * Deletes expired webhooks. A webhook that asks for its expiry event gets it first, and no other
 * events.
 */
export async function expireWebhooks(context: Context): Promise<void> {
  const { db, clock } = context;
  await workInBatches(db, async (trx) => {
    const limit = context.batch();
    const rows = await trx
      .selectFrom('webhook')
      .select(['id', 'account_id', 'events', 'status'])
      .where('expires_at', '<=', clock())
      .orderBy('id')
      .limit(limit)
      .forUpdate()
      .skipLocked()
      .execute();
    const notified = rows.filter(
      ({ events, status }) => status === 'enabled' && asksForExpiry(events),
    );
    const deleted = rows.filter((row) => !notified.includes(row));
    if (deleted.length > 0)
      await trx
        .deleteFrom('webhook')
        .where(
          'id',
          'in',
          deleted.map(({ id }) => id),
        )
        .execute();
    if (notified.length === 0) return rows.length === limit;
    await trx
      .updateTable('webhook')
      .set({
        events: notifiedEvents,
        expires_at: new Date(clock().getTime() + notificationMs),
      })
      .where(
        'id',
        'in',
        notified.map(({ id }) => id),
      )
      .execute();
    await recordEvents(
      context,
      trx,
      notified.map(({ id, account_id }) => ({
        accountId: account_id,
        type: expired,
        data: { webhook_id: id },
      })),
    );
    return rows.length === limit;
  });
}
