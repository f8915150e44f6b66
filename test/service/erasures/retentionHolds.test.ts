import { beforeEach, describe, expect, it } from '@jest/globals';
import { sql, type KyselyPlugin } from 'kysely';
import { applyRetention } from '../../../service/erasures/retention/applyRetention.ts';
import { readUndelivered } from '../../../service/erasures/retention/findHeld.ts';
import { conversation } from '../../../service/handlers/conversation.ts';
import { newId } from '../../../service/lib/ids.ts';
import { sendConfirmation } from '../../../service/messages/sendConfirmation.ts';
import { findOpenStopReviews } from '../../../service/reviews/findOpenStopReviews.ts';
import { openFolder } from '../harness/database.ts';
import { getRef } from '../model/processes.ts';
import { provideRealService } from '../model/provideRealService.ts';
import type { RealService } from '../model/realService.ts';
import { goodWay } from '../model/steps.ts';

const hour = 3_600;
const day = 24 * hour;

describe('a retention setting', () => {
  let service: RealService;
  provideRealService(openFolder, (provided) => {
    service = provided;
  });

  const db = () => service.context.db;
  const keep = (change: object) =>
    db()
      .updateTable('account')
      .set({
        retention: JSON.stringify({
          ...{ otp_text_hours: null, text_days: null, message_days: null },
          ...change,
        }),
      })
      .where('id', '=', service.accountId)
      .execute();
  const eraseAfter = async (seconds: number) => {
    await service.wait(seconds);
    while (await applyRetention(service.context));
  };
  const readTexts = async () => {
    const rows = db()
      .selectFrom('message')
      .select('text')
      .where('account_id', '=', service.accountId);
    return (await rows.orderBy('id').execute()).map(({ text }) => text);
  };

  describe('keeps a text that may ask to stop until somebody decides', () => {
    const text = 'How do I get off this list?';
    const isOpen = async () => {
      const phones = [service.toPhone(0)];
      const { accountId } = service;
      const open = await db()
        .transaction()
        .execute((trx) => findOpenStopReviews(trx, accountId, phones));
      return open.size === 1;
    };
    const decide = () =>
      db()
        .updateTable('review')
        .set({ status: 'dismissed', decided_at: service.context.clock() })
        .where('account_id', '=', service.accountId)
        .execute();
    beforeEach(async () => {
      await service.bringText(0, text);
      expect(await isOpen()).toBe(true);
    });

    it('and then deletes the message', async () => {
      await keep({ message_days: 7 });
      await eraseAfter(90 * day);
      expect(await isOpen()).toBe(true);
      expect(await readTexts()).toEqual([text]);
      await decide();
      await eraseAfter(2 * hour);
      expect(await readTexts()).toEqual([]);
    });

    it('and then erases the text', async () => {
      await keep({ text_days: 7 });
      await eraseAfter(90 * day);
      expect(await readTexts()).toEqual([text]);
      await decide();
      await eraseAfter(2 * hour);
      expect(await readTexts()).toEqual(['']);
    });
  });

  describe('keeps a confirmation request', () => {
    const readContact = () =>
      db()
        .selectFrom('contact')
        .selectAll()
        .where('account_id', '=', service.accountId)
        .executeTakeFirstOrThrow();
    const deliver = async () => {
      const sent = service.carrierSide.accepted.size;
      await service.process('dispatch', goodWay);
      const ref = getRef(service.carrierSide, sent);
      await service.bringReceipts([{ ref, outcome: 'delivered' }], { isCutOff: false });
    };
    beforeEach(async () => {
      const now = service.context.clock();
      await db()
        .insertInto('contact')
        .values({
          ...{ id: newId('con'), account_id: service.accountId, phone: service.toPhone(0) },
          ...{ status: 'pending', attributes: '{}', created_at: now, updated_at: now },
        })
        .execute();
      const contact = await readContact();
      await service.request((call) => sendConfirmation(call, contact, undefined));
      await deliver();
      await keep({ message_days: 1 });
    });

    it('that a person can still answer with a YES', async () => {
      await eraseAfter(29 * day);
      await service.bringText(0, 'YES');
      expect((await readContact()).status).toBe('subscribed');
    });

    it('and a later text, so that a YES to that text confirms nothing', async () => {
      await service.wait(hour);
      await service.send({ to: 0, parts: 1, ttl: day, inSeconds: 0 });
      await deliver();
      await eraseAfter(20 * day);
      await service.bringText(0, 'YES');
      expect((await readContact()).status).toBe('pending');
    });

    it('for 30 days, or until the answer', async () => {
      await eraseAfter(29 * day);
      expect(await readTexts()).toHaveLength(1);
      await service.bringText(0, 'YES');
      await eraseAfter(2 * hour);
      expect(await readTexts()).toEqual(['YES', expect.stringContaining('subscribed')]);
    });

    it('no longer than 30 days', async () => {
      await eraseAfter(31 * day);
      expect(await readTexts()).toEqual([]);
    });
  });

  describe('keeps a message whose event waits for a webhook', () => {
    /** Leaves a job of the account for these events. */
    const addJob = (events: ReturnType<typeof sql>) =>
      sql`
        insert into pgboss.job (name, group_id, data)
        select 'deliver', ${service.accountId}, jsonb_build_object('deliveries', (
          select jsonb_agg(jsonb_build_object('eventId', id)) from (${events}) as event(id)))`.execute(
        db(),
      );
    const own = () => sql`select id from event where account_id = ${service.accountId}`;
    beforeEach(async () => {
      for (const text of ['One', 'Two', 'Three']) await service.bringText(0, text);
      await keep({ message_days: 1 });
    });

    it('for up to four days longer', async () => {
      await addJob(own());
      await eraseAfter(4 * day);
      expect(await readTexts()).toEqual(['One', 'Two', 'Three']);
      await eraseAfter(2 * day);
      expect(await readTexts()).toEqual([]);
    });

    it('and not the others', async () => {
      await addJob(sql`${own()} order by id desc limit 1`);
      await eraseAfter(4 * day);
      expect(await readTexts()).toEqual(['Three']);
    });

    it('and any message of the account while very many events wait', async () => {
      await addJob(sql`select 'evt_' || at from generate_series(1, 100001) as at`);
      await eraseAfter(4 * day);
      expect(await readTexts()).toEqual(['One', 'Two', 'Three']);
    });

    it('and does not read the jobs of an account that has very many', async () => {
      await addJob(own());
      // A statement that reads one of these jobs fails.
      await sql`
        insert into pgboss.job (name, group_id, data)
        select 'deliver', 'acc_other', '{"deliveries":0}' from generate_series(1, 11)`.execute(
        db(),
      );
      await service.wait(hour);
      const accounts = [service.accountId, 'acc_other'];
      const isUndelivered = await readUndelivered(service.context, accounts, 10);
      expect(isUndelivered('acc_other', 'evt_0')).toBe(true);
      expect(isUndelivered(service.accountId, 'evt_0')).toBe(false);
      const { rows } = await sql<{ readonly id: string }>`${own()}`.execute(db());
      expect(rows.map(({ id }) => isUndelivered(service.accountId, id))).toContain(true);
      await sql`delete from pgboss.job where group_id = 'acc_other'`.execute(db());
    });

    it('after one look at the jobs, however many batches follow', async () => {
      let looks = 0;
      const plugin: KyselyPlugin = {
        transformQuery: ({ node }) => {
          if (JSON.stringify(node).includes('pgboss.job')) looks++;
          return node;
        },
        transformResult: ({ result }) => Promise.resolve(result),
      };
      const batches = { batch: () => 1, db: db().withPlugin(plugin) };
      await service.wait(2 * day);
      let runs = 0;
      // On a slow machine, the time of one run is not enough for all batches.
      while ((await readTexts()).length > 0 && runs < 3) {
        await applyRetention({ ...service.context, ...batches });
        runs++;
      }
      expect(await readTexts()).toEqual([]);
      expect(looks).toBe(runs);
    });
  });

  describe('keeps a message that a workflow waits for, and the reply', () => {
    const addWebhook = (messageIds: readonly string[], change: object = {}) => {
      const now = service.context.clock();
      const filter = JSON.stringify({ message_id: messageIds });
      const id = newId('whk');
      return db()
        .insertInto('webhook')
        .values({
          ...{ id, account_id: service.accountId, url: `https://n8n.example.com/${id}`, filter },
          ...{ events: '["message.received"]', secret: 'whsec_', status: 'enabled' as const },
          ...{ created_at: now, updated_at: now },
          expires_at: new Date(now.getTime() + 10 * day * 1_000),
          ...change,
        })
        .execute();
    };
    let asked: string;
    beforeEach(async () => {
      const sent = await service.send({ to: 0, parts: 1, ttl: day, inSeconds: 0 });
      if ('id' in sent) asked = sent.id;
      const count = service.carrierSide.accepted.size;
      await service.process('dispatch', goodWay);
      const ref = getRef(service.carrierSide, count);
      await service.bringReceipts([{ ref, outcome: 'delivered' }], { isCutOff: false });
      await service.bringText(0, 'Yes');
      await service.bringText(1, 'Unrelated');
    });

    it.each([
      ['deletes', { message_days: 1 }, []],
      ['erases', { text_days: 1 }, ['', '', '']],
    ])('until the wait is over, and then %s both', async (_, setting, left) => {
      await addWebhook([newId('msg'), asked]);
      await keep(setting);
      await eraseAfter(8 * day);
      expect(await readTexts()).toEqual([expect.stringMatching(/./), 'Yes', ...left.slice(2)]);
      await service.wait(3 * day);
      await service.sweep();
      await eraseAfter(hour);
      expect(await readTexts()).toEqual(left);
    });

    it.each([
      ['is disabled', { status: 'disabled' as const }],
      ['never expires', { expires_at: null }],
    ])('but not if the webhook %s', async (_, change) => {
      await addWebhook([asked], change);
      await keep({ message_days: 1 });
      await eraseAfter(2 * day);
      expect(await readTexts()).toEqual([]);
    });
  });

  describe('lowers the number of unread messages', () => {
    const readUnread = async () => {
      const rows = db().selectFrom('conversation').select('unread');
      return (await rows.where('account_id', '=', service.accountId).execute()).map(
        ({ unread }) => unread,
      );
    };

    it('by those that it deletes', async () => {
      await service.bringText(0, 'One');
      await service.bringText(0, 'Two');
      await service.wait(5 * day);
      await service.bringText(0, 'Three');
      expect(await readUnread()).toEqual([3]);
      await keep({ message_days: 3 });
      await eraseAfter(0);
      expect(await readTexts()).toEqual(['Three']);
      expect(await readUnread()).toEqual([1]);
    });

    it('but not by those that were read', async () => {
      await service.bringText(0, 'One');
      await db().updateTable('conversation').set({ unread: 0 }).execute();
      await service.wait(5 * day);
      for (const text of ['Two', 'Three']) await service.bringText(0, text);
      await keep({ message_days: 3 });
      await eraseAfter(0);
      expect(await readTexts()).toEqual(['Two', 'Three']);
      expect(await readUnread()).toEqual([2]);
    });
  });

  describe('that deletes the last message of a conversation', () => {
    const readConversations = async () => {
      const { data } = await service.request((call) =>
        conversation.list.prepare(call, { limit: 10 }).then((read) => read(call)),
      );
      return data.map(({ last_message }) => last_message?.text);
    };

    it('shows the last one that remains', async () => {
      const scheduled = await service.send({ to: 0, parts: 1, ttl: day, inSeconds: 9 * day });
      expect(scheduled).toHaveProperty('id');
      await service.bringText(0, 'Yes');
      expect(await readConversations()).toEqual(['Yes']);
      await keep({ message_days: 3 });
      await eraseAfter(5 * day);
      const [left] = await readTexts();
      expect([left, await readConversations()]).toEqual([expect.stringMatching(/^x+$/), [left]]);
    });

    it('deletes the conversation if none remains', async () => {
      await service.bringText(0, 'Yes');
      await keep({ message_days: 3 });
      await eraseAfter(5 * day);
      expect([await readTexts(), await readConversations()]).toEqual([[], []]);
    });
  });
});
