import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Report } from '@textloom/shared/contract';
import { receivedFrom } from '../consents/consentSteps.ts';
import type { OpenDatabase } from '../harness/database.ts';
import { columnsWith } from '../harness/databaseDump.ts';
import { handset, openHarness, type Account, type Harness } from '../harness/harness.ts';
import { columnsByTable } from './personalColumns.ts';
import { query } from '../harness/runningDatabase.ts';
import { until } from '../harness/until.ts';

// No hash in the database contains these by chance.
const [code, lateCode] = ['ZK-4829-QX', 'WV-7712-XT'];
const [words, received] = ['Quagmire', 'Periwinkle'];
const key = { 'idempotency-key': 'code 1' };
const codeMessage = { to: handset(1, 415), text: `Your code is ${code}`, purpose: 'otp' };
const hour = 3_600_000;

/** Proves that expired texts and messages are in no table, and that everything else stays. */
export function describeRetention(name: string, open: OpenDatabase): void {
  describe(`the retention settings on ${name}`, () => {
    let harness: Harness;
    let account: Account;
    let environment: Readonly<Record<string, string>>;
    const ids = { code: '', text: '', reply: '', kept: '', waiting: '' };
    let waiting: Account;
    const totals = async () => await account.client.report.get({ group_by: 'purpose' });
    let report: Report;
    beforeAll(async () => {
      harness = await openHarness(async () => {
        const database = await open();
        environment = database.environment;
        return database;
      });
      account = harness.account();
      const hook = harness.receiver.hook();
      // The receiver repeats what it gets.
      hook.response = (response, count) => response.end(hook.deliveries[count - 1]!.body);
      const { id } = await account.client.webhook.create({ url: hook.url, events: ['*'] });
      const sent = await account.json('POST', '/messages', codeMessage, key);
      ids.code = (sent.body as { id: string }).id;
      ids.text = (await account.client.message.send({ to: handset(2, 415), text: words })).id;
      await account.reaches(ids.code);
      await account.reaches(ids.text);
      ids.reply = (await receivedFrom(account, handset(3, 415), received)).id;
      const { data: events } = await account.client.event.list({ limit: 100 });
      await until('the webhook has the events', async () => {
        const { data } = await account.client.webhook.deliveries({ id, limit: 100 });
        return data.length === events.length;
      });
      // A delivery that took long leaves a job, and the texts would wait for it.
      await until('nothing is left to deliver', async () => {
        await harness.makeDue('deliver', 70);
        const left = `select from pgboss.job where name = 'deliver' and state < 'completed' limit 1`;
        return (await query(environment, (run) => run(left))).rows.length === 0;
      });
      waiting = harness.account();
      const failing = harness.receiver.hook();
      failing.response = (response) => response.writeHead(503).end();
      await waiting.client.webhook.create({ url: failing.url, events: ['*'] });
      const purpose = 'otp' as const;
      const late = { to: handset(5, 415), text: `Your code is ${lateCode}`, purpose };
      ids.waiting = (await waiting.client.message.send(late)).id;
      await waiting.reaches(ids.waiting);
      report = await totals();
    }, 120_000);
    afterAll(() => harness.close());

    const traces = (text: string) => columnsWith(environment, text);
    /** By default, this ignores the queue, which deletes finished jobs a minute later. */
    const vanishes = async (text: string, columns = /^(?!pgboss\.)/) => {
      const left = async () => (await traces(text)).filter((column) => columns.test(column));
      const isGone = async () => (await left()).length === 0;
      await harness.untilSwept('it is gone', isGone, 60).catch(() => undefined);
      expect(await left()).toEqual([]);
    };
    /** A key expires by the clock of the database, too, which a test cannot move. */
    const ageKeys = () =>
      harness.query(`update idempotency set created_at = created_at - interval '10 days'`);
    const isErased = (id: string) => async () =>
      (await account.client.message.get({ id })).text_erased_at !== null;

    it('begin with a code for an hour, and keep everything else', async () => {
      expect((await account.client.account.get({})).retention).toEqual({
        otp_text_hours: 1,
        text_days: null,
        message_days: null,
      });
      const personal = Object.entries(columnsByTable).flatMap(([table, columns]) =>
        columns.personal.map((column) => `${table}.${column}`),
      );
      const found = await traces(code);
      for (const column of ['message.text', 'event.body', 'delivery.answer', 'idempotency.body'])
        expect(found).toContain(`public.${column}`);
      expect(found.filter((column) => !personal.includes(column))).toEqual([]);
    });

    it('erase a code everywhere an hour after it arrived, and nothing else', async () => {
      harness.setAhead(hour + 130_000);
      await harness.untilSwept('the code is gone', isErased(ids.code));
      await vanishes(code);
      expect(await account.client.message.get({ id: ids.code })).toMatchObject({
        ...{ status: 'delivered', text: '', sent_text: null, media: [], purpose: 'otp' },
      });
      expect(await account.client.message.get({ id: ids.text })).toMatchObject({
        ...{ text: words, text_erased_at: null },
      });
      const events = await account.eventsOf(ids.code);
      expect(events.map(({ type }) => type)).toEqual(['message.sent', 'message.delivered']);
      expect(events.map(({ data }) => [data.text, typeof data.text_erased_at])).toEqual([
        ['', 'string'],
        ['', 'string'],
      ]);
    });

    it('wait for a webhook that has not received a code yet', async () => {
      await harness.untilSwept(
        'the service has looked at the code',
        async () => (await traces(ids.waiting)).includes('public.retention_wait.message_id'),
        30,
      );
      expect(await waiting.client.message.get({ id: ids.waiting })).toMatchObject({
        ...{ status: 'delivered', text: `Your code is ${lateCode}`, text_erased_at: null },
      });
    });

    it('return the same message to a repeated request, without its text', async () => {
      const again = await account.json('POST', '/messages', codeMessage, key);
      expect(again.status).toBe(202);
      expect(again.body).toMatchObject({ id: ids.code, text: '', purpose: 'otp' });
      expect((again.body as { text_erased_at: string }).text_erased_at).not.toBeNull();
      expect((await account.client.message.list({ to: handset(1, 415) })).data).toHaveLength(1);
    });

    it('erase the texts that an account sent and received', async () => {
      const retention = { otp_text_hours: 1, text_days: 1, message_days: null };
      await account.client.account.update({ retention });
      harness.setAhead(25 * hour + 130_000);
      await ageKeys();
      await harness.untilSwept('the text is gone', isErased(ids.text));
      await harness.untilSwept('the received text is gone', isErased(ids.reply));
      for (const text of [words, received]) await vanishes(text);
      const [conversation] = (await account.client.conversation.list({})).data;
      expect(conversation!.last_message).toMatchObject({ text: '' });
      expect(conversation!.last_message!.text_erased_at).not.toBeNull();
    });

    it('delete messages with their events, and keep the sums of reports', async () => {
      ids.kept = (await account.client.message.send({ to: handset(4, 415), text: 'New' })).id;
      await account.reaches(ids.kept);
      const before = await totals();
      const retention = { otp_text_hours: 1, text_days: 1, message_days: 1 };
      await account.client.account.update({ retention });
      for (const id of [ids.code, ids.text, ids.reply])
        await harness.untilSwept(
          'the message is gone',
          async () => (await account.json('GET', `/messages/${id}`)).status === 404,
          30,
        );
      for (const id of [ids.code, ids.text, ids.reply]) await vanishes(id, /./);
      expect(await totals()).toMatchObject({ totals: before.totals });
      expect(before.totals.messages).toBe(report.totals.messages + 1);
      expect((await account.client.message.get({ id: ids.kept })).text).toBe('New');
    });

    it('erase a code that a webhook did not receive for days', async () => {
      harness.setAhead(5 * 24 * hour);
      await vanishes(lateCode);
    });

    it('delete a received text and its conversation if only messages have a time', async () => {
      const start = 6 * 24 * hour;
      harness.setAhead(start);
      const own = harness.account();
      await receivedFrom(own, handset(6, 415), 'Zirconium');
      const retention = { otp_text_hours: null, text_days: null, message_days: 1 };
      await own.client.account.update({ retention });
      harness.setAhead(start + 25 * hour);
      await vanishes('Zirconium');
      expect((await own.client.conversation.list({})).data).toEqual([]);
      const left = await traces(handset(6, 415));
      expect(left.filter((column) => column.startsWith('public.handset_text'))).toEqual([]);
    });

    it('erase a scheduled text after an account emptied a value and set it again', async () => {
      const start = 8 * 24 * hour;
      harness.setAhead(start);
      const own = harness.account();
      const keep = { otp_text_hours: null, text_days: null, message_days: null };
      const erase = { ...keep, text_days: 1 };
      await own.client.account.update({ retention: erase });
      const send_at = new Date(Date.now() + start + 26 * hour).toISOString();
      const { id } = await own.client.message.send({
        ...{ to: handset(7, 415), text: 'Yttrium', send_at },
      });
      const isWaiting = async () => (await traces(id)).includes('public.retention_wait.message_id');
      harness.setAhead(start + 25 * hour);
      await harness.untilSwept('the message waits', isWaiting);
      await own.client.account.update({ retention: keep });
      harness.setAhead(start + 25.3 * hour);
      await harness.untilSwept('the value is empty', async () => !(await isWaiting()));
      await own.client.account.update({ retention: erase });
      harness.setAhead(start + 26.1 * hour);
      await own.reaches(id);
      expect((await own.client.message.get({ id })).text).toBe('Yttrium');
      harness.setAhead(start + 52 * hour);
      await ageKeys();
      await vanishes('Yttrium');
    });

    it('refuse values out of range', async () => {
      const retention = { otp_text_hours: 0, text_days: null, message_days: null };
      const refused = await account.json('PATCH', '/account', { retention });
      expect(refused).toMatchObject({
        status: 422,
        body: { errors: [{ pointer: '/retention/otp_text_hours' }] },
      });
      expect(harness.faults).toEqual([]);
    });
  });
}
