import { describe, expect, it } from '@jest/globals';
import { limits } from '@textloom/shared/contract';
import { sql } from 'kysely';
import { workOnBroadcasts } from '../../../service/broadcasts/workOnBroadcasts.ts';
import { recordSubmitResults } from '../../../service/dispatch/results/recordSubmitResults.ts';
import { eraseMessages } from '../../../service/erasures/eraseMessages.ts';
import { eraseRecords } from '../../../service/erasures/eraseRecords.ts';
import { eraseResponses } from '../../../service/erasures/eraseTraces.ts';
import type { Step } from '../../../service/erasures/erasure.ts';
import { applyRetention } from '../../../service/erasures/retention/applyRetention.ts';
import { eraseOldResponses } from '../../../service/erasures/retention/eraseOldResponses.ts';
import { broadcast } from '../../../service/handlers/broadcast.ts';
import { review } from '../../../service/handlers/review.ts';
import { webhook } from '../../../service/handlers/webhook.ts';
import { newId } from '../../../service/lib/ids.ts';
import type { Trx } from '../../../service/store/database.ts';
import { goneReason } from '../../../service/webhooks/health/updateWebhookHealth.ts';
import { countBlocked } from '../../service/harness/countBlocked.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { messageRow, numberRow } from '../../service/harness/rows.ts';
import { until } from '../../service/harness/until.ts';
import { provideRealService } from '../../service/model/provideRealService.ts';
import type { RealService } from '../../service/model/realService.ts';

describe('while another transaction locks two of its rows one after the other', () => {
  let service: RealService;
  provideRealService(openPostgres, (provided) => {
    service = provided;
  });

  const db = () => service.context.db;
  const inTransaction = <T>(work: (trx: Trx) => Promise<T>) => db().transaction().execute(work);
  const workBetween = async (
    lockFirst: ReturnType<typeof sql>,
    lockSecond: ReturnType<typeof sql>,
    work: () => Promise<unknown>,
  ) => {
    let running: Promise<unknown> | undefined;
    await inTransaction(async (trx) => {
      await lockFirst.execute(trx);
      let isDone = false;
      running = work().finally(() => {
        isDone = true;
      });
      await until(
        'the work waits or is done',
        async () => isDone || (await countBlocked(db())) > 0,
      );
      await lockSecond.execute(trx);
    });
    await running;
  };
  const runStep = (step: Step, phones: readonly string[]) =>
    inTransaction(async (trx) => {
      await sql`select set_config('textloom.erases', 'on', true)`.execute(trx);
      await step({
        ...{ context: service.context, trx, account_id: service.accountId, phones, cursor: '' },
        created_at: new Date(service.now()),
      });
    });
  const addWebhook = async (filter: object) => {
    const [id, at] = [newId('whk'), new Date(service.now())];
    await sql`
      insert into webhook
        (id, account_id, url, events, filter, secret, status, created_at, updated_at)
      values (${id}, ${service.accountId}, ${`https://example.com/${id}`}, '["*"]',
        ${JSON.stringify(filter)}, '', 'enabled', ${at}, ${at})`.execute(db());
    return id;
  };
  const lockWebhook = (id: string) => sql`select from webhook where id = ${id} for update`;
  /** The database has the rows in the other order than batches, as has its index. */
  const addResponses = async (body: object) => {
    for (const key of ['a', 'B'])
      await sql`
        insert into idempotency (account_id, path, key, fingerprint, status, body, created_at)
        values (${service.accountId}, '/messages', ${key}, '', 201, ${JSON.stringify(body)},
          ${new Date(service.now())})`.execute(db());
  };
  const lockResponse = (key: string) => sql`
    select from idempotency where account_id = ${service.accountId} and key = ${key} for update`;
  const readBodies = async () => {
    const rows = db().selectFrom('idempotency').select('body');
    const own = await rows.where('account_id', '=', service.accountId).execute();
    return own.map(({ body }) => body);
  };

  it('an erasure erases all spellings of a number in filters of webhooks', async () => {
    const phones = ['+525512345678', '+5215512345678'];
    const ids = [
      await addWebhook({ contact_phone: [phones[1]] }),
      await addWebhook({ contact_phone: [phones[0]] }),
    ].sort();
    await workBetween(lockWebhook(ids[0]!), lockWebhook(ids[1]!), () =>
      runStep(eraseRecords, phones),
    );
    const rows = db().selectFrom('webhook').select('filter').where('id', 'in', ids);
    const erased = { filter: { contact_phone: ['erased'] } };
    expect(await rows.execute()).toEqual([erased, erased]);
  });

  it('an erasure forgets stored responses', async () => {
    const phone = service.toPhone(0);
    await addResponses({ to: phone });
    await workBetween(lockResponse('B'), lockResponse('a'), () => runStep(eraseResponses, [phone]));
    expect(await readBodies()).toEqual(['null', 'null']);
  });

  it('a retention setting erases the texts of codes in stored responses', async () => {
    await sql`
      update account set retention = '{"otp_text_hours": 1}' where id = ${service.accountId}`.execute(
      db(),
    );
    await addResponses({ purpose: 'otp', text: 'Your code is 123456' });
    await service.wait(2 * 3_600);
    await workBetween(lockResponse('B'), lockResponse('a'), () =>
      inTransaction((trx) => eraseOldResponses(service.context, trx)),
    );
    const texts = (await readBodies()).map((body) => (JSON.parse(body) as { text: string }).text);
    expect(texts).toEqual(['', '']);
  });

  it('a webhook that changes its kind replaces one that a 410 disabled', async () => {
    const gone = [await addWebhook({}), await addWebhook({})];
    await sql`
      update webhook set status = 'disabled', disabled_reason = ${goneReason}
      where id = any(${gone}::text[])`.execute(db());
    for (let added = gone.length; added < limits.webhooks; added++) await addWebhook({});
    const id = await addWebhook({ message_id: [newId('msg')] });
    await workBetween(lockWebhook(gone[0]!), lockWebhook(id), () =>
      service.request((call) => webhook.update(call, { id, filter: {} })),
    );
    const left = db().selectFrom('webhook').select('id').where('id', 'in', gone);
    expect(await left.execute()).toEqual([{ id: gone[0] }]);
  });

  it('a response of a carrier pauses two senders', async () => {
    const numbers = [`${service.number}1`, `${service.number}2`].map((number) =>
      numberRow({ account_id: service.accountId, number }),
    );
    await db().insertInto('number').values(numbers).execute();
    const messages = numbers.map(({ number: sender }) =>
      messageRow({ account_id: service.accountId, sender, recipient: service.toPhone(0) }),
    );
    await db().insertInto('message').values(messages).execute();
    const result = { kind: 'unsent', retryAfterMs: 60_000, pausesSender: true } as const;
    const responses = messages.map(({ id }) => ({ messageId: id, claim: 'own', result }));
    const ids = numbers.map(({ id }) => id).sort();
    const lockNumber = (id: string) => sql`select from number where id = ${id} for update`;
    await workBetween(lockNumber(ids[1]!), lockNumber(ids[0]!), () =>
      recordSubmitResults(service.context, service.context.carriers.all[0]!, responses),
    );
    const paused = db().selectFrom('number').select('id').where('id', 'in', ids);
    expect(await paused.where('paced_until', 'is not', null).execute()).toHaveLength(2);
  });

  it('a broadcast creates messages to two contacts', async () => {
    const at = new Date(service.now());
    const contacts = [1, 0].map((person) => ({
      ...{ id: newId('con'), account_id: service.accountId, phone: service.toPhone(person) },
      ...{ status: 'subscribed' as const, attributes: '{}', created_at: at, updated_at: at },
    }));
    await db().insertInto('contact').values(contacts).execute();
    await service.request((call) =>
      broadcast.create(call, {
        ...{ name: 'Sale', audience: { all_contacts: true }, text: 'Sale!' },
        ...{ purpose: 'notification', smart_encoding: false },
      }),
    );
    await workOnBroadcasts(service.context);
    const lockContact = (person: number) => sql`
      select from contact
      where account_id = ${service.accountId} and phone = ${service.toPhone(person)} for update`;
    await workBetween(lockContact(0), lockContact(1), () => workOnBroadcasts(service.context));
    expect((await service.observe()).messages.size).toBe(2);
  });

  const addReviews = async (...texts: string[]) => {
    for (const text of texts) await service.bringText(0, text);
    const rows = db().selectFrom('review').select(['id', 'message_id']).orderBy('id');
    return rows.where('account_id', '=', service.accountId).execute();
  };
  const lockReview = (id: string) => sql`select from review where id = ${id} for update`;

  it('a retention setting leaves a text whose review an erasure has locked', async () => {
    const [one] = await addReviews('Enough');
    await db()
      .updateTable('review')
      .set({ status: 'dismissed', decided_at: new Date(service.now()) })
      .where('id', '=', one!.id)
      .execute();
    await sql`
      update account set retention = '{"message_days": 1}' where id = ${service.accountId}`.execute(
      db(),
    );
    await service.wait(2 * 86_400);
    const lockMessage = sql`select from message where id = ${one!.message_id} for update`;
    await workBetween(lockReview(one!.id), lockMessage, () => applyRetention(service.context));
    const left = db().selectFrom('message').select('id').where('id', '=', one!.message_id);
    expect(await left.execute()).toHaveLength(1);
  });

  it('a STOP settles two reviews', async () => {
    const [first, second] = await addReviews('Enough', 'Enough of this');
    // The table and its indexes now have the rows in the other order.
    for (const status of ['dismissed', 'open'] as const)
      await db().updateTable('review').set({ status }).where('id', '=', first!.id).execute();
    await workBetween(lockReview(first!.id), lockReview(second!.id), () =>
      service.bringText(0, 'STOP'),
    );
    const statuses = db().selectFrom('review').select('status').distinct();
    expect(await statuses.where('account_id', '=', service.accountId).execute()).toEqual([
      { status: 'confirmed' },
    ]);
  });

  it('an erasure deletes the messages of a person during the decision of a review', async () => {
    for (const text of ['STOP', 'Resume', 'Enough']) {
      await service.bringText(0, text);
      await service.wait(1);
    }
    const open = await db()
      .selectFrom('review')
      .select('id')
      .where('account_id', '=', service.accountId)
      .where('keyword', '=', 'start')
      .executeTakeFirstOrThrow();
    let work: Promise<unknown>[] = [];
    await inTransaction(async (trx) => {
      await sql`
        select from opt_out where account_id = ${service.accountId} for update`.execute(trx);
      work = [service.request((call) => review.decide(call, { id: open.id, decision: 'confirm' }))];
      await until('the decision waits', async () => (await countBlocked(db())) === 1);
      work.push(runStep(eraseMessages, [service.toPhone(0)]));
      await until(
        'the erasure waits for the decision',
        async () => (await countBlocked(db())) === 2,
      );
    });
    await Promise.all(work);
    expect((await service.observe()).messages.size).toBe(0);
  });
});
