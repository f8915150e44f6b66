import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  messageStatus,
  type Event,
  type MessageEventData,
  type MessageStatus,
} from '@textloom/shared/contract';
import type { Context } from '../../../service/core/context.ts';
import { advance } from '../../../service/messages/advance.ts';
import { insertMany } from '../../../service/store/insertMany.ts';
import { openQueues } from '../../../service/store/jobs.ts';
import type { AccountSeed } from '../harness/accounts.ts';
import { openPostgres, type OpenDatabase } from '../harness/database.ts';
import { handset } from '../harness/harness.ts';
import { openTestStore, type TestStore } from '../harness/openTestStore.ts';
import { messageRow } from '../harness/rows.ts';

/** Repeats the transitions here, so that a mistake in the service's own table fails a test. */
const allowed: Partial<Record<MessageStatus, readonly MessageStatus[]>> = {
  scheduled: ['queued', 'canceled', 'failed', 'expired'],
  queued: ['sent', 'canceled', 'failed', 'expired'],
  sent: ['delivered', 'undelivered', 'expired', 'unconfirmed'],
};

/** Tests how messages move from one status to the next. */
export function describeAdvance(name: string, open: OpenDatabase): void {
  describe(`the status of a message on ${name}`, () => {
    let store: TestStore;
    let sender: AccountSeed;
    let context: Context;
    beforeAll(async () => {
      store = await openTestStore({ open, accounts: 1 });
      [sender] = store.accounts as [AccountSeed];
      const enqueue = await openQueues(store.boss);
      context = { db: store.db, enqueue, clock: () => new Date() } as Context;
    });
    afterAll(() => store.close());

    const put = async (status: MessageStatus, count: number): Promise<string[]> => {
      const rows = Array.from({ length: count }, () =>
        messageRow({
          ...{ account_id: sender.id, sender: sender.number, recipient: handset(0) },
          ...{ status, sequence: 4 },
        }),
      );
      await insertMany('message', rows, ['metadata']).execute(store.db);
      return rows.map(({ id }) => id);
    };
    const move = (ids: readonly string[], to: MessageStatus) =>
      store.db.transaction().execute((trx) =>
        advance(
          context,
          trx,
          ids.map((messageId) => ({ messageId, to })),
        ),
      );
    const readRow = (id: string) =>
      store.db
        .selectFrom('message')
        .select(['status', 'sequence'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
    const readEvents = async (id: string) =>
      (
        await store.db.selectFrom('event').select('body').where('message_id', '=', id).execute()
      ).map(({ body }) => JSON.parse(body) as Event & { readonly data: MessageEventData });

    it.each(messageStatus.enum)('moves from %s only to allowed statuses', async (from) => {
      for (const to of messageStatus.enum) {
        const [id] = (await put(from, 1)) as [string];
        const isAllowed = allowed[from]?.includes(to) ?? false;
        expect([to, (await move([id], to)).length]).toEqual([to, isAllowed ? 1 : 0]);
        expect(await readRow(id)).toEqual(
          isAllowed ? { status: to, sequence: 5 } : { status: from, sequence: 4 },
        );
        const notified = (await readEvents(id)).map(({ type, data }) => [
          type,
          data.status,
          data.previous_status,
          data.sequence,
        ]);
        expect(notified).toEqual(
          isAllowed && to !== 'queued' ? [[`message.${to}`, to, from, 5]] : [],
        );
      }
    });

    it('sets the timestamps of the message', async () => {
      const [id] = (await put('queued', 1)) as [string];
      const [sent] = await move([id], 'sent');
      expect([sent!.sent_at, sent!.delivered_at, sent!.final_at]).toEqual([
        expect.any(Date),
        null,
        null,
      ]);
      const [delivered] = await move([id], 'delivered');
      expect(delivered!.sent_at).toEqual(sent!.sent_at);
      expect(delivered!.delivered_at).toEqual(expect.any(Date));
      expect(delivered!.final_at).toEqual(delivered!.delivered_at);
      const [other] = (await put('sent', 1)) as [string];
      const [undelivered] = await move([other], 'undelivered');
      expect([undelivered!.delivered_at, undelivered!.final_at]).toEqual([null, expect.any(Date)]);
    });

    // An embedded database has one connection, so transactions never run at the same time.
    const sharedIt = open === openPostgres ? it : it.skip;
    sharedIt('ends once if two transactions try to end it differently', async () => {
      for (let round = 0; round < 10; round++) {
        const ids = await put('sent', 30);
        const moved = await Promise.all([
          move(ids, 'delivered'),
          move([...ids].reverse(), 'undelivered'),
          move(ids, 'unconfirmed'),
        ]);
        expect(moved.flat()).toHaveLength(ids.length);
        for (const id of ids) {
          const { status, sequence } = await readRow(id);
          const notified = (await readEvents(id)).map(({ data }) => [data.status, data.sequence]);
          expect(notified).toEqual([[status, sequence]]);
          expect(sequence).toBe(5);
        }
      }
    });
  });
}
