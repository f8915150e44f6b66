import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { requestErasure } from '../../../service/erasures/requestErasure.ts';
import { workOnErasures } from '../../../service/erasures/workOnErasures.ts';
import { findWaits } from '../../../service/erasures/retention/policy.ts';
import { newId } from '../../../service/lib/ids.ts';
import { closeBursts } from '../../../service/webhooks/bursts/closeBursts.ts';
import { openFolder } from '../harness/database.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';

const hours = 3_600;

describe('after someone sets the clock back', () => {
  let service: RealService;
  provideRealService(openFolder, (provided) => {
    service = provided;
  });

  const db = () => service.context.db;
  const countRows = async (table: string) => {
    const { rows } = await sql`
      select from ${sql.table(table)} where account_id = ${service.accountId}`.execute(db());
    return rows.length;
  };

  describe('an erasure', () => {
    const person = () => service.toPhone(0);
    const request = () => service.request((call) => requestErasure(call, person()));
    const store = {
      consent: (at: Date) => sql`
        insert into consent (id, account_id, phone, action, method, consented_at, created_at)
        values (${newId('cns')}, ${service.accountId}, ${person()}, 'opted_in', 'api', ${at}, ${at})`,
      verification: (at: Date) => sql`
        insert into verification (id, account_id, phone, status, attempts_left, is_known,
          message_id, next_code_at, expires_at, created_at)
        values (${newId('ver')}, ${service.accountId}, ${person()}, 'approved', 0, true, '', ${at},
          ${at}, ${at})`,
      event: (at: Date) => sql`
        insert into event (id, account_id, type, body, created_at)
        values (${newId('evt')}, ${service.accountId}, 'contact.created',
          ${JSON.stringify({ phone: person() })}, ${at})`,
    };

    it('covers what the service stored until the request', async () => {
      const sent = await service.send({ to: 0, parts: 1, ttl: 86_400, inSeconds: 0 });
      await service.bringText(0, 'Hello');
      await service.wait(-3 * hours);
      await service.bringText(0, 'Hello again');
      await request();
      const { messages } = await service.observe();
      expect(messages.get('id' in sent ? sent.id : '')!.status).toBe('canceled');
      await workOnErasures(service.context, Infinity);
      expect(await countRows('message')).toBe(0);
      expect(await countRows('event')).toBe(0);
      expect(await countRows('conversation')).toBe(0);
    });

    it.each(['consent', 'verification', 'event'] as const)('covers each %s', async (table) => {
      const { context } = service;
      await store[table](context.clock()).execute(db());
      await service.wait(-3 * hours);
      await request();
      await workOnErasures(context, Infinity);
      expect(await countRows(table)).toBe(0);
    });

    const storeResponse = () =>
      db()
        .insertInto('idempotency')
        .values({
          ...{ account_id: service.accountId, path: '/contacts', key: 'once', fingerprint: 'f' },
          ...{ status: 201, body: person(), created_at: service.context.clock() },
        })
        .execute();
    const readResponses = async () => {
      const { rows } = await sql`
        select body from idempotency where account_id = ${service.accountId}`.execute(db());
      return rows;
    };

    it('covers stored responses', async () => {
      await storeResponse();
      await service.wait(-3 * hours);
      await request();
      await workOnErasures(service.context, Infinity);
      expect(await readResponses()).toEqual([{ body: 'null' }]);
    });

    it('covers a response that a repeated batch renews', async () => {
      await request();
      await service.wait(60);
      await storeResponse();
      await workOnErasures(service.context, Infinity);
      expect(await readResponses()).toEqual([{ body: 'null' }]);
    });

    it('leaves the data alone that come later, even if data of others come from a clock ahead', async () => {
      const ahead = new Date(service.now() + hours * 1_000);
      await sql`
        insert into event (id, account_id, type, body, created_at)
        values (${newId('evt')}, ${service.accountId}, 'contact.created',
          ${JSON.stringify({ phone: service.toPhone(1) })}, ${ahead})`.execute(db());
      await service.bringText(0, 'Before');
      await request();
      await service.wait(1);
      await service.bringText(0, 'After');
      await workOnErasures(service.context, Infinity);
      expect(await countRows('message')).toBe(1);
    });
  });

  it('texts that wait for more texts are delivered', async () => {
    const { accountId, context } = service;
    await sql`
      insert into webhook (id, account_id, url, events, secret, status, burst_seconds, created_at,
        updated_at)
      values (${`whk_${accountId}`}, ${accountId}, 'http://localhost', '["message.received"]', 's',
        'enabled', 60, now(), now())`.execute(db());
    await service.bringText(0, 'Hello');
    await service.sweep();
    expect(await countRows('burst')).toBe(1);
    await service.wait(-3 * hours);
    await service.sweep();
    await closeBursts(context);
    expect(await countRows('burst')).toBe(0);
  });

  it('a retention setting looks soon at the messages that wait', async () => {
    const { accountId, context } = service;
    await db()
      .insertInto('retention_wait')
      .values({
        ...{ message_id: `msg_${accountId}`, kind: 'text', account_id: accountId },
        retry_at: new Date(service.now() + hours * 1_000),
      })
      .execute();
    const isWaiting = async () =>
      (await findWaits(db(), context.clock())).every((found) => found.accountId !== accountId);
    await service.sweep();
    expect(await isWaiting()).toBe(true);
    await service.wait(-3 * hours);
    await service.sweep();
    expect(await isWaiting()).toBe(false);
  });
});
