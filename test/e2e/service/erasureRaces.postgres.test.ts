import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { workOnBroadcasts } from '../../../service/broadcasts/workOnBroadcasts.ts';
import { requestErasure } from '../../../service/erasures/requestErasure.ts';
import { deleteMessages } from '../../../service/erasures/eraseMessages.ts';
import { workOnErasures } from '../../../service/erasures/workOnErasures.ts';
import { broadcast } from '../../../service/handlers/broadcast.ts';
import { newId } from '../../../service/lib/ids.ts';
import { recordAttempts } from '../../../service/webhooks/delivery/recordAttempts.ts';
import { countBlocked } from '../../service/harness/countBlocked.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { provideRealService } from '../../service/model/provideRealService.ts';
import type { RealService } from '../../service/model/realService.ts';
import { until } from '../../service/harness/until.ts';
import { messageRow } from '../../service/harness/rows.ts';

describe('an erasure during another transaction', () => {
  let service: RealService;
  provideRealService(openPostgres, (provided) => {
    service = provided;
  });

  const db = () => service.context.db;
  const person = () => service.toPhone(0);
  const addContact = () =>
    db()
      .insertInto('contact')
      .values({
        ...{ id: newId('con'), account_id: service.accountId, phone: person() },
        ...{ status: 'subscribed', attributes: '{}' },
        ...{ created_at: new Date(service.now()), updated_at: new Date(service.now()) },
      })
      .execute();
  /** The request arrives a second before its transaction starts. */
  const request = () =>
    service.request((call) =>
      requestErasure({ ...call, now: new Date(service.now() - 1_000) }, person()),
    );
  const erase = () =>
    until('the erasure is complete', async () => {
      await workOnErasures(service.context, Infinity);
      const running = db().selectFrom('erasure').select('id').where('status', '=', 'running');
      return (await running.execute()).length === 0;
    });
  /** Requests an erasure while a step of a broadcast waits for the lock of the account. */
  const requestDuring = async (step: () => Promise<unknown>) => {
    let done = 0;
    const end = () => {
      done++;
    };
    let work: Promise<unknown>[] = [];
    await db()
      .transaction()
      .execute(async (trx) => {
        await sql`select from account where id = ${service.accountId} for update`.execute(trx);
        work = [step().then(end)];
        await until('the step waits', async () => (await countBlocked(db())) === 1);
        work.push(request().then(end));
        await until(
          'the request waits or ends',
          async () => done + (await countBlocked(db())) === 2,
        );
      });
    await Promise.all(work);
  };

  it('leaves no text to the person of a broadcast that is creating one', async () => {
    await sql`
      update account set daily_segments = 100 where id = ${service.accountId}`.execute(db());
    await addContact();
    const audience = { all_contacts: true } as const;
    await service.request((call) =>
      broadcast.create(call, {
        name: 'Sale',
        audience,
        text: 'Sale!',
        purpose: 'notification',
        smart_encoding: false,
      }),
    );
    await workOnBroadcasts(service.context);
    await requestDuring(() => workOnBroadcasts(service.context));
    const waiting = [...(await service.observe()).messages.values()];
    expect(waiting.filter(({ status }) => status === 'queued')).toEqual([]);
    await erase();
    expect((await service.observe()).messages.size).toBe(0);
  });

  it('leaves no text that another transaction stored before, and commits later', async () => {
    await addContact();
    await db()
      .transaction()
      .execute(async (trx) => {
        await trx
          .insertInto('message')
          .values(
            messageRow({
              ...{ account_id: service.accountId, direction: 'inbound' },
              ...{ recipient: service.number, sender: person() },
              created_at: new Date(service.now()),
            }),
          )
          .execute();
        await request();
        await workOnErasures(service.context, Infinity);
      });
    await erase();
    const rows = db().selectFrom('message').select('id').where('sender', '=', person());
    expect(await rows.execute()).toEqual([]);
  });

  it('ends while attempts to deliver events of two messages to the person are stored', async () => {
    const [webhookId, first, second] = [newId('whk'), newId('msg'), newId('msg')] as const;
    const at = new Date(service.now());
    await sql`
      insert into webhook (id, account_id, url, events, secret, status, created_at, updated_at)
      values (${webhookId}, ${service.accountId}, 'https://example.com', '["*"]', '', 'enabled',
        ${at}, ${at})`.execute(db());
    for (const id of [first, second])
      await db()
        .insertInto('message')
        .values({
          ...{ id, account_id: service.accountId, direction: 'outbound', status: 'delivered' },
          ...{ recipient: person(), sender: service.number, text: 'Hi', encoding: 'gsm7' },
          ...{ segments: 1, purpose: 'notification', metadata: '{}', sequence: 2, list_ids: [] },
          ...{ created_at: at, due_at: at, final_at: at },
        })
        .execute();
    const [earlier, later] = [newId('evt'), newId('evt')];
    const type = 'message.delivered' as const;
    // The last event is that of the first message, which the erasure finds first.
    const events = [
      { id: later, message_id: first },
      { id: earlier, message_id: second },
    ].map((one) => ({
      ...one,
      ...{ account_id: service.accountId, type, body: '{}', created_at: at, webhook_id: null },
    }));
    await db().insertInto('event').values(events).execute();
    const attempts = events.map((event) => ({
      event,
      job: {
        ...{ deliveryId: newId('dlv'), accountId: service.accountId, webhookId },
        ...{ eventId: event.id, attempt: 1 },
      },
      startedAt: at,
      url: 'https://example.com',
      response: { status: 200, text: null, error: null, retryAfterMs: undefined },
    }));
    const inTransaction = (work: (trx: Parameters<typeof deleteMessages>[0]) => Promise<unknown>) =>
      db().transaction().execute(work);
    let work: Promise<unknown>[] = [];
    await inTransaction(async (trx) => {
      await sql`select from event where id = ${earlier} for key share`.execute(trx);
      work = [inTransaction((erasing) => deleteMessages(erasing, [first, second]))];
      await until('the erasure waits for an event', async () => (await countBlocked(db())) === 1);
      let isStored = false;
      work.push(
        inTransaction((storing) => recordAttempts(service.context, storing, attempts)).then(() => {
          isStored = true;
        }),
      );
      await until(
        'the attempts are stored or wait',
        async () => isStored || (await countBlocked(db())) === 2,
      );
    });
    await Promise.all(work);
    const left = db().selectFrom('delivery').select('id').where('webhook_id', '=', webhookId);
    expect(await left.execute()).toEqual([]);
  });
});
