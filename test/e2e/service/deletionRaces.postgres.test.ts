import { describe, expect, it } from '@jest/globals';
import { sql, type KyselyPlugin } from 'kysely';
import { conversationId } from '../../../service/conversations/conversationId.ts';
import { deleteMessages } from '../../../service/erasures/eraseMessages.ts';
import { conversation } from '../../../service/handlers/conversation.ts';
import type { Call } from '../../../service/handlers/handlers.ts';
import { review } from '../../../service/handlers/review.ts';
import { webhook } from '../../../service/handlers/webhook.ts';
import { newId } from '../../../service/lib/ids.ts';
import { lockMessages } from '../../../service/messages/advance.ts';
import { reviewLaterDoubts } from '../../../service/messages/keywords/reviewDoubt.ts';
import type { Trx } from '../../../service/store/database.ts';
import { countBlocked } from '../../service/harness/countBlocked.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { until } from '../../service/harness/until.ts';
import { provideRealService } from '../../service/model/provideRealService.ts';
import type { RealService } from '../../service/model/realService.ts';
import { goodWay } from '../../service/model/steps.ts';

const missing = { code: 'not_found' };

describe('a request for objects that are being deleted', () => {
  let service: RealService;
  provideRealService(openPostgres, (provided) => {
    service = provided;
  });

  const db = () => service.context.db;
  /** Starts a request while a transaction deletes something, and returns how the request ends. */
  const requestDuring = async <T>(
    deletion: (trx: Trx) => Promise<unknown>,
    handle: (call: Call) => Promise<T>,
  ): Promise<T> => {
    const { request } = await db()
      .transaction()
      .execute(async (trx) => {
        await deletion(trx);
        const request = service.request(handle);
        await until('the request waits', async () => (await countBlocked(db())) === 1);
        return { request };
      });
    return request;
  };
  const readText = async () => {
    const rows = db().selectFrom('message').selectAll();
    return rows.where('account_id', '=', service.accountId).executeTakeFirstOrThrow();
  };
  const addWebhook = async () => {
    const [id, at] = [newId('whk'), new Date(service.now())];
    await sql`
      insert into webhook (id, account_id, url, events, secret, status, created_at, updated_at)
      values (${id}, ${service.accountId}, ${`https://example.com/${id}`}, '["*"]', '', 'disabled',
        ${at}, ${at})`.execute(db());
    return id;
  };
  const readEventId = async () => {
    const rows = db().selectFrom('event').select('id').where('type', '=', 'message.received');
    const event = await rows.where('account_id', '=', service.accountId).executeTakeFirstOrThrow();
    return event.id;
  };

  it('does not store that the event of a message is handled', async () => {
    const id = await addWebhook();
    await service.bringText(0, 'Hello');
    const [text, eventId] = [await readText(), await readEventId()];
    await requestDuring(
      (trx) => deleteMessages(trx, [text.id]),
      (call) => webhook.acknowledge(call, { id, event_ids: [eventId] }),
    );
    const rows = db().selectFrom('acknowledged_event').selectAll();
    expect(await rows.where('webhook_id', '=', id).execute()).toEqual([]);
  });

  it('does not find the event of a message to claim', async () => {
    const id = await addWebhook();
    await service.bringText(0, 'Hello');
    const [text, eventId] = [await readText(), await readEventId()];
    const claim = requestDuring(
      (trx) => deleteMessages(trx, [text.id]),
      (call) => webhook.claim(call, { id, event_id: eventId, claimant: 'A' }),
    );
    await expect(claim).rejects.toMatchObject(missing);
  });

  it('lifts an opt-out without a review of a later text', async () => {
    await service.bringText(0, 'STOP');
    await service.bringText(0, 'Enough');
    const rows = db().selectFrom('message').select('id').where('possible_keyword', '=', 'stop');
    const { id } = await rows.where('account_id', '=', service.accountId).executeTakeFirstOrThrow();
    const expression = { method: 'api', at: new Date(service.now() - 1_000) } as const;
    const recipients = { accountId: service.accountId, phones: [service.toPhone(0)] };
    await sql`delete from opt_out where account_id = ${service.accountId}`.execute(db());
    await requestDuring(
      (trx) => deleteMessages(trx, [id]),
      (call) => reviewLaterDoubts(call.context, call.trx, recipients, expression),
    );
    const reviews = db().selectFrom('review').select('id');
    expect(await reviews.where('account_id', '=', service.accountId).execute()).toEqual([]);
  });

  it('applies a receipt to the messages that are left', async () => {
    for (const to of [0, 1]) await service.send({ to, parts: 1, ttl: 86_400, inSeconds: 0 });
    await service.process('dispatch', goodWay);
    const ids = [...(await service.observe()).messages.keys()];
    const { accepted } = service.carrierSide;
    const receipts = ids.map((id) => ({
      ref: accepted.get(id)![0]![0]!,
      outcome: 'delivered' as const,
    }));
    await requestDuring(
      (trx) => deleteMessages(trx, ids.slice(0, 1)),
      () => service.bringReceipts(receipts, { isCutOff: false }),
    );
    const messages = [...(await service.observe()).messages.values()];
    expect(messages).toMatchObject([{ id: ids[1], status: 'delivered' }]);
  });

  it('applies no receipt to another message whose carrier uses the ID again', async () => {
    for (const to of [0, 1]) await service.send({ to, parts: 1, ttl: 86_400, inSeconds: 0 });
    await service.process('dispatch', goodWay);
    const [id, other] = [...(await service.observe()).messages.keys()];
    const ref = service.carrierSide.accepted.get(id!)![0]![0]!;
    await requestDuring(
      async (trx) => {
        await lockMessages(trx, [id!]);
        await sql`update part set message_id = ${other} where ref = ${ref}`.execute(trx);
      },
      () => service.bringReceipts([{ ref, outcome: 'delivered' }], { isCutOff: false }),
    );
    const part = db().selectFrom('part').select(['message_id', 'outcome']).where('ref', '=', ref);
    expect(await part.execute()).toEqual([{ message_id: other, outcome: null }]);
  });

  it('does not find a conversation', async () => {
    await service.bringText(0, 'Hello');
    const ends = { accountId: service.accountId, number: service.number };
    const id = conversationId({ ...ends, phone: service.toPhone(0) })!;
    const get = requestDuring(
      async (trx) => {
        await sql`lock table message in access exclusive mode`.execute(trx);
        await sql`delete from conversation where id = ${id}`.execute(trx);
      },
      (call) => conversation.get(call, { id }),
    );
    await expect(get).rejects.toMatchObject(missing);
  });

  it.each([1, 4])('does not find a review after %i of its statements', async (statements) => {
    await service.bringText(0, 'Enough');
    const text = await readText();
    const { id } = await db()
      .selectFrom('review')
      .select('id')
      .where('message_id', '=', text.id)
      .executeTakeFirstOrThrow();
    let count = 0;
    const afterStatements: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      transformResult: async ({ result }) => {
        if (++count === statements)
          await db()
            .transaction()
            .execute((trx) => deleteMessages(trx, [text.id]));
        return result;
      },
    };
    const decide = service.request((call) =>
      review.decide(
        { ...call, trx: call.trx.withPlugin(afterStatements) },
        { id, decision: 'confirm' },
      ),
    );
    await expect(decide).rejects.toMatchObject(missing);
  });
});
