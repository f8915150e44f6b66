import { beforeEach, describe, expect, it, jest } from '@jest/globals';
import { sql } from 'kysely';
import { createCarriers } from '../../../service/carriers/carriers.ts';
import type { Context } from '../../../service/core/context.ts';
import { broadcast as handlers } from '../../../service/handlers/broadcast.ts';
import { review } from '../../../service/handlers/review.ts';
import { webhook } from '../../../service/handlers/webhook.ts';
import { workOnBroadcasts } from '../../../service/broadcasts/workOnBroadcasts.ts';
import { firstIdAt, newId } from '../../../service/lib/ids.ts';
import { openFolder } from '../harness/database.ts';
import { messageRow } from '../harness/rows.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';
import { goodWay } from '../model/steps.ts';

const hour = 3_600;

describe('a broadcast', () => {
  let service: RealService;
  provideRealService(openFolder, (provided) => {
    service = provided;
  });

  /** Adds a contact whose time of creation is some seconds ahead of the clock. */
  const addContact = async (recipient: number, seconds = 0) => {
    const at = new Date(service.now() + seconds * 1_000);
    await service.context.db
      .insertInto('contact')
      .values({
        id: newId('con'),
        account_id: service.accountId,
        phone: service.toPhone(recipient),
        status: 'subscribed',
        attributes: '{}',
        created_at: at,
        updated_at: at,
      })
      .execute();
  };
  const audience = { all_contacts: true } as const;
  const plain = {
    audience,
    text: 'Sale!',
    purpose: 'notification',
    smart_encoding: false,
  } as const;
  const start = async () => {
    const { id } = await service.request((call) =>
      handlers.create(call, { ...plain, name: 'Sale' }),
    );
    return id;
  };
  const work = async () => {
    for (let steps = 0; steps < 5; steps++) await workOnBroadcasts(service.context);
  };
  /** Keeps the broadcasts of earlier tests from taking steps. */
  const restOthers = (id: string) =>
    sql`update broadcast_work set next_at = null where broadcast_id <> ${id}`.execute(
      service.context.db,
    );
  const change = (id: string, to: 'pause' | 'resume') =>
    service.request((call) => handlers[to](call, { id }));
  const readMessages = async () => [...(await service.observe()).messages.values()];
  const readStatuses = async () => (await readMessages()).map(({ status }) => status);
  const listReached = async () => (await readMessages()).map(({ recipient }) => recipient).sort();

  describe('that is paused while its carrier does not work', () => {
    let id: string;
    beforeEach(async () => {
      await addContact(0);
      await addContact(1);
      id = await start();
      await work();
      expect(await readStatuses()).toEqual(['queued', 'queued']);
    });

    it('keeps its messages for as long as the pause lasts', async () => {
      await change(id, 'pause');
      await service.wait(100 * hour);
      await service.sweep();
      expect(await readStatuses()).toEqual(['queued', 'queued']);
      await change(id, 'resume');
      await work();
      await service.sweep();
      await service.process('dispatch', goodWay);
      expect(await readStatuses()).toEqual(['sent', 'sent']);
    });

    it('gives its messages their full time to live when somebody resumes it', async () => {
      const [before] = await readMessages();
      await service.wait(47 * hour);
      await change(id, 'pause');
      await service.sweep();
      await change(id, 'resume');
      await work();
      for (const { expires_at, not_before } of await readMessages()) {
        expect(expires_at!.getTime() - before!.expires_at!.getTime()).toBe(47 * hour * 1_000);
        expect(not_before).toBeNull();
      }
      await service.wait(47 * hour);
      await service.sweep();
      expect(await readStatuses()).toEqual(['queued', 'queued']);
      await service.wait(2 * hour);
      await service.sweep();
      expect(await readStatuses()).toEqual(['expired', 'expired']);
    });
  });

  describe('that is paused while its messages wait for their sender', () => {
    let id: string;
    beforeEach(async () => {
      for (let recipient = 0; recipient < 3; recipient++) await addContact(recipient);
      id = await start();
      await work();
      await change(id, 'pause');
    });

    it('keeps them, even if the sender gets to them first', async () => {
      await service.process('dispatch', goodWay);
      expect(await readStatuses()).toEqual(['queued', 'queued', 'queued']);
    });

    it('holds them all, in batches, so that no other message waits behind them', async () => {
      const { db } = service.context;
      await restOthers(id);
      for (let steps = 0; steps < 2; steps++)
        await workOnBroadcasts({ ...service.context, batch: () => 2 });
      const { rows } = await sql`
        select from message
        where broadcast_id = ${id} and not_before = 'infinity' and expires_at is null`.execute(db);
      expect(rows).toHaveLength(3);
      await change(id, 'resume');
      await work();
      await service.process('dispatch', goodWay);
      expect(await readStatuses()).toEqual(['sent', 'sent', 'sent']);
    });
  });

  describe('of which very many messages wait', () => {
    let id: string;
    beforeEach(async () => {
      await addContact(0);
      await addContact(1);
      id = await start();
      await restOthers(id);
      const one = { ...service.context, batch: () => 1 };
      while ((await countMessages()) === 0) await workOnBroadcasts(one);
    });
    const countMessages = async () => {
      const { rows } = await sql<{ count: number }>`
        select count(*)::int from message where broadcast_id = ${id}`.execute(service.context.db);
      return rows[0]!.count;
    };
    const waitIn = (dueAt: Date) =>
      sql`update message set due_at = ${dueAt} where broadcast_id = ${id}`.execute(
        service.context.db,
      );
    const workNow = async () => {
      await sql`update broadcast_work set next_at = now() where broadcast_id = ${id}`.execute(
        service.context.db,
      );
      await workOnBroadcasts(service.context);
    };

    it('creates more only once these wait for the end of quiet hours', async () => {
      await sql`
        insert into message
        select (jsonb_populate_record(message,
          jsonb_build_object('id', id || at, 'recipient', recipient || at))).*
        from message, generate_series(2, 5000) as at where broadcast_id = ${id}`.execute(
        service.context.db,
      );
      await workNow();
      expect(await countMessages()).toBe(5_000);
      await waitIn(new Date(service.now() + hour * 1_000));
      await workNow();
      expect(await countMessages()).toBe(5_001);
    });

    it('creates no more than four times as many, even if all of them wait', async () => {
      await sql`
        insert into broadcast_tally_change (broadcast_id, kind, messages, segments)
        values (${id}, 'queued', 19999, 19999)`.execute(service.context.db);
      await waitIn(new Date(service.now() + hour * 1_000));
      await workNow();
      expect(await countMessages()).toBe(1);
    });
  });

  it('that fails names the broadcast and the first cause', async () => {
    await addContact(0);
    const id = await start();
    const { db } = service.context;
    await restOthers(id);
    await sql`alter table broadcast_recipient rename to away`.execute(db);
    try {
      await expect(work()).rejects.toMatchObject({
        message: expect.stringContaining(id),
        cause: { code: '42P01' },
      });
    } finally {
      await sql`alter table away rename to broadcast_recipient`.execute(db);
    }
  });

  it('reaches contacts whose time of creation is ahead of its start', async () => {
    await addContact(0, 5);
    await addContact(1, 5 * hour);
    const preview = await handlers.preview.prepare(
      await service.request((call) => Promise.resolve(call)),
      plain,
    );
    expect(await service.request((call) => preview(call))).toMatchObject({ recipients: 2 });
    await start();
    await service.wait(10);
    await work();
    expect(await listReached()).toEqual([service.toPhone(0), service.toPhone(1)]);
  });

  it('reaches nobody who became a contact after its start, not even with a clock behind', async () => {
    await addContact(0);
    await start();
    await addContact(1);
    await addContact(2, -10);
    await work();
    expect(await listReached()).toEqual([service.toPhone(0)]);
  });

  it('waits up to an hour for a process that knows the carrier of its sender', async () => {
    await addContact(0);
    await addContact(1);
    const unknowing = { ...service.context, carriers: createCarriers([]) };
    const workIn = async (context: Context, id: string) => {
      const next = sql`case when broadcast_id = ${id} then now() end`;
      await sql`update broadcast_work set next_at = ${next}`.execute(context.db);
      for (let steps = 0; steps < 5; steps++) await workOnBroadcasts(context);
    };
    const early = await start();
    await workIn(unknowing, early);
    await service.wait(10);
    await workIn(service.context, early);
    expect(await listReached()).toEqual([service.toPhone(0), service.toPhone(1)]);
    const late = await start();
    const countSkipped = async () =>
      (await service.request((call) => handlers.get(call, { id: late }))).counts.skipped;
    await workIn(unknowing, late);
    expect(await countSkipped()).toBe(0);
    await service.wait(hour);
    jest.spyOn(performance, 'now').mockReturnValue(performance.now() + 1_000 * hour);
    await workIn(unknowing, late);
    jest.restoreAllMocks();
    expect(await countSkipped()).toBe(2);
  });

  it('counts a STOP that arrives before the response of the carrier to its message', async () => {
    await addContact(0);
    const id = await start();
    await work();
    const process = await service.process('dispatch', { ...goodWay, submit: 'held' });
    const earlier = firstIdAt('clm', new Date(0));
    await sql`update message set claim = ${earlier} where broadcast_id = ${id}`.execute(
      service.context.db,
    );
    await service.bringText(0, 'STOP');
    const { counts } = await service.request((call) => handlers.get(call, { id }));
    expect(counts).toMatchObject({ replied: 1, opted_out: 1 });
    await process.end('answered');
  });

  it('counts a STOP although a webhook awaits the reply to an earlier message', async () => {
    await addContact(0);
    const asked = await service.send({ to: 0, parts: 1, ttl: 3_600, inSeconds: 0 });
    if ('code' in asked) throw new Error(asked.code);
    await service.request((call) =>
      webhook.create(call, {
        ...{ url: 'http://127.0.0.1/', events: ['message.received'] },
        filter: { message_id: [asked.id] },
      }),
    );
    const id = await start();
    await work();
    await service.process('dispatch', goodWay);
    await service.bringText(0, 'STOP');
    const { counts } = await service.request((call) => handlers.get(call, { id }));
    expect(counts).toMatchObject({ replied: 1, opted_out: 1 });
    const replies = service.context.db.selectFrom('message').select('in_reply_to');
    expect(
      await replies.where('keyword', '=', 'stop').where('in_reply_to', '=', asked.id).execute(),
    ).toHaveLength(1);
  });

  it('counts a possible opt-out for the message that left last before it', async () => {
    await addContact(0);
    const id = await start();
    await work();
    await service.process('dispatch', goodWay);
    const { accountId, number } = service;
    const own = { account_id: accountId, sender: number, recipient: service.toPhone(0) };
    const at = (seconds: number) => new Date(service.now() + seconds * 1_000);
    const { db } = service.context;
    // Two messages are newer than that of the broadcast. One left before it, and one leaves later.
    const earlier = messageRow({ ...own, created_at: at(0), status: 'sent', sent_at: at(-hour) });
    const later = messageRow({ ...own, created_at: at(0) });
    await db.insertInto('message').values([earlier, later]).execute();
    await service.bringText(0, 'Enough');
    const left = { status: 'sent', sent_at: at(120) } as const;
    await db.updateTable('message').set(left).where('id', '=', later.id).execute();
    const [found] = (await service.request((call) => review.list(call, { limit: 1 }))).data;
    await service.request((call) => review.decide(call, { id: found!.id, decision: 'confirm' }));
    const { counts } = await service.request((call) => handlers.get(call, { id }));
    expect(counts).toMatchObject({ replied: 1, opted_out: 1 });
  });
});
