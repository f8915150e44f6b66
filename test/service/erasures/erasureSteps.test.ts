import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { readPermissions } from '../../../service/consents/permissions.ts';
import { erasedPhone } from '../../../service/consents/erasedPhones.ts';
import { deleteLateReceipts } from '../../../service/erasures/lateReceipts.ts';
import { requestErasure } from '../../../service/erasures/requestErasure.ts';
import { workOnErasures } from '../../../service/erasures/workOnErasures.ts';
import type { Context } from '../../../service/core/context.ts';
import { openFolder } from '../harness/database.ts';
import { getRef } from '../model/processes.ts';
import { openRealServices, type RealService, type RealServices } from '../model/realService.ts';
import { goodWay } from '../model/steps.ts';

/** The two spellings of a mobile number in Argentina. */
const [spelling, otherSpelling] = ['+5491123456789', '+541123456789'];

describe('the steps of an erasure', () => {
  let services: RealServices;
  let service: RealService;
  let context: Context;
  let accountId: string;
  beforeAll(async () => {
    services = await openRealServices(openFolder);
  });
  afterAll(() => services.close());
  beforeEach(async () => {
    service = await services.next();
    ({ context, accountId } = service);
  });

  const request = (phone: string, owner = accountId) =>
    context.db.transaction().execute(async (trx) => {
      const account = await trx
        .selectFrom('account')
        .selectAll()
        .where('id', '=', owner)
        .executeTakeFirstOrThrow();
      const unit = { context, trx, account, now: context.clock(), afterCommit: () => undefined };
      await requestErasure(unit, phone);
    });
  const send = async () => {
    const response = await service.send({ to: 0, parts: 1, ttl: 86_400, inSeconds: 0 });
    if (!('id' in response)) throw new Error(response.code);
    return context.db
      .selectFrom('message')
      .selectAll()
      .where('id', '=', response.id)
      .executeTakeFirstOrThrow();
  };
  const statuses = async () =>
    (
      await context.db
        .selectFrom('erasure')
        .select('status')
        .where('account_id', '=', accountId)
        .orderBy('id')
        .execute()
    ).map(({ status }) => status);
  const readCount = async (table: 'message' | 'keyword_answer' | 'incoming_part' | 'opt_out') =>
    (
      await sql<{ count: number }>`
        select count(*) as count from ${sql.table(table)}
        where ${table === 'incoming_part' ? sql`carrier = ${accountId}` : sql`account_id = ${accountId}`}`.execute(
        context.db,
      )
    ).rows[0]!.count;
  const addReceipt = (id: string, recipient: string | null, matched: boolean) =>
    context.db
      .insertInto('receipt')
      .values({
        ...{ id: `rcp_${accountId}_${id}`, carrier: 'scripted', ref: id, outcome: 'delivered' },
        ...{ carrier_code: '', received_at: context.clock(), matched, sender: '+1', recipient },
      })
      .execute();
  const recipientsOfReceipts = async () =>
    (
      await context.db
        .selectFrom('receipt')
        .select('recipient')
        .where('id', 'like', `rcp_${accountId}%`)
        .orderBy('id')
        .execute()
    ).map(({ recipient }) => recipient);

  it('cancels a waiting message immediately, and erases it', async () => {
    const { recipient, id } = await send();
    await request(recipient);
    expect((await service.observe()).messages.get(id)!.status).toBe('canceled');
    await workOnErasures(context, Infinity);
    expect(await readCount('message')).toBe(0);
    expect(await statuses()).toEqual(['completed']);
  });

  it('take turns between accounts, so that nobody waits for all erasures of another account', async () => {
    const first = accountId;
    for (let at = 0; at < 5; at++) await request(service.toPhone(at));
    const other = await services.next();
    await request(service.toPhone(0), other.accountId);
    const running = async (owner: string) => {
      const all = context.db.selectFrom('erasure').select('id').where('status', '=', 'running');
      return (await all.where('account_id', '=', owner).execute()).length;
    };
    while ((await running(other.accountId)) > 0) await workOnErasures(context, 1);
    expect(await running(first)).toBeGreaterThan(2);
    await workOnErasures(context, Infinity);
    expect(await running(first)).toBe(0);
  });

  describe('erases the events of a person, whatever their type', () => {
    const addEvents = (type: string, count: number, phone: string) =>
      sql`
        insert into event (id, account_id, type, message_id, body, created_at)
        select 'evt_' || md5(random()::text) || at, ${accountId}, ${type}, null,
          ${JSON.stringify({ data: { phone } })}, '2026-01-01Z'
        from generate_series(1, ${count}::int) as at`.execute(context.db);
    const types = ['contact.created', 'review.decided', 'webhook.test'];
    const countLeft = async () => {
      const { rows } = await sql<{ type: string }>`
        select distinct type from event where account_id = ${accountId} and type = any(${types})
        order by type`.execute(context.db);
      return rows.map(({ type }) => type);
    };
    beforeEach(async () => {
      for (const type of types) await addEvents(type, 1, service.toPhone(0));
    });

    it('in an account with many events', async () => {
      await addEvents('message.sent', 2_500, service.toPhone(1));
      await addEvents('review.decided', 2_500, service.toPhone(0));
      await request(service.toPhone(0));
      await workOnErasures(context, Infinity);
      expect(await countLeft()).toEqual([]);
    });

    it('even if an earlier version has begun to', async () => {
      await request(service.toPhone(0));
      await context.db.updateTable('erasure').set({ step: 3, cursor: 'evt_zzz' }).execute();
      await workOnErasures(context, Infinity);
      expect(await countLeft()).toEqual([]);
    });
  });

  it('waits for a message that a carrier is taking right now', async () => {
    const { recipient } = await send();
    const process = await service.process('dispatch', { ...goodWay, submit: 'held' });
    await request(recipient);
    await workOnErasures(context, Infinity);
    expect(await statuses()).toEqual(['running']);
    expect(await readCount('message')).toBe(1);
    await process.end('answered');
    await workOnErasures(context, Infinity);
    expect(await readCount('message')).toBe(0);
    expect(await statuses()).toEqual(['completed']);
  });

  it('does not bring the number back with a late receipt', async () => {
    const { recipient } = await send();
    await service.process('dispatch', goodWay);
    await request(recipient);
    await workOnErasures(context, Infinity);
    const receipt = { ref: getRef(service.carrierSide, 0), outcome: 'delivered' as const };
    await service.bringReceipts([receipt], { isCutOff: false });
    await addReceipt('late', recipient.slice(1), false);
    await addReceipt('other', '4915112345678', false);
    await deleteLateReceipts(context);
    expect(await recipientsOfReceipts()).toEqual(['4915112345678']);
  });

  it('leave no hash of the number when its receipts can no longer arrive', async () => {
    const hashes = async () => {
      const rows = context.db.selectFrom('erasure').select('phone_hash');
      const own = await rows.where('account_id', '=', accountId).execute();
      return own.map(({ phone_hash }) => phone_hash);
    };
    await request(spelling);
    await service.wait(13 * 24 * 3_600);
    await deleteLateReceipts(context);
    expect(await hashes()).toEqual([expect.stringMatching(/./)]);
    await service.wait(2 * 24 * 3_600);
    await deleteLateReceipts(context);
    expect(await hashes()).toEqual(['']);
  });

  it('are not needed to delete receipts whose message nobody finds', async () => {
    await addReceipt('named', '4915112345678', false);
    await addReceipt('nameless', null, false);
    await service.wait(25 * 3_600);
    await deleteLateReceipts(context);
    expect(await recipientsOfReceipts()).toEqual([null]);
    await service.wait(14 * 24 * 3_600);
    await deleteLateReceipts(context);
    expect(await recipientsOfReceipts()).toEqual([]);
  });

  it('leaves a receipt to a message of another account that a carrier is taking right now', async () => {
    const { recipient } = await send();
    const elsewhere = await services.next();
    await elsewhere.send({ to: 0, parts: 1, ttl: 86_400, inSeconds: 0 });
    const process = await elsewhere.process('dispatch', { ...goodWay, submit: 'held' });
    await addReceipt('other', recipient, false);
    await request(recipient);
    await workOnErasures(context, Infinity);
    await deleteLateReceipts(context);
    expect(await recipientsOfReceipts()).toEqual([recipient]);
    await process.end('answered');
    await deleteLateReceipts(context);
    expect(await recipientsOfReceipts()).toEqual([]);
  });

  it.each([
    ['another person whose number ends alike', '+13035550100', '+12025550100', '5550100'],
    ['the person, in another spelling', spelling, otherSpelling, spelling],
  ])(
    'leaves a receipt to %s while a carrier is taking that message of another account',
    async (_, erased, recipient, named) => {
      const elsewhere = await services.next();
      const sent = await elsewhere.send({ to: 0, parts: 1, ttl: 86_400, inSeconds: 0 });
      const process = await elsewhere.process('dispatch', { ...goodWay, submit: 'held' });
      const messages = context.db.updateTable('message').set({ recipient });
      await messages.where('id', '=', 'id' in sent ? sent.id : '').execute();
      await addReceipt('other', named, false);
      await request(erased);
      await workOnErasures(context, Infinity);
      await deleteLateReceipts(context);
      expect(await recipientsOfReceipts()).toEqual([named]);
      await process.end('answered');
    },
  );

  it('erases what only carriers over SMPP and earlier versions store', async () => {
    const { number } = await context.db
      .selectFrom('number')
      .select('number')
      .where('account_id', '=', accountId)
      .executeTakeFirstOrThrow();
    const octets = Buffer.from('Quagmire').toString('base64');
    const part = { carrier: accountId, recipient: number, reference: 1, parts: 2, part: 1 };
    await context.db
      .insertInto('incoming_part')
      .values({
        ...part,
        sender: spelling.slice(1),
        data_coding: 0,
        octets,
        received_at: new Date(),
      })
      .execute();
    await sql`
      insert into keyword_answer (account_id, phone, keyword, answered_at)
      values (${accountId}, ${spelling}, 'stop', now())`.execute(context.db);
    await addReceipt('national', '1123456789', true);
    await request(otherSpelling);
    await workOnErasures(context, Infinity);
    expect(await readCount('incoming_part')).toBe(0);
    expect(await readCount('keyword_answer')).toBe(0);
    expect(await recipientsOfReceipts()).toEqual([]);
  });

  it('holds an opt-out of all spellings of a number, without the number', async () => {
    const optOuts = [spelling, otherSpelling].map((phone) => ({
      ...{ account_id: accountId, phone, created_at: context.clock() },
    }));
    await context.db.insertInto('opt_out').values(optOuts).execute();
    await request(spelling);
    const rows = await context.db
      .selectFrom('opt_out')
      .select('phone')
      .where('account_id', '=', accountId)
      .execute();
    expect(rows).toEqual([{ phone: erasedPhone(context.secrets, accountId, otherSpelling) }]);
    for (const recipient of [spelling, otherSpelling]) {
      const text = { accountId, recipient, sender: '+12065550100', purpose: 'alert' as const };
      const find = await context.db
        .transaction()
        .execute((trx) => readPermissions(context, trx, [text]));
      expect(find(text)).toBe('recipient_opted_out');
      expect(find({ ...text, recipient: '+541123456780' })).toBeUndefined();
    }
  });

  it('continues where it was interrupted, and leaves later messages and other accounts alone', async () => {
    const { recipient } = await send();
    const elsewhere = await services.next();
    await elsewhere.send({ to: 0, parts: 1, ttl: 86_400, inSeconds: 0 });
    await service.process('dispatch', goodWay);
    await request(recipient);
    await service.wait(1);
    const later = await send();
    const smallSteps = { ...context, batch: () => 1 };
    const failing = { ...smallSteps, clock: () => fail() };
    await expect(workOnErasures(failing, Infinity)).rejects.toThrow('The process is gone');
    expect(await statuses()).toEqual(['running']);
    await workOnErasures(smallSteps, Infinity);
    expect(await statuses()).toEqual(['completed']);
    expect([...(await service.observe()).messages.keys()]).toEqual([later.id]);
    expect((await elsewhere.observe()).messages.size).toBe(1);
  });
});

function fail(): never {
  throw new Error('The process is gone');
}
