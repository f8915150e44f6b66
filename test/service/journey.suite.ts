import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isAudited, operations } from '@textloom/shared/contract';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { createDocumentClient, type DocumentClient } from '../openapi/documentClient.ts';
import type { ApiDocument } from '../openapi/readDocument.ts';
import { handset, type Account, type Harness } from './harness/harness.ts';
import type { Delivered, Hook } from './harness/receiver.ts';
import { until } from './harness/until.ts';

type Fields = Readonly<Record<string, unknown>>;
interface Thing extends Fields {
  readonly id: string;
  readonly status: string;
}
interface Page {
  readonly data: readonly Thing[];
}

/**
 * Tests every capability of the service with a client that has only the served document and a key.
 */
export const describeJourney = (harness: () => Harness): void =>
  describeJourneyThrough(harness, undefined);

/** Tests the same through a proxy, whose address replaces that of the API in the document. */
export function describeJourneyThrough(
  harness: () => Harness,
  proxyUrl: (() => string) | undefined,
): void {
  describe('a client that has only the OpenAPI document', () => {
    let account: Account;
    let client: DocumentClient;
    let hook: Hook;
    let webhook: Thing;
    let secret: string;
    beforeAll(async () => {
      account = harness().account();
      hook = harness().receiver.hook();
      const served = await fetch(`${harness().url}/v1/openapi.json`);
      const document = (await served.json()) as ApiDocument;
      const servers = proxyUrl ? [{ url: proxyUrl() }] : document.servers;
      client = createDocumentClient(harness().url, { ...document, servers }, account.keys.admin);
    });
    afterAll(() => harness().setAhead(0));

    /** Returns the body of a response with the expected status. */
    const ask = async <T = Thing>(summary: string, values: Fields = {}, status = 200) => {
      const response = await client.call(summary, values);
      const said = response.status === status ? {} : { said: response.body };
      expect({ summary, status: response.status, ...said }).toEqual({ summary, status });
      return response.body as T;
    };
    const becomes = (summary: string, id: string, status: string) =>
      until(`${summary} finds ${status}`, async () => {
        const found = await ask(summary, { id });
        return found.status === status && found;
      });
    /** Waits until the webhook gets the event of this type about this ID. */
    const notified = (type: string, id: string) =>
      until(`the webhook gets ${type}`, () => {
        const found = hook.deliveries.find(({ headers, body }) => {
          if (client.getEventType(headers, body) !== type) return false;
          const { data } = JSON.parse(body) as { data: Fields };
          return data.id === id || data.webhook_id === id;
        });
        if (!found) return false;
        expect(listSignatures(found)).toContain(signatureBy(secret, found));
        return (JSON.parse(found.body) as { data: Thing }).data;
      });
    const listIds = ({ data }: Page) => data.map(({ id }) => id);

    it('finds the service healthy, and the account of the key', async () => {
      expect(await ask('Get health')).toMatchObject({ status: 'ok' });
      expect(await ask('Get account')).toMatchObject({ id: account.id, scope: 'admin' });
      expect(await ask('Get API document')).toHaveProperty('paths');
    });

    it('subscribes a URL to events', async () => {
      webhook = await ask('Create or update webhook', { url: hook.url, events: ['*'] }, 201);
      secret = webhook.secret as string;
      expect(listIds(await ask<Page>('Get many webhooks'))).toEqual([webhook.id]);
      await ask('Test webhook', { id: webhook.id }, 202);
      await notified('webhook.test', webhook.id);
      const deliveries = () => ask<Page>('Get many deliveries', { id: webhook.id });
      await until('the delivery is listed', async () =>
        (await deliveries()).data.some(({ status }) => status === 'succeeded'),
      );
      const filtered = { id: webhook.id, filter: { purpose: ['otp'] } };
      expect(await ask('Update webhook', filtered)).toMatchObject({ filter: { purpose: ['otp'] } });
      await ask('Update webhook', { id: webhook.id, filter: null });
      expect(await ask('Get webhook', { id: webhook.id })).toMatchObject({ filter: null });
    });

    it('sends a message once, and tracks its delivery', async () => {
      const message = { to: handset(1, 808), text: 'Your order 1042 is on its way' };
      const keyed = { ...message, 'Idempotency-Key': 'order-1042' };
      const sent = await ask('Send message', keyed, 202);
      expect((await ask('Send message', keyed, 202)).id).toBe(sent.id);
      await becomes('Get message', sent.id, 'delivered');
      expect(await ask<Page>('Get attempts of message', { id: sent.id })).toMatchObject({
        data: [],
      });
      expect(await notified('message.sent', sent.id)).toMatchObject({ status: 'sent' });
      expect(await notified('message.delivered', sent.id)).toMatchObject({ status: 'delivered' });
      const events = await ask<Page>('Get many events', {
        message_id: sent.id,
        type: ['message.sent', 'message.delivered'],
      });
      expect(events.data).toHaveLength(2);
      const again = { id: events.data[0]!.id };
      expect(await ask('Get event', again)).toEqual(events.data[0]);
      expect(await ask('Redeliver event', again, 202)).toEqual({ deliveries: 1 });
      await until('both deliveries of the event are listed', async () => {
        const { data } = await ask<Page>('Get deliveries of event', again);
        expect(data.every(({ webhook_id }) => webhook_id === webhook.id)).toBe(true);
        return data.length === 2;
      });
      const since = { id: webhook.id, created_after: events.data[1]!.timestamp };
      expect(await ask('Redeliver missed events', since, 202)).toEqual({
        deliveries: 0,
        has_more: false,
        next_cursor: null,
      });
      const lost = await ask('Send message', { to: handset(50, 808), text: 'Hi' }, 202);
      await becomes('Get message', lost.id, 'undelivered');
      expect(listIds(await ask<Page>('Get many messages', { status: ['undelivered'] }))).toEqual([
        lost.id,
      ]);
    });

    it('sends many messages, schedules one, moves it, and cancels it', async () => {
      const { results } = await ask<{ results: { status: number; message: Thing | null }[] }>(
        'Send many messages',
        { messages: [1, 2].map((one) => ({ to: handset(one, 808), text: 'Hi' })) },
      );
      expect(results.map(({ status }) => status)).toEqual([202, 202]);
      const send_at = new Date(Date.now() + 3_600_000).toISOString();
      const later = { to: handset(3, 808), text: 'Tomorrow', send_at };
      const { id, status } = await ask('Send message', later, 202);
      expect(status).toBe('scheduled');
      const moved = new Date(Date.now() + 7_200_000).toISOString();
      expect(await ask('Reschedule message', { id, send_at: moved })).toMatchObject({
        send_at: moved,
        status: 'scheduled',
      });
      expect(await ask('Cancel message', { id })).toMatchObject({ id, status: 'canceled' });
      await notified('message.canceled', id);
    });

    it('previews how a message would be sent', async () => {
      const preview = await ask('Preview message', { to: handset(1, 808), text: 'Grüße 👋' });
      expect(preview).toMatchObject({ would_send: true, encoding: 'ucs2', segments: 1 });
    });

    it('receives a message through the webhook', async () => {
      await account.textFrom(handset(4, 808), 'Where is my order?');
      const { data } = await until('the message arrives', async () => {
        const page = await ask<Page>('Get many messages', { direction: 'inbound' });
        return page.data.length > 0 && page;
      });
      expect(await notified('message.received', data[0]!.id)).toMatchObject({
        from: handset(4, 808),
        to: account.number,
        text: 'Where is my order?',
      });
    });

    it('manages contacts', async () => {
      const phone = handset(5, 808);
      const ada = await ask('Create or update contact', { phone, first_name: 'Ada' }, 201);
      await notified('contact.created', ada.id);
      expect((await ask('Create or update contact', { phone, email: 'ada@example.com' })).id).toBe(
        ada.id,
      );
      expect(listIds(await ask<Page>('Get many contacts', { email: 'ada@example.com' }))).toEqual([
        ada.id,
      ]);
      const sent = await ask('Send message', { contact_id: ada.id, text: 'Hi Ada' }, 202);
      expect(sent).toMatchObject({ to: phone, contact_id: ada.id });
      await becomes('Get message', sent.id, 'delivered');
      await account.textFrom(phone, 'STOP');
      await notified('contact.opted_out', ada.id);
      expect(await ask('Get contact', { id: ada.id })).toMatchObject({ status: 'opted_out' });
      expect(await ask('Send message', { to: phone, text: 'Hi' }, 422)).toMatchObject({
        code: 'recipient_opted_out',
      });
      await account.textFrom(phone, 'START');
      await notified('contact.opted_in', ada.id);
      expect(await ask('Update contact', { id: ada.id, last_name: 'Lovelace' })).toMatchObject({
        first_name: 'Ada',
        last_name: 'Lovelace',
        status: 'subscribed',
      });
    });

    it('manages lists of subscribers', async () => {
      const list = await ask('Create list', { name: 'Newsletter' }, 201);
      const csv = `phone,first_name\n${handset(6, 808)},Grace\n${handset(7, 808)},Alan\nnone,Nobody\n`;
      const imported = await ask('Import contacts', { csv, list_id: list.id });
      expect(imported).toMatchObject({ created: 2, updated: 0, refused: [{ line: 4 }] });
      const membership = { id: list.id, contact_id: handset(5, 808) };
      expect(await ask('Add contact to list', membership)).toMatchObject({ lists: [list.id] });
      expect((await ask<Page>('Get many contacts', { list_id: list.id })).data).toHaveLength(3);
      await ask('Remove contact from list', membership, 204);
      await ask('Update list', { id: list.id, name: 'News' });
      expect(await ask('Get list', { id: list.id })).toMatchObject({ name: 'News', size: 2 });
      expect(listIds(await ask<Page>('Get many lists'))).toEqual([list.id]);
      const exported = await ask<Fields>('Export contact', { id: handset(6, 808) });
      expect(exported).toMatchObject({ phone: handset(6, 808) });
      await ask('Delete contact', { id: handset(6, 808), erase: true }, 204);
      expect((await ask<Page>('Get many erasures')).data).toHaveLength(1);
      expect(await ask('Get list', { id: list.id })).toMatchObject({ size: 1 });
      await ask('Delete list', { id: list.id }, 204);
      expect((await ask<Page>('Get many lists')).data).toEqual([]);
    });

    it('provisions numbers, sends from them, registers them and releases them', async () => {
      const { data } = await ask<Page>('Search available numbers', { country: 'US', limit: 5 });
      expect(data.length).toBeGreaterThan(0);
      const { number } = data[0]!;
      const accepted = await ask('Provision number', { number }, 201);
      expect(accepted).toMatchObject({ number, status: 'active', default: false });
      const paced = { id: accepted.id, messages_per_second: 5 };
      expect(await ask('Update number', paced)).toMatchObject({ messages_per_second: 5 });
      const sent = await ask(
        'Send message',
        { to: handset(8, 808), from: number, text: 'From another number' },
        202,
      );
      expect(await becomes('Get message', sent.id, 'delivered')).toMatchObject({ from: number });

      const registration = await ask(
        'Submit registration',
        {
          ...client.examplesFor('Submit registration'),
          'Idempotency-Key': '10dlc',
          number_ids: [accepted.id],
        },
        201,
      );
      const { submitted_at, decision_by } = registration as Thing & Record<string, string>;
      expect(Date.parse(decision_by!) - Date.parse(submitted_at!)).toBe(36 * 3_600_000);
      harness().setAhead(36 * 3_600_000 + 1000);
      await becomes('Get registration', registration.id, 'approved');
      await notified('registration.approved', registration.id);
      expect(listIds(await ask<Page>('Get many registrations', { status: 'approved' }))).toEqual([
        registration.id,
      ]);
      expect(await ask('Get number', { id: accepted.id })).toMatchObject({
        campaign_id: registration.id,
      });
      await ask('Release number', { id: accepted.id }, 204);
      expect(listIds(await ask<Page>('Get many numbers'))).not.toContain(accepted.id);
      harness().setAhead(0);
    });

    it('holds a conversation', async () => {
      const phone = handset(9, 808);
      await account.textFrom(phone, 'Are you open?');
      const { id } = await until(
        'the conversation starts',
        async () => (await ask<Page>('Get many conversations', { phone })).data[0],
      );
      await notified('conversation.opened', id);
      expect(await ask('Get conversation', { id })).toMatchObject({ phone, unread: 1 });
      expect(await ask('Mark conversation as read', { id })).toMatchObject({ unread: 0 });
      const reply = await ask('Reply in conversation', { id, text: 'Until six' }, 202);
      expect(listIds(await ask<Page>('Get messages of conversation', { id }))).toContain(reply.id);
      await ask('Update conversation', { id, status: 'closed' });
      expect(await notified('conversation.closed', id)).toMatchObject({ status: 'closed' });
      expect(await ask('Open conversation', { phone })).toMatchObject({ id });
    });

    it('decides what a doubtful text means, and finds it in the consent ledger', async () => {
      const phone = handset(10, 808);
      await account.textFrom(phone, 'How do I get off this list?');
      const { id } = await until(
        'the text is in review',
        async () => (await ask<Page>('Get many reviews', { phone })).data[0],
      );
      await notified('review.created', id);
      expect(await ask('Get review', { id })).toMatchObject({ status: 'open', keyword: 'stop' });
      const decided = await ask('Decide review', { id, decision: 'confirm' });
      expect(decided).toMatchObject({ status: 'confirmed' });
      const { data } = await ask<Page>('Get many consent records', { phone });
      expect(data).toMatchObject([{ action: 'opted_out', method: 'review' }]);
    });

    it('asks a pending contact to confirm', async () => {
      const phone = handset(11, 808);
      const { id } = await ask('Create or update contact', { phone, status: 'pending' }, 201);
      const request = await ask('Send confirmation request', { id }, 202);
      await becomes('Get message', request.id, 'delivered');
      await account.textFrom(phone, 'YES');
      expect(await notified('contact.opted_in', id)).toMatchObject({ status: 'subscribed' });
    });

    it('sends a broadcast, and holds it back', async () => {
      const list = await ask('Create list', { name: 'Sale' }, 201);
      for (const last of [12, 13, 14])
        await ask('Create or update contact', { phone: handset(last, 808), lists: [list.id] }, 201);
      const broadcast = {
        audience: { list_ids: [list.id] },
        text: 'Hi {{first_name|there}}',
        purpose: 'notification',
        messages_per_minute: 1,
      };
      const preview = await ask('Preview broadcast', broadcast);
      expect(preview).toMatchObject({ would_send: true, messages: 3, segments: 3 });
      const { id } = await ask('Send broadcast', { ...broadcast, name: 'Sale' }, 201);
      await notified('broadcast.started', id);
      await until('the recipients are known', async () => {
        const { counts } = await ask<{ readonly counts: { readonly recipients: number } }>(
          'Get broadcast',
          { id },
        );
        return counts.recipients === 3;
      });
      expect(await ask('Pause broadcast', { id })).toMatchObject({ status: 'paused' });
      expect(await ask('Resume broadcast', { id })).toMatchObject({ status: 'running' });
      expect(await ask('Cancel broadcast', { id })).toMatchObject({ status: 'canceled' });
      expect((await ask<Page>('Get recipients of broadcast', { id })).data).toHaveLength(3);
      expect(listIds(await ask<Page>('Get many broadcasts'))).toEqual([id]);
    });

    it('schedules a broadcast, moves it, and cancels it', async () => {
      const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      const later = { name: 'Later', text: 'Hi', audience: { all_contacts: true } };
      const input = { ...later, purpose: 'notification', send_at: inHours(1) };
      const { id } = await ask('Send broadcast', input, 201);
      const send_at = inHours(2);
      expect(await ask('Reschedule broadcast', { id, send_at })).toMatchObject({ send_at });
      expect(await ask('Cancel broadcast', { id })).toMatchObject({ status: 'canceled' });
    });

    it('verifies a phone number', async () => {
      const to = handset(15, 808);
      const { id } = await ask('Send verification code', { to }, 201);
      expect(await ask('Check verification code', { to, code: '0' })).toMatchObject({
        valid: false,
        attempts_left: 4,
      });
      expect(await ask('Get verification', { id })).toMatchObject({ status: 'pending', to });
      expect(listIds(await ask<Page>('Get many verifications', { to }))).toEqual([id]);
      expect(await ask('Cancel verification', { id })).toMatchObject({ status: 'canceled' });
      const { data } = await ask<Page>('Get verification prefixes');
      const { prefix } = data[0] as Thing & { readonly prefix: string };
      expect(to).toContain(prefix);
      expect(await ask('Unblock verification prefix', { prefix })).toMatchObject({
        status: 'open',
      });
    });

    it('changes its settings', async () => {
      expect(await ask('Update account', { brand: 'Acme' })).toMatchObject({ brand: 'Acme' });
      expect(await ask('Update account', { brand: null })).toMatchObject({ brand: null });
    });

    it('reads reports that agree with the messages', async () => {
      const start = new Date(Date.now() - 3_600_000).toISOString();
      const end = new Date(Date.now() + 3_600_000).toISOString();
      const period = { start, end };
      interface Report {
        readonly data: readonly { readonly group: string; readonly messages: number }[];
        readonly totals: { readonly messages: number; readonly received: number };
      }
      const { totals } = await ask<Report>('Get report', { ...period, interval: 'hour' });
      const page = await ask<Page>('Get many messages', { limit: 100 });
      expect(totals.messages).toBe(page.data.length);
      const received = page.data.filter(({ status }) => status === 'received');
      expect(totals.received).toBe(received.length);
      const { data } = await ask<Report>('Get report', { ...period, group_by: 'status' });
      expect(data.reduce((sum, { messages }) => sum + messages, 0)).toBe(totals.messages);
    });

    it('creates keys for others and revokes them', async () => {
      const made = await ask('Create key', { name: 'Shop', scope: 'read' }, 201);
      expect(made.key).toEqual(expect.any(String));
      expect(listIds(await ask<Page>('Get many keys'))).toContain(made.id);
      const rotated = await ask('Rotate key', { id: made.id, overlap_hours: 1 }, 201);
      expect(rotated.key).not.toBe(made.key);
      await ask('Revoke key', { id: made.id }, 204);
      expect(listIds(await ask<Page>('Get many keys'))).not.toContain(made.id);
    });

    it('cannot see the carriers, which belong to the operator', async () => {
      await ask('Get many carriers', {}, 403);
      await ask('Send test text', { name: 'handset', to: handset(1) }, 403);
    });

    it('ends its subscription', async () => {
      const rotated = await ask('Rotate webhook secret', { id: webhook.id });
      secret = rotated.secret as string;
      hook.deliveries.length = 0;
      const { event_id } = await ask('Test webhook', { id: webhook.id }, 202);
      await notified('webhook.test', webhook.id);
      await ask('Acknowledge events', { id: webhook.id, event_ids: [event_id] }, 204);
      const claim = { id: webhook.id, event_id, claimant: 'process-1' };
      expect(await ask('Claim event', claim)).toEqual({ status: 'handled' });
      await ask('Delete webhook', { id: webhook.id }, 204);
      expect((await ask<Page>('Get many webhooks')).data).toEqual([]);
    });

    it('finds everything that it did in the audit log, and nothing that belongs elsewhere', async () => {
      for (const { resource, name, operation } of operations) {
        const filter = { operation: `${resource}.${name}`, outcome: 'succeeded' };
        const { data } = await ask<Page>('Get audit log', filter);
        // The operator alone sends test texts.
        const isExpected = isAudited(operation) && filter.operation !== 'carrier.test';
        expect([filter.operation, data.length > 0]).toEqual([filter.operation, isExpected]);
      }
    });

    it('calls every operation in the document', () => {
      expect(client.uncalled()).toEqual([]);
    });

    it('can only make requests that the document describes', async () => {
      await expect(client.call('Send fax')).rejects.toThrow('has 0 operations');
      await expect(client.call('Get message')).rejects.toThrow(/id is required/);
      await expect(client.call('Send message', { to: handset(1), body: 'Hi' })).rejects.toThrow(
        'additional properties',
      );
      await expect(client.call('Get many messages', { color: 'red' })).rejects.toThrow(
        'it has no color',
      );
      await expect(client.call('Get many messages', { limit: 101 })).rejects.toThrow('<= 100');
      expect(() => client.getEventType({}, '{"type":"message.sent"}')).toThrow(
        'does not describe this event',
      );
    });
  });
}

const listSignatures = ({ headers }: Delivered) => headers['webhook-signature']!.split(' ');

/** Signs a delivery like Standard Webhooks does, at the time in its headers. */
const signatureBy = (secret: string, { headers, body }: Delivered) =>
  new StandardWebhook(secret).sign(
    headers['webhook-id']!,
    new Date(Number(headers['webhook-timestamp']) * 1000),
    body,
  );
