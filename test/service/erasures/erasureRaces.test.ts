import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Event } from '@textloom/shared/contract';
import { sql, type KyselyPlugin } from 'kysely';
import { cancelUnsent, eraseMessages } from '../../../service/erasures/eraseMessages.ts';
import { contains } from '../../../service/erasures/erasure.ts';
import { requestErasure } from '../../../service/erasures/requestErasure.ts';
import { workOnErasures } from '../../../service/erasures/workOnErasures.ts';
import { closeBursts } from '../../../service/webhooks/bursts/closeBursts.ts';
import { recordAttempts } from '../../../service/webhooks/delivery/recordAttempts.ts';
import { toEvent } from '../../../service/webhooks/toEvent.ts';
import { openFolder } from '../harness/database.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';

describe('an erasure and other work at the same time', () => {
  let service: RealService;
  let accountId: string;
  provideRealService(openFolder, (provided) => {
    service = provided;
    ({ accountId } = service);
  });
  beforeEach(async () => {
    await sql`
      insert into webhook (id, account_id, url, events, secret, status, burst_seconds, created_at,
        updated_at)
      values (${`whk_${accountId}`}, ${accountId}, 'http://localhost', '["message.received"]', 's',
        'enabled', 60, now(), now())`.execute(db());
  });

  const db = () => service.context.db;
  const person = () => service.toPhone(0);
  const request = () =>
    db()
      .transaction()
      .execute(async (trx) => {
        const account = await trx
          .selectFrom('account')
          .selectAll()
          .where('id', '=', accountId)
          .executeTakeFirstOrThrow();
        const { context } = service;
        const unit = { context, trx, account, now: context.clock(), afterCommit: () => undefined };
        await requestErasure(unit, person());
      });
  const events = () =>
    db().selectFrom('event').selectAll().where('account_id', '=', accountId).execute();
  const optOuts = () =>
    db().selectFrom('opt_out').select('phone').where('account_id', '=', accountId).execute();
  const stop = () =>
    db()
      .insertInto('opt_out')
      .values({ account_id: accountId, phone: person(), created_at: service.context.clock() })
      .execute();

  it('keeps a text that joins the texts from before', async () => {
    await service.bringText(0, 'Before');
    await request();
    await service.wait(1);
    await service.bringText(0, 'After');
    await workOnErasures(service.context, Infinity);
    await service.wait(61);
    await closeBursts(service.context);
    const joined = (await events()).filter(({ webhook_id }) => webhook_id !== null);
    expect(joined.map((row) => (toEvent(row) as Event<'message.received'>).data.text)).toEqual([
      'After',
    ]);
  });

  it('counts only the texts after the request as unread', async () => {
    for (const text of ['One', 'Two']) await service.bringText(0, text);
    await request();
    await service.wait(1);
    await service.bringText(0, 'Three');
    await workOnErasures(service.context, Infinity);
    const conversations = db().selectFrom('conversation').select('unread');
    expect(await conversations.where('account_id', '=', accountId).execute()).toEqual([
      { unread: 1 },
    ]);
  });

  it('erases texts that another transaction joins after the request', async () => {
    await service.bringText(0, 'Before');
    const [burst] = await db()
      .selectFrom('burst')
      .selectAll()
      .where('account_id', '=', accountId)
      .execute();
    await request();
    await db().insertInto('burst').values(burst!).execute();
    await service.wait(61);
    await closeBursts(service.context);
    await workOnErasures(service.context, Infinity);
    expect(await events()).toEqual([]);
  });

  it.each([
    ['canceled', cancelUnsent],
    ['deleted', eraseMessages],
  ])('leaves a message alone that a dispatcher claims before it is %s', async (_, step) => {
    await service.send({ to: 0, parts: 1, ttl: 86_400, inSeconds: 0 });
    const { context } = service;
    await db()
      .transaction()
      .execute(async (trx) => {
        let queries = 0;
        const claim: KyselyPlugin = {
          transformQuery: ({ node }) => node,
          transformResult: async ({ result }) => {
            if (queries++ === 0)
              await sql`update message set submitting_at = now()
                where account_id = ${accountId}`.execute(trx);
            return result;
          },
        };
        await step({
          ...{ context, trx: trx.withPlugin(claim), account_id: accountId, cursor: '' },
          ...{ phones: [person()], created_at: context.clock() },
        });
      });
    const rows = [...(await service.observe()).messages.values()];
    expect(rows.map(({ status }) => status)).toEqual(['queued']);
    await service.clear();
  });

  it('stores no response to an event that it erased', async () => {
    await service.bringText(0, 'Before');
    const [event] = await events();
    await request();
    await workOnErasures(service.context, Infinity);
    const ids = { deliveryId: `dlv_${accountId}`, accountId, eventId: event!.id };
    const job = { ...ids, webhookId: `whk_${accountId}`, attempt: 1 };
    const response = { status: 200, text: 'Got it', error: null, retryAfterMs: undefined };
    const rest = { startedAt: service.context.clock(), url: '', completed: Promise.resolve() };
    await db()
      .transaction()
      .execute((trx) =>
        recordAttempts(service.context, trx, [{ job, event: event!, response, ...rest }]),
      );
    const rows = db().selectFrom('delivery').selectAll().where('event_id', '=', event!.id);
    expect(await rows.execute()).toEqual([]);
  });

  it('hides the number of an opt-out that another transaction stores after the request', async () => {
    await request();
    await stop();
    await workOnErasures(service.context, Infinity);
    expect(await optOuts()).toEqual([{ phone: expect.stringMatching(/^~/) }]);
  });

  it('lifts a hidden opt-out with START, even if there is a contact', async () => {
    await stop();
    await request();
    await sql`
      insert into contact (id, account_id, phone, attributes, status, created_at, updated_at)
      values (${`con_${accountId}`}, ${accountId}, ${person()}, '{}', 'subscribed', now(), now())`.execute(
      db(),
    );
    await service.bringText(0, 'START');
    expect(await optOuts()).toEqual([]);
  });

  it.each([
    ['+4930123456', true],
    ['tel:004930123456', true],
    ['{"to":"+4930123456"}', true],
    ['+49301234567', false],
    ['14930123456', false],
  ])('finds the number in %s: %s', async (text, isFound) => {
    const found = contains(sql`${text}::text`, ['+4930123456']);
    const { rows } = await sql<{ found: boolean }>`select ${found} as found`.execute(db());
    expect(rows).toEqual([{ found: isFound }]);
  });
});
