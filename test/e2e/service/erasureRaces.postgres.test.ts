import { describe, expect, it } from '@jest/globals';
import { sql } from 'kysely';
import { workOnBroadcasts } from '../../../service/broadcasts/workOnBroadcasts.ts';
import { requestErasure } from '../../../service/erasures/requestErasure.ts';
import { workOnErasures } from '../../../service/erasures/workOnErasures.ts';
import { broadcast } from '../../../service/handlers/broadcast.ts';
import { newId } from '../../../service/lib/ids.ts';
import { openPostgres } from '../../service/harness/database.ts';
import { provideRealService } from '../../service/model/provideRealService.ts';
import type { RealService } from '../../service/model/realService.ts';
import { until } from '../../service/harness/until.ts';

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
  const countBlocked = async () => {
    const { rows } = await sql<{ readonly blocked: number }>`
      select count(*)::int as blocked from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(db());
    return rows[0]!.blocked;
  };
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
        await until('the step waits', async () => (await countBlocked()) === 1);
        work.push(request().then(end));
        await until('the request waits or ends', async () => done + (await countBlocked()) === 2);
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
          .values({
            ...{ id: newId('msg'), account_id: service.accountId, direction: 'inbound' },
            ...{ status: 'received', recipient: service.number, sender: person(), text: 'Hi' },
            ...{ encoding: 'gsm7', segments: 1, purpose: 'notification', metadata: '{}' },
            ...{ sequence: 1, created_at: new Date(service.now()), list_ids: [] },
          })
          .execute();
        await request();
        await workOnErasures(service.context, Infinity);
      });
    await erase();
    const rows = db().selectFrom('message').select('id').where('sender', '=', person());
    expect(await rows.execute()).toEqual([]);
  });
});
