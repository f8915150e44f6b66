import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Report } from '@textloom/shared/contract';
import { receivedFrom } from '../consents/consentSteps.ts';
import type { OpenDatabase } from '../harness/database.ts';
import { dumpDatabase, type Dump } from '../harness/databaseDump.ts';
import { handset, openHarness, type Account, type Harness } from '../harness/harness.ts';
import { columnsByTable } from './personalColumns.ts';
import { until } from '../harness/until.ts';
import { settled } from '../isolation/readRows.ts';

/** Appears in everything that is stored about the person. */
const marker = 'Quagmire';
/** The handset replies with the same text. */
const person = handset(59, 415);
/** The handset sends no receipt. */
const silent = handset(53, 415);
const other = handset(4, 415);

/** Columns that only carriers over SMPP or earlier versions fill, or that are empty most times. */
const otherwiseTested = [
  'pgboss.job.data',
  'pgboss.job.output',
  'pgboss.job.source_output',
  'pgboss.job_common.data',
  'pgboss.job_common.output',
  'pgboss.job_common.source_output',
  'public.delivery.error',
  'public.erasure.phones',
  'public.incoming_part.octets',
  'public.incoming_part.sender',
  'public.keyword_answer.phone',
  'public.message.media',
  'public.message.sent_text',
  'public.receipt.recipient',
  'public.received_media.data',
  'public.received_media.source',
  'public.secret_text.ciphertext',
  'public.handset_text.media',
];

const toBase64 = (text: string): string[] =>
  // The same text has three forms, depending on its place.
  [0, 1, 2].map((at) =>
    Buffer.from('-'.repeat(at) + text)
      .toString('base64')
      .slice(at === 0 ? 0 : 4, -4),
  );
/** All forms of a number or a text. */
const listForms = (text: string): string[] => {
  const plain = text.replace(/^\+1?/, '');
  return [plain, encodeURIComponent(plain), Buffer.from(plain).toString('hex'), ...toBase64(plain)];
};
const traces = [person, silent, marker].flatMap(listForms);

const holdsTrace = (text: string): boolean => traces.some((trace) => text.includes(trace));
const tracesIn = ({ values }: Dump): string[] =>
  [
    ...new Set(
      values
        .filter(({ text }) => holdsTrace(text))
        .map(({ table, column }) => `${table}.${column}`),
    ),
  ].sort();

/** Proves that nothing about a person is left after an erasure, in any table or response. */
export function describeErasure(
  name: string,
  open: OpenDatabase,
  readText?: (environment: Readonly<Record<string, string>>) => Promise<string>,
): void {
  describe(`an erasure on ${name}`, () => {
    let harness: Harness;
    let account: Account;
    let environment: Readonly<Record<string, string>>;
    let before: Dump;
    let report: Report;
    let kept: string;
    let webhookId: string;
    beforeAll(async () => {
      harness = await openHarness(async () => {
        const database = await open();
        environment = database.environment;
        return database;
      });
      account = harness.account();
      await live();
      report = await account.client.report.get({ group_by: 'purpose' });
      before = await dumpDatabase(environment);
    });
    afterAll(() => harness.close());

    /** Leaves a trace of the person in every part of the service. */
    const live = async () => {
      const { client } = account;
      const hook = harness.receiver.hook();
      hook.response = (response, count) => {
        const isOwn = holdsTrace(hook.deliveries[count - 1]!.body);
        response.end(isOwn ? `Got ${marker}` : 'Got it');
      };
      webhookId = (await client.webhook.create({ url: hook.url, events: ['*'] })).id;
      const filtered = {
        ...{ url: `${hook.url}?filtered`, events: ['message.received' as const] },
      };
      await client.webhook.create({ ...filtered, filter: { from: [person] } });
      const quick = { url: `${hook.url}?quick`, events: ['message.received' as const] };
      await client.webhook.create({ ...quick, burst_seconds: 60 });
      const list = await client.list.create({ name: 'Everybody' });
      const details = {
        first_name: marker,
        last_name: marker,
        email: `${marker}@example.com`,
        external_id: marker,
        attributes: { note: marker },
        lists: [list.id],
        consent: { source: marker, at: new Date(Date.now() - 60_000).toISOString() },
      };
      await client.contact.upsert({ phone: person, ...details });
      await client.contact.import({ csv: `phone,first_name\n${silent},${marker}\n` });
      const content = { text: marker, reference: marker, metadata: { note: marker } };
      const headers = { 'idempotency-key': `order of ${person}` };
      await account.json('POST', '/messages', { to: person, ...content }, headers);
      const sent = await account.json(
        'POST',
        '/messages',
        { to: person, ...content },
        {
          'idempotency-key': 'order 1',
        },
      );
      await account.reaches((sent.body as { id: string }).id);
      await account.reaches((await client.message.send({ to: silent, text: marker })).id, 'sent');
      const send_at = new Date(Date.now() + 3_600_000).toISOString();
      await client.message.send({ to: person, text: marker, send_at });
      kept = (await client.message.send({ to: other, text: 'For somebody else' })).id;
      await account.reaches(kept);
      const { id } = await client.verification.start({ to: person });
      await client.verification.check({ id, code: '000000' });
      const broadcast = { audience: { list_ids: [list.id] }, purpose: 'notification' as const };
      const { id: broadcastId } = await client.broadcast.create({
        ...broadcast,
        name: 'News',
        text: 'News for {{first_name}}',
      });
      await until(
        'the broadcast is complete',
        async () => (await client.broadcast.get({ id: broadcastId })).status === 'completed',
        60,
      );
      await receivedFrom(account, person, 'Enough');
      await receivedFrom(account, person, `Please take me off your list, ${marker}`);
      await receivedFrom(account, silent, 'STOP');
      await until(
        'the webhook has the responses',
        async () =>
          (await client.webhook.deliveries({ id: webhookId, limit: 100 })).data.length > 20,
      );
      // The handset replies to replies.
      await settled(harness, silent);
    };
    const erase = async (id: string) => {
      await account.client.contact.delete({ id, erase: true });
      await harness.untilSwept(
        'the erasures are complete',
        async () => (await account.client.erasure.list({ status: 'running' })).data.length === 0,
        60,
      );
    };

    it('covers every column: a new one must be declared', () => {
      const declared = Object.entries(columnsByTable).flatMap(
        ([table, { personal, other: rest }]) =>
          [...personal, ...rest].map((column) => `${table}.${column}`),
      );
      const actual = before.columns
        .filter(({ table }) => !/^pgboss\.queue_stats_\d/.test(table))
        .map(({ table, column }) => `${table}.${column}`);
      expect([...actual].sort()).toEqual(declared.sort());
    });

    it('begins with traces in every column that is declared as personal, and in no other', () => {
      const personal = Object.entries(columnsByTable).flatMap(([table, columns]) =>
        columns.personal.map((column) => `${table}.${column}`),
      );
      const found = tracesIn(before);
      expect(found.filter((one) => !personal.includes(one))).toEqual([]);
      const missing = personal.filter((one) => !found.includes(one));
      expect(missing.filter((one) => !otherwiseTested.includes(one))).toEqual([]);
    });

    it('exports everything about the person, page by page', async () => {
      const { messages: all } = await account.client.contact.export({ id: person, limit: 100 });
      const first = await account.client.contact.export({ id: person, limit: 3 });
      expect(first).toMatchObject({
        phone: person,
        contact: { first_name: marker },
        conversations: [{ phone: person }],
        reviews: [{ phone: person, text: 'Enough' }],
        verifications: [{ to: person }],
        has_more: true,
      });
      expect(first.consents.map(({ action }) => action)).toEqual(['opted_out', 'opted_in']);
      expect(all.length).toBeGreaterThan(6);
      expect(new Set(all.map(({ from, to }) => (from === account.number ? to : from)))).toEqual(
        new Set([person]),
      );
      const paged = [...first.messages];
      for (let cursor = first.next_cursor; cursor;) {
        const page = await account.client.contact.export({ id: person, limit: 3, cursor });
        expect(page).toMatchObject({ conversations: [], consents: [], verifications: [] });
        paged.push(...page.messages);
        cursor = page.next_cursor;
      }
      expect(paged).toEqual(all);
      expect(await account.client.contact.export({ id: handset(8, 416) })).toMatchObject({
        contact: null,
        messages: [],
      });
      const other = harness.account();
      expect(await other.client.contact.export({ id: person })).toMatchObject({
        contact: null,
        conversations: [],
        consents: [],
        messages: [],
      });
    });

    it('leaves no trace in the database', async () => {
      const contact = await account.client.contact.get({ id: person });
      await erase(contact.id);
      await erase(silent);
      expect(tracesIn(await dumpDatabase(environment))).toEqual([]);
      expect(holdsTrace((await readText?.(environment)) ?? '')).toBe(false);
      expect((await account.client.erasure.list({ contact_id: contact.id })).data).toMatchObject([
        { status: 'completed', messages: expect.any(Number) },
      ]);
    });

    it('leaves no trace in any response', async () => {
      const paths = [
        ...['contacts', 'messages', 'events', 'conversations', 'consents', 'reviews'],
        ...['verifications', 'broadcasts', 'webhooks', 'erasures'],
        `webhooks/${webhookId}/deliveries`,
      ].map((path) => `/${path}?limit=100`);
      for (const path of paths) {
        const { status, body } = await account.json('GET', path);
        expect({ path, status, holdsTrace: holdsTrace(JSON.stringify(body)) }).toEqual({
          path,
          status: 200,
          holdsTrace: false,
        });
      }
      const [broadcast] = (await account.client.broadcast.list({})).data;
      const recipients = await account.client.broadcast.recipients({ id: broadcast!.id });
      expect(recipients.data).toMatchObject([{ phone: '', status: 'created' }]);
      await expect(account.client.contact.get({ id: person })).rejects.toMatchObject({
        code: 'not_found',
      });
      expect(await account.textsOn(person)).toEqual([]);
    });

    it('keeps the counts of reports, and what belongs to others', async () => {
      const after = await account.client.report.get({ group_by: 'purpose' });
      const totals = ({ totals: { messages, delivered, received } }: Report) => ({
        messages,
        delivered,
        received,
      });
      expect(totals(after)).toEqual(totals(report));
      expect(await account.client.message.get({ id: kept })).toMatchObject({
        text: 'For somebody else',
        status: 'delivered',
      });
    });

    it('still holds the opt-out: for texts, contacts and imports, until the person sends START', async () => {
      const refused = { code: 'recipient_opted_out' };
      await expect(account.client.message.send({ to: silent, text: 'Hi' })).rejects.toMatchObject(
        refused,
      );
      expect(await account.client.contact.upsert({ phone: silent })).toMatchObject({
        status: 'opted_out',
      });
      await expect(account.client.message.send({ to: silent, text: 'Hi' })).rejects.toMatchObject(
        refused,
      );
      await erase(silent);
      await account.client.contact.import({ csv: `phone,status\n${silent},subscribed\n` });
      expect(await account.client.contact.get({ id: silent })).toMatchObject({
        status: 'opted_out',
      });
      await erase(silent);
      await receivedFrom(account, silent, 'START');
      await account.client.message.send({ to: silent, text: 'Welcome back' });
    });

    it('refuses to repeat a request about the person, and does nothing twice', async () => {
      const content = { text: marker, reference: marker, metadata: { note: marker } };
      const again = await account.json(
        'POST',
        '/messages',
        { to: person, ...content },
        {
          'idempotency-key': 'order 1',
        },
      );
      expect(again.body).toMatchObject({ code: 'idempotency_key_reused' });
    });

    it('takes a number without a contact, and refuses an unknown ID', async () => {
      await erase(handset(9, 416));
      await expect(
        account.client.contact.delete({ id: 'con_unknown', erase: true }),
      ).rejects.toMatchObject({ code: 'not_found' });
    });
  });
}
