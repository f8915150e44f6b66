import { beforeEach, describe, expect, it } from '@jest/globals';
import { limits } from '@textloom/shared/contract';
import { receivedFrom } from '../consents/consentSteps.ts';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import type { Hook } from '../harness/receiver.ts';
import { until } from '../harness/until.ts';
import { setWebhookStage } from './webhookStage.ts';

/** Tests how an account delivers the events again that a webhook has missed. */
export function describeRedelivery(harness: () => Harness): void {
  describe('a webhook that has missed events', () => {
    let account: Account;
    let since: string;
    beforeEach(() => {
      account = harness().account();
      since = new Date(Date.now() - 60_000).toISOString();
    });
    const { subscribe, delivered, logged, responding } = setWebhookStage(harness, () => account);
    const events = ['contact.created' as const];
    const create = async (...lasts: readonly number[]) => {
      for (const last of lasts) await account.client.contact.upsert({ phone: handset(last, 741) });
    };
    const redeliver = (id: string, change: { cursor?: string; created_before?: string } = {}) =>
      account.client.webhook.redeliver({ id, created_after: since, ...change });
    const all = (deliveries: number) => ({ deliveries, has_more: false, next_cursor: null });
    const listPhones = ({ deliveries }: Hook) =>
      deliveries.map(({ event }) => (event.data as { phone: string }).phone);
    const accountOf = (id: string) => `select account_id from webhook where id = '${id}'`;
    /** Adds a job that delivers the events of the account in some seconds. */
    const wait = (id: string, deliveryId: string, seconds: number) =>
      harness().query(`
        insert into pgboss.job (name, group_id, start_after, data)
        select 'deliver', account_id, now() + interval '${seconds} seconds',
          jsonb_build_object('deliveries', jsonb_build_array(jsonb_build_object(
            'deliveryId', '${deliveryId}', 'accountId', account_id, 'webhookId', '${id}',
            'eventId', id, 'attempt', 1)))
        from event where account_id = (${accountOf(id)})`);
    const switchTo = (id: string, status: 'enabled' | 'disabled') =>
      account.client.webhook.update({ id, status });

    it('gets those from when it was disabled once, and no other webhook gets them', async () => {
      const [hook, other] = [harness().receiver.hook(), harness().receiver.hook()];
      const { id } = await subscribe(hook, { events });
      await subscribe(other, { events });
      await create(1);
      await delivered(hook, 1);
      await switchTo(id, 'disabled');
      await create(2, 3);
      await expect(redeliver(id)).rejects.toMatchObject({ code: 'webhook_disabled' });
      await switchTo(id, 'enabled');
      // The second request finds the deliveries of the first one in the queue, or in the log.
      expect([await redeliver(id), await redeliver(id)]).toEqual([all(2), all(0)]);
      await delivered(hook, 3);
      await logged(id, 3);
      expect(await redeliver(id)).toEqual(all(0));
      expect(listPhones(hook).sort()).toEqual([1, 2, 3].map((last) => handset(last, 741)));
      await delivered(other, 3);
      expect(other.deliveries).toHaveLength(3);
    });

    it('gets those whose attempts have ended, but none that waits for another attempt', async () => {
      const hook = responding(503);
      const { id } = await subscribe(hook, { events });
      harness().setAhead(3_600_000);
      await create(1);
      await logged(id, 1);
      harness().setAhead(0);
      expect(await redeliver(id)).toEqual(all(0));
      await switchTo(id, 'disabled');
      // A delivery that starts while the webhook is disabled ends, even if it starts early.
      await harness().makeDue('deliver', 86_400);
      await until('nothing waits', async () => {
        const { rows } = await harness().query(`
          select from pgboss.job
          where name = 'deliver' and state <= 'active' and data::text like '%"${id}"%'`);
        return rows.length === 0;
      });
      hook.response = (response) => response.end();
      await switchTo(id, 'enabled');
      expect(await redeliver(id)).toEqual(all(1));
      await delivered(hook, 2);
    });

    it('gets none that waits long for its turn', async () => {
      const { id } = await subscribe(harness().receiver.hook(), { events });
      await switchTo(id, 'disabled');
      await create(1);
      await switchTo(id, 'enabled');
      await wait(id, 'dlv_waiting', 300);
      expect(await redeliver(id)).toEqual(all(0));
    });

    it('gets those whose last attempt is in the log, though a job would repeat it', async () => {
      const hook = harness().receiver.hook();
      const { id } = await subscribe(hook, { events });
      await switchTo(id, 'disabled');
      await create(1);
      await switchTo(id, 'enabled');
      await wait(id, 'dlv_slow', 55);
      await harness().query(`
        insert into delivery
          (id, webhook_id, event_id, event_type, attempt, error, duration_ms, started_at)
        select 'dlv_slow', '${id}', id, type, 11, 'timeout', 10000, created_at
        from event where account_id = (${accountOf(id)})`);
      expect(await redeliver(id)).toEqual(all(1));
      await delivered(hook, 1);
    });

    it('gets none that says that it was disabled itself', async () => {
      const hook = responding(410);
      const { id } = await subscribe(hook, { events: ['*'] });
      await create(1);
      await until(
        'the webhook is disabled',
        async () => (await account.client.webhook.get({ id })).status === 'disabled',
      );
      hook.response = (response) => response.end();
      await switchTo(id, 'enabled');
      const { data } = await account.client.event.list({ type: ['webhook.disabled'] });
      expect(data).toHaveLength(1);
      expect(await redeliver(id)).toEqual(all(1));
      await delivered(hook, 2);
      expect(hook.deliveries[1]!.event.type).toBe('contact.created');
    });

    it('gets none that its receiver has acknowledged', async () => {
      const hook = harness().receiver.hook();
      const { id } = await subscribe(hook, { events });
      await switchTo(id, 'disabled');
      await create(1, 2);
      const { data } = await account.client.event.list({ type: events });
      await account.client.webhook.acknowledge({ id, event_ids: [data[0]!.id] });
      await switchTo(id, 'enabled');
      expect(await redeliver(id)).toEqual(all(1));
      await delivered(hook, 1);
      expect(hook.deliveries.map(({ event }) => event.id)).toEqual([data[1]!.id]);
    });

    it('gets those of a time range that it asks for', async () => {
      const old = harness().receiver.hook();
      await subscribe(old, { events });
      await create(1, 2);
      await delivered(old, 2);
      const second = (await account.client.event.list({ type: events })).data[0]!;
      const hook = harness().receiver.hook();
      const { id } = await subscribe(hook, { events });
      const before = { created_before: second.timestamp };
      expect(await redeliver(id, before)).toEqual(all(1));
      await delivered(hook, 1);
      await account.client.webhook.update({ id, events: ['contact.opted_out'] });
      expect(await redeliver(id)).toEqual(all(0));
      expect(listPhones(hook)).toEqual([handset(1, 741)]);
    });

    it('gets thousands with the cursor of each request', async () => {
      const hook = harness().receiver.hook();
      const { id } = await subscribe(hook, { events });
      await switchTo(id, 'disabled');
      await create(1);
      await harness().query(`
        with other as (
          insert into event (id, account_id, type, body, created_at)
          select new_id, account_id, type, replace(body, id, new_id), created_at
          from event cross join generate_series(1, ${limits.comparedEvents}) as at
            cross join lateral (
              select left(id, -6) || upper(lpad(to_hex(1048576 + at), 6, '0')) as new_id) as named
          where account_id = (${accountOf(id)})
          returning id
        )
        insert into acknowledged_event select '${id}', id from other`);
      await create(2);
      await switchTo(id, 'enabled');
      const first = await redeliver(id);
      expect(first).toMatchObject({ has_more: true });
      const second = await redeliver(id, { cursor: first.next_cursor! });
      expect(second).toMatchObject({ has_more: false, next_cursor: null });
      expect(first.deliveries + second.deliveries).toBe(2);
      await delivered(hook, 2);
      await expect(redeliver(id, { cursor: 'bXNn' })).rejects.toMatchObject({
        code: 'invalid_cursor',
      });
    });

    it('gets a text alone only if it did not get it in a burst', async () => {
      const hook = harness().receiver.hook();
      const { id } = await subscribe(hook, { events: ['message.received'], burst_seconds: 60 });
      const person = handset(8, 741);
      const text = (words: string) => receivedFrom(account, person, words);
      await text('joined');
      await text('too');
      expect(await redeliver(id)).toEqual(all(0));
      harness().setAhead(120_000);
      await delivered(hook, 1);
      expect(await redeliver(id)).toEqual(all(0));
      await switchTo(id, 'disabled');
      await text('missed');
      await switchTo(id, 'enabled');
      expect(await redeliver(id)).toEqual(all(1));
      await delivered(hook, 2);
      expect(hook.deliveries.map(({ event }) => (event.data as { text: string }).text)).toEqual([
        'joined\ntoo',
        'missed',
      ]);
    });

    it('belongs to its account', async () => {
      const { id } = await subscribe(harness().receiver.hook(), { events });
      const stranger = harness().account();
      const created_after = since;
      await expect(stranger.client.webhook.redeliver({ id, created_after })).rejects.toMatchObject({
        code: 'not_found',
      });
      await create(1);
      const [event] = (await account.client.event.list({ type: events })).data;
      const foreign = await stranger.client.webhook.create({
        url: harness().receiver.hook().url,
        events,
      });
      await expect(
        account.client.event.redeliver({ id: event!.id, webhook_id: foreign.id }),
      ).rejects.toMatchObject({ code: 'not_found' });
    });

    it('gets one event that others do not get again', async () => {
      const [hook, other] = [harness().receiver.hook(), harness().receiver.hook()];
      const { id } = await subscribe(hook, { events });
      await subscribe(other, { events });
      await create(1);
      await Promise.all([delivered(hook, 1), delivered(other, 1)]);
      const event = hook.deliveries[0]!.event.id;
      expect(await account.client.event.redeliver({ id: event, webhook_id: id })).toEqual({
        deliveries: 1,
      });
      await delivered(hook, 2);
      expect(other.deliveries).toHaveLength(1);
    });
  });
}
