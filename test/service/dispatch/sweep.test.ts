import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { failReleasedSender } from '../../../service/dispatch/failReleasedSender.ts';
import { sweep } from '../../../service/runtime/sweep.ts';
import { insertMany } from '../../../service/store/insertMany.ts';
import { countReads } from '../harness/countReads.ts';
import { openFolder } from '../harness/database.ts';
import { getRef } from '../model/processes.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';
import { goodWay } from '../model/steps.ts';

const hour = 3_600;

describe('the sweep', () => {
  let service: RealService;
  provideRealService(openFolder, (provided) => {
    service = provided;
  });

  const send = async (ttl = 24 * hour) => {
    const response = await service.send({ to: 0, parts: 1, ttl, inSeconds: 0 });
    if (!('id' in response)) throw new Error(response.code);
    return response.id;
  };
  const readStatus = async (id: string) => (await service.observe()).messages.get(id)!.status;
  const sweepAt = async (id: string, seconds: number) => {
    await service.wait(seconds);
    await service.sweep();
    return readStatus(id);
  };

  it('leaves a sent message time for a receipt on the third day', async () => {
    const id = await send();
    await service.process('dispatch', goodWay);
    expect(await sweepAt(id, 71 * hour)).toBe('sent');
    const receipt = { ref: getRef(service.carrierSide, 0), outcome: 'delivered' as const };
    await service.bringReceipts([receipt], { isCutOff: false });
    expect(await readStatus(id)).toBe('delivered');
  });

  it('gives up on a message without a receipt after three days', async () => {
    const id = await send();
    await service.process('dispatch', goodWay);
    expect(await sweepAt(id, 71 * hour)).toBe('sent');
    expect(await sweepAt(id, 2 * hour)).toBe('unconfirmed');
  });

  it('gives a message with a long time to live a day more than that', async () => {
    const id = await send(72 * hour);
    await service.process('dispatch', goodWay);
    expect(await sweepAt(id, 95 * hour)).toBe('sent');
    expect(await sweepAt(id, 2 * hour)).toBe('unconfirmed');
  });

  it('expires an unsent message after its time, and no earlier', async () => {
    const id = await send(hour);
    expect(await sweepAt(id, hour - 1)).toBe('queued');
    expect(await sweepAt(id, 2)).toBe('expired');
  });

  it('does not touch a message that a carrier is handling, even after its time is over', async () => {
    const id = await send(hour);
    const process = await service.process('dispatch', { ...goodWay, submit: 'held' });
    expect(process.isHeld()).toBe(true);
    expect(await sweepAt(id, 2 * hour)).toBe('queued');
    await process.end('answered');
    expect(await readStatus(id)).toBe('sent');
  });

  it.each([null, 'infinity'])(
    'fails all messages of a released number, with not_before %s',
    async (not_before) => {
      const { db } = service.context;
      const ids: string[] = [];
      for (let sent = 0; sent <= 2; sent++) ids.push(await send());
      await db
        .updateTable('message')
        .set({ not_before: sql`${not_before}::timestamptz` })
        .where('id', 'in', ids)
        .execute();
      await db.deleteFrom('number').where('account_id', '=', service.accountId).execute();
      await service.sweep();
      for (const id of ids) expect(await readStatus(id)).toBe('failed');
    },
  );

  it.each([
    ['the same account holds again', () => service.accountId],
    ['another account holds now', () => 'acc_before'],
  ])('leaves the messages of a released number alone that %s', async (_, getFormer) => {
    const { context, number } = service;
    const id = await send();
    const released = { accountId: getFormer(), number };
    const fail = () =>
      context.db.transaction().execute((trx) => failReleasedSender(context, trx, released));
    expect([await fail(), await readStatus(id)]).toEqual([false, 'queued']);
  });

  it('reads few messages of a released number, however old the statistics are', async () => {
    const { context, accountId } = service;
    const { db } = context;
    const add = (prefix: string, owner: string, status: string) =>
      sql`
      insert into message (id, account_id, direction, status, recipient, sender, text, encoding,
        segments, purpose, metadata, sequence, created_at, priority, due_at)
      select ${prefix} || at, ${owner}, 'outbound', ${status}, '+1' || at, '+12065552001', '',
        'gsm7', 1, 'notification', '{}', 1, now(), 1, now()
      from generate_series(1, 3000) as at`.execute(db);
    await add('msg_old', 'acc_old', 'delivered');
    await sql`analyze message`.execute(db);
    await add('msg_new', accountId, 'queued');
    const released = { accountId, number: '+12065552001' };
    const reads = await countReads(db, 'message', () =>
      db.transaction().execute((trx) => failReleasedSender(context, trx, released)),
    );
    expect(reads).toBeLessThan(10 * context.batch());
    const failed = db.selectFrom('message').select('id').where('account_id', '=', accountId);
    expect(await failed.where('status', '=', 'failed').execute()).toHaveLength(context.batch());
  });

  it('remembers automatic replies for a day', async () => {
    const { context } = service;
    const account = await context.db.selectFrom('account').select('id').executeTakeFirstOrThrow();
    await context.db
      .insertInto('automatic_reply')
      .values({
        account_id: account.id,
        ...{ phone: service.toPhone(0), number: '+12065552000', keyword: 'help' },
        replied_at: context.clock(),
      })
      .execute();
    for (const left of [1, 1, 0]) {
      await service.sweep();
      expect(await context.db.selectFrom('automatic_reply').selectAll().execute()).toHaveLength(
        left,
      );
      await service.wait(13 * hour);
    }
  });

  it('expires more messages than one transaction changes', async () => {
    const ids = [await send(hour), await send(hour), await send(hour)];
    await service.wait(hour + 1);
    await sweep({ ...service.context, batch: () => 1 });
    expect(await Promise.all(ids.map(readStatus))).toEqual(['expired', 'expired', 'expired']);
  });

  describe('of idempotency keys', () => {
    /** The keys, which are more than fit into one batch, are a little younger than a day. */
    const addKeys = async () => {
      const { accountId: account_id, context } = service;
      const created_at = new Date(Date.now() - 23.9 * hour * 1_000);
      const keys = Array.from({ length: context.batch() + 1 }, (_, at) => ({
        ...{ account_id, path: '/messages', key: `once ${at}` },
        ...{ fingerprint: '', status: 202, body: '{}', created_at },
      }));
      await insertMany('idempotency', keys).execute(context.db);
      return keys.length;
    };
    const countKeys = async () =>
      (
        await service.context.db
          .selectFrom('idempotency')
          .select('key')
          .where('account_id', '=', service.accountId)
          .execute()
      ).length;

    it('keeps them for a day', async () => {
      const count = await addKeys();
      await service.sweep();
      expect(await countKeys()).toBe(count);
      await sql`update idempotency set created_at = created_at - interval '12 minutes'`.execute(
        service.context.db,
      );
      await service.sweep();
      expect(await countKeys()).toBe(0);
    });

    it('keeps them even if the clock of one process is a day ahead', async () => {
      const count = await addKeys();
      await sweep({ ...service.context, clock: () => new Date(Date.now() + 25 * hour * 1_000) });
      expect(await countKeys()).toBe(count);
    });
  });
});
