import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import {
  eventTypes,
  limits,
  type Broadcast,
  type BroadcastRecipient,
  type Message,
  type NewBroadcast,
} from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { DateTime } from 'luxon';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

const newYork = 'America/New_York';
const tokyo = 'Asia/Tokyo';

const broadcastEvents = eventTypes.filter((type) => type.startsWith('broadcast.'));

interface Person {
  readonly phone: string;
  readonly [field: string]: string;
}

/** Tests texts to many contacts. */
export function describeBroadcasts(harness: () => Harness): void {
  describe('a broadcast', () => {
    let account: Account;
    let list: string;
    beforeEach(async () => {
      account = harness().account();
      list = (await account.client.list.create({ name: 'Customers' })).id;
    });
    afterEach(() => harness().setAhead(0));

    /** Adds people to a list. */
    const add = async (people: readonly Person[], to = list) => {
      const names = [...new Set(people.flatMap((person) => Object.keys(person)))];
      const rows = people.map((person) => names.map((name) => person[name] ?? '').join(','));
      const csv = [names.join(','), ...rows].join('\n');
      const report = await account.client.contact.import({ csv, list_id: to });
      expect(report.refused).toEqual([]);
    };
    const people = (count: number, outcome = 0, more: object = {}) =>
      Array.from({ length: count }, (_, at) => ({ phone: handset(outcome, 210 + at), ...more }));
    const create = (change: Partial<NewBroadcast> = {}): Promise<Broadcast> =>
      account.client.broadcast.create({
        name: 'Sale',
        audience: { list_ids: [list] },
        text: 'Sale!',
        purpose: 'notification',
        ...change,
      });
    const get = (id: string) => account.client.broadcast.get({ id });
    const reaches = (id: string, status: Broadcast['status']) =>
      until(
        `the broadcast is ${status}`,
        async () => {
          const broadcast = await get(id);
          return broadcast.status === status && broadcast;
        },
        60,
      );
    /** Types a text on a handset, and waits until it arrives. */
    const type = async (phone: string, text: string) => {
      const inbound = { direction: 'inbound', from: phone, limit: 100 } as const;
      const { length } = (await account.client.message.list(inbound)).data;
      await account.textFrom(phone, text);
      await until(
        'the text arrived',
        async () => (await account.client.message.list(inbound)).data.length > length,
      );
    };
    const readMessages = async (id: string) => {
      const messages: Message[] = [];
      const all = { broadcast_id: id, limit: 100 };
      for await (const message of paginate(account.client.message.list, all))
        messages.push(message);
      return messages;
    };
    const readRecipients = async (id: string) => {
      const recipients: BroadcastRecipient[] = [];
      for await (const one of paginate(account.client.broadcast.recipients, { id, limit: 2 }))
        recipients.push(one);
      return recipients;
    };
    const readEvents = async (id: string) => {
      const { data } = await account.client.event.list({ type: broadcastEvents, limit: 100 });
      return data
        .filter(({ data }) => (data as Broadcast).id === id)
        .map(({ type }) => type)
        .reverse();
    };
    const shown = async (phone: string) =>
      (await account.textsOn(phone))
        .filter(({ direction }) => direction === 'to_handset')
        .map(({ text }) => text);
    /** Compares the counts of a broadcast with its messages. */
    const expectCounts = async (id: string) => {
      const [{ counts }, messages] = [await get(id), await readMessages(id)];
      const count = (status: Message['status']) =>
        messages.filter((message) => message.status === status).length;
      expect(counts).toMatchObject({
        queued: count('queued'),
        sent: count('sent'),
        delivered: count('delivered'),
        undelivered: count('undelivered'),
        failed: count('failed'),
        canceled: count('canceled'),
        segments: messages.reduce((sum, { segments }) => sum + segments, 0),
      });
      expect(counts.recipients).toBe(counts.pending + counts.skipped + messages.length);
      return counts;
    };
    /** A time in New York, two days from now. */
    const at = (hour: number, minute = 0, days = 2) =>
      DateTime.now().setZone(newYork).startOf('day').plus({ days }).set({ hour, minute });
    const setClock = (time: DateTime) => harness().setAhead(time.toMillis() - Date.now());

    it('sends each contact on its lists one message, and reports what became of them', async () => {
      const other = (await account.client.list.create({ name: 'Members' })).id;
      await add([
        { phone: handset(0, 210), first_name: 'Ada', plan: 'pro' },
        { phone: handset(50, 210), first_name: 'Bo' },
        { phone: handset(52, 210) },
      ]);
      await add([{ phone: handset(0, 210) }, { phone: handset(1, 210) }], other);
      await account.client.contact.upsert({ phone: handset(2, 210) });
      const created = await create({
        audience: { list_ids: [list, other] },
        text: 'Hi {{first_name|there}}!',
        metadata: { campaign: 'spring' },
        stop_rules: { opt_out_percent: 50 },
      });
      expect(created).toMatchObject({
        name: 'Sale',
        status: 'running',
        from: account.number,
        stop_rules: { failure_percent: 20, opt_out_percent: 50 },
        counts: { recipients: 0 },
        progress: 0,
        completed_at: null,
      });
      const done = await reaches(created.id, 'completed');
      expect(done).toMatchObject({ progress: 100, stopped_reason: null });
      expect(await expectCounts(created.id)).toMatchObject({
        recipients: 4,
        pending: 0,
        delivered: 2,
        undelivered: 1,
        failed: 1,
      });
      expect(await shown(handset(0, 210))).toEqual(['Hi Ada!']);
      expect(await shown(handset(1, 210))).toEqual(['Hi there!']);
      expect(await shown(handset(2, 210))).toEqual([]);
      const messages = await readMessages(created.id);
      for (const message of messages)
        expect(message).toMatchObject({
          broadcast_id: created.id,
          metadata: { campaign: 'spring' },
          purpose: 'notification',
        });
      const recipients = await readRecipients(created.id);
      expect(recipients.map(({ phone, message_status }) => [phone, message_status]).sort()).toEqual(
        messages.map(({ to, status }) => [to, status]).sort(),
      );
      expect(await readEvents(created.id)).toEqual(['broadcast.started', 'broadcast.completed']);
    });

    it('skips people who must not or cannot get the message, and says why', async () => {
      await add([
        { phone: handset(0, 211), first_name: 'Ada' },
        // These have no first name either, but a name would not help.
        { phone: handset(1, 211), status: 'opted_out' },
        { phone: handset(2, 211), status: 'pending' },
        { phone: handset(3, 211) },
        { phone: '+442079460000', first_name: 'Di' },
        { phone: '+19005550123', first_name: 'Ed' },
        { phone: handset(4, 211), first_name: 'x'.repeat(100) },
        { phone: handset(5, 211), first_name: 'Flo' },
      ]);
      await account.textFrom(handset(5, 211), 'Enough');
      await until(
        'the text waits for a decision',
        async () => (await account.client.review.list({ status: 'open' })).data.length === 1,
      );
      const text = `{{first_name}}${'{{first_name}} '.repeat(17)}`;
      const audience = { list_ids: [list] };
      const preview = await account.client.broadcast.preview({ audience, text });
      const { id } = await create({ audience, text });
      await reaches(id, 'completed');
      const skipped = await account.client.broadcast.recipients({ id, status: 'skipped' });
      const reasons = skipped.data.map(({ phone, skipped_reason }) => [phone, skipped_reason]);
      expect(Object.fromEntries(reasons)).toEqual({
        [handset(1, 211)]: 'opted_out',
        [handset(2, 211)]: 'pending_consent',
        [handset(3, 211)]: 'missing_merge_field',
        '+442079460000': 'no_route',
        '+19005550123': 'not_allowed',
        [handset(4, 211)]: 'too_many_segments',
        [handset(5, 211)]: 'opt_out_in_review',
      });
      expect(await expectCounts(id)).toMatchObject({ recipients: 8, skipped: 7, delivered: 1 });
      expect(preview).toMatchObject({ would_send: true, recipients: 8, messages: 1, segments: 1 });
      expect(preview.skipped.map(({ reason, count }) => `${count} ${reason}`).sort()).toEqual(
        reasons.map(([, reason]) => `1 ${reason!}`).sort(),
      );
      const [sent] = await readMessages(id);
      expect(preview.samples).toEqual([
        {
          contact_id: sent!.contact_id,
          phone: sent!.to,
          text: sent!.text,
          encoding: 'gsm7',
          segments: 1,
        },
      ]);
    });

    it('sends one message to a phone whose number has two spellings', async () => {
      // An account can still have two contacts from an earlier version.
      await add([{ phone: '+5511987654321' }, { phone: handset(0, 212) }]);
      const { id: other } = await account.client.contact.get({ id: handset(0, 212) });
      await harness().query(`update contact set phone = '+551187654321' where id = '${other}'`);
      const audience = { list_ids: [list] };
      expect(await account.client.broadcast.preview({ audience, text: 'Hi' })).toMatchObject({
        recipients: 1,
      });
      const { id } = await create();
      expect((await reaches(id, 'completed')).counts).toMatchObject({ recipients: 1, skipped: 1 });
    });

    it.each([
      ['Europe/Berlin', 'europe/berlin'],
      ['Asia/Calcutta', 'Asia/Kolkata'],
      ['US/Eastern', newYork],
    ])('reaches people in %s who have the time zone %s, and back', async (one, other) => {
      await add([
        { phone: handset(0, 212), time_zone: one },
        { phone: handset(1, 212), time_zone: other },
        { phone: handset(2, 212), time_zone: tokyo },
      ]);
      for (const time_zone of [one, other]) {
        const audience = { list_ids: [list], filter: { time_zone } };
        const preview = await account.client.broadcast.preview({ audience, text: 'Hi' });
        expect(preview.recipients).toBe(2);
      }
    });

    it('reaches only its audience', async () => {
      const stranger = harness().account();
      await stranger.client.contact.upsert({ phone: handset(9, 212) });
      const blocked = (await account.client.list.create({ name: 'Blocked' })).id;
      await add([
        { phone: handset(0, 212), plan: 'pro', time_zone: newYork },
        { phone: handset(1, 212), plan: 'free', time_zone: newYork },
        { phone: handset(2, 212), plan: 'pro', time_zone: tokyo },
      ]);
      await add([{ phone: handset(3, 212), plan: 'pro' }], blocked);
      await add([{ phone: '+442079460000', plan: 'pro' }]);
      const preview = (audience: NewBroadcast['audience']) =>
        account.client.broadcast.preview({ audience, text: 'Hi' });
      const reached = async (audience: NewBroadcast['audience']) =>
        (await preview(audience)).samples.map(({ phone }) => phone.slice(-2)).sort();
      const pro = { attributes: { plan: 'pro' } };
      const [before, after] = ['2026-01-01T00:00:00Z', '2100-01-01T00:00:00Z'];
      expect(await reached({ filter: pro })).toEqual(['00', '02', '03']);
      expect((await preview({ filter: pro })).recipients).toBe(4);
      expect((await preview({ list_ids: [list, blocked] })).recipients).toBe(5);
      expect((await preview({ list_ids: [list], all_contacts: true })).recipients).toBe(5);
      expect(await reached({ list_ids: [list] })).toEqual(['00', '01', '02']);
      expect(await reached({ list_ids: [list], filter: pro })).toEqual(['00', '02']);
      expect(await reached({ filter: { time_zone: tokyo } })).toEqual(['02']);
      expect((await preview({ filter: { country: 'GB' } })).recipients).toBe(1);
      expect(await reached({ all_contacts: true, exclude_list_ids: [list] })).toEqual(['03']);
      expect(await reached({ filter: { created_before: before } })).toEqual([]);
      expect(await reached({ filter: { created_after: after } })).toEqual([]);
      expect(
        await reached({ filter: { created_after: before, created_before: after } }),
      ).toHaveLength(4);
      const times = { created_after: '2026-01-31 09:30:00+0900' };
      const filter = { ...pro, ...times };
      const audience = { list_ids: [list], filter, exclude_list_ids: [blocked] };
      const { id, ...made } = await create({ audience });
      expect(made.audience.filter).toEqual({ ...pro, created_after: '2026-01-31T00:30:00.000Z' });
      await reaches(id, 'completed');
      expect((await readRecipients(id)).map(({ phone }) => phone.slice(-2)).sort()).toEqual([
        '00',
        '00',
        '02',
      ]);
    });

    it('inserts the values of contacts as they are', async () => {
      await add([
        { phone: handset(0, 213), first_name: '{{email|none}}', email: 'ada@example.com' },
      ]);
      const { id } = await create({ text: '{{ First_Name }} {{email}}' });
      await reaches(id, 'completed');
      expect(await shown(handset(0, 213))).toEqual(['{{email|none}} ada@example.com']);
    });

    it('can send media without a text', async () => {
      await add([{ phone: handset(0, 219) }]);
      const media_urls = ['https://shop.example/sale.png'];
      const created = await account.client.broadcast.create({
        name: 'Picture',
        audience: { list_ids: [list] },
        media_urls,
        purpose: 'alert',
      });
      expect(created).toMatchObject({ text: '', media_urls });
      await reaches(created.id, 'completed');
      expect(await readMessages(created.id)).toMatchObject([{ text: '', purpose: 'alert' }]);
    });

    it('is created once by two requests with one idempotency key', async () => {
      const body = { name: 'Sale', audience: { list_ids: [list] }, text: 'Hi' };
      const post = () => account.json('POST', '/broadcasts', body, { 'idempotency-key': 'sale-1' });
      const [first, second] = [await post(), await post()];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect((second.body as Broadcast).id).toBe((first.body as Broadcast).id);
      expect((await account.client.broadcast.list({})).data).toHaveLength(1);
    });

    it('starts at its time, with the contacts of that moment, unless it is paused', async () => {
      const send_at = at(12).toUTC().toISO()!;
      const scheduled = await create({ send_at });
      expect(scheduled).toMatchObject({ status: 'scheduled', send_at, started_at: null });
      const paused = await create({ send_at });
      expect(await account.client.broadcast.pause({ id: paused.id })).toMatchObject({
        status: 'paused',
      });
      expect(await account.client.broadcast.resume({ id: paused.id })).toMatchObject({
        status: 'scheduled',
      });
      await account.client.broadcast.pause({ id: paused.id });
      await add([{ phone: handset(0, 214) }]);
      setClock(at(12, 1));
      expect((await reaches(scheduled.id, 'completed')).counts.delivered).toBe(1);
      expect(await get(paused.id)).toMatchObject({ status: 'paused', started_at: null });
      const { status, started_at } = await account.client.broadcast.resume({ id: paused.id });
      expect([status, started_at === null]).toEqual(['running', false]);
      await reaches(paused.id, 'completed');
      expect(await readEvents(paused.id)).toEqual(['broadcast.started', 'broadcast.completed']);
      expect(
        (await account.client.broadcast.list({ status: 'completed' })).data.map(({ id }) => id),
      ).toEqual([paused.id, scheduled.id]);
    });

    it('is found by its name, in any case', async () => {
      const send_at = at(12).toISO()!;
      const spring = await create({ send_at, name: 'Spring sale' });
      await create({ send_at, name: 'Spring sale 2' });
      const later = await create({ send_at, name: 'SPRING SALE' });
      const { data } = await account.client.broadcast.list({ name: ' spring Sale ' });
      expect(data.map(({ id }) => id)).toEqual([later.id, spring.id]);
      expect((await account.client.broadcast.list({ name: 'Spring' })).data).toEqual([]);
    });

    it('is found by the time of its creation', async () => {
      const { id, created_at } = await create({ send_at: at(12).toISO()! });
      const since = await account.client.broadcast.list({ created_after: created_at });
      expect(since.data.map((broadcast) => broadcast.id)).toEqual([id]);
      const before = await account.client.broadcast.list({ created_before: created_at });
      expect(before.data).toEqual([]);
    });

    it('starts although an earlier one cannot', async () => {
      const broken = await create({ send_at: at(12).toUTC().toISO()! });
      const other = await create({ send_at: at(12, 1).toUTC().toISO()! });
      await add([{ phone: handset(0, 217) }]);
      const { query } = harness();
      await query(`
        create function refuse() returns trigger language plpgsql as
          'begin raise exception ''It cannot start''; end'`);
      await query(`
        create trigger refuse before update on broadcast for each row
          when (new.id = '${broken.id}' and new.status = 'running') execute function refuse()`);
      try {
        setClock(at(12, 2));
        await reaches(other.id, 'completed');
        expect(await get(broken.id)).toMatchObject({ status: 'scheduled' });
      } finally {
        await query('drop function refuse cascade');
        await account.client.broadcast.cancel({ id: broken.id });
      }
    });

    it('stops rather than text people on an excluded list that was deleted', async () => {
      const blocked = (await account.client.list.create({ name: 'Blocked' })).id;
      await add([{ phone: handset(0, 215) }], blocked);
      const audience = { all_contacts: true, exclude_list_ids: [blocked] };
      const { id } = await create({ audience, send_at: at(12).toUTC().toISO()! });
      await account.client.list.delete({ id: blocked });
      setClock(at(12, 1));
      expect(await reaches(id, 'stopped')).toMatchObject({ stopped_reason: 'list_deleted' });
      expect(await shown(handset(0, 215))).toEqual([]);
      expect(await readEvents(id)).toEqual(['broadcast.started', 'broadcast.stopped']);
    });

    it('with too many recipients stops before it texts anybody, even after it is resumed', async () => {
      const { broadcastRecipients } = limits;
      await add(people(5));
      Object.assign(limits, { broadcastRecipients: 3 });
      try {
        const { id } = await create({ audience: { list_ids: [list], filter: { country: 'US' } } });
        const tooMany = { stopped_reason: 'too_many_recipients' };
        expect(await reaches(id, 'stopped')).toMatchObject(tooMany);
        await account.client.broadcast.resume({ id });
        expect(await reaches(id, 'stopped')).toMatchObject(tooMany);
        expect(await readMessages(id)).toEqual([]);
      } finally {
        Object.assign(limits, { broadcastRecipients });
      }
    });

    it('can leave out so many contacts of a large list that the rest is not too large', async () => {
      const { broadcastRecipients } = limits;
      const blocked = (await account.client.list.create({ name: 'Too many' })).id;
      await add(people(5));
      await add(people(3), blocked);
      Object.assign(limits, { broadcastRecipients: 2 });
      try {
        const audience = { list_ids: [list], exclude_list_ids: [blocked] };
        const { id } = await create({ audience });
        expect(await reaches(id, 'completed')).toMatchObject({ counts: { recipients: 2 } });
        await expect(create({ audience: { list_ids: [list] } })).rejects.toMatchObject({
          field: 'audience',
        });
      } finally {
        Object.assign(limits, { broadcastRecipients });
      }
    });

    describe('whose sender is slow', () => {
      let id: string;
      const setPace = async (messages_per_second: number | null) => {
        const { data } = await account.client.number.list({});
        await account.client.number.update({ id: data[0]!.id, messages_per_second });
      };
      beforeEach(async () => {
        await setPace(1);
        await add(people(8));
        id = (await create()).id;
        await until('messages wait', async () => (await get(id)).counts.queued >= 4);
      });
      /** Sends a message that leaves after everything that is in the queue. */
      const sendLast = async () => {
        await setPace(null);
        const last = await account.client.message.send({ to: handset(9, 210), text: 'Last' });
        await account.reaches(last.id);
      };

      it('sends nothing while it is paused, and the rest afterwards', async () => {
        const paused = await account.client.broadcast.pause({ id });
        expect(paused.status).toBe('paused');
        // A carrier may just have got messages when the pause began.
        await sendLast();
        const { counts } = await get(id);
        expect(counts.queued).toBeGreaterThanOrEqual(paused.counts.queued - 2);
        await sendLast();
        expect((await get(id)).counts.queued).toBe(counts.queued);
        const held = (await readMessages(id)).filter(({ status }) => status === 'queued');
        expect(held.map(({ expires_at }) => expires_at)).toEqual(held.map(() => null));
        // Days of waiting expire nothing.
        harness().setAhead(4 * 86_400_000);
        await account.client.broadcast.resume({ id });
        await reaches(id, 'completed');
        expect(await expectCounts(id)).toMatchObject({ recipients: 8, delivered: 8 });
        for (const { phone } of people(8)) expect(await shown(phone)).toEqual(['Sale!']);
      });

      it('does not keep other texts to the same people waiting while it is paused', async () => {
        await account.client.broadcast.pause({ id });
        await setPace(null);
        const { to } = (await readMessages(id)).find(({ status }) => status === 'queued')!;
        await sendLast();
        const other = await account.client.message.send({ to, text: 'Receipt' });
        expect(await account.reaches(other.id)).toMatchObject({ status: 'delivered' });
      });

      it('cancels the messages to people whose text may be an opt-out', async () => {
        const last = (await readMessages(id)).find(({ status }) => status === 'queued')!;
        await type(last.to, 'Enough');
        await setPace(null);
        const { counts } = await reaches(id, 'completed');
        expect(counts).toMatchObject({ delivered: 7, canceled: 1 });
        expect(await account.reaches(last.id)).toMatchObject({ status: 'canceled', sent_at: null });
      });

      it('cancels what waited while it was paused', async () => {
        await account.client.broadcast.pause({ id });
        await sendLast();
        await account.client.broadcast.cancel({ id });
        await until('nothing waits', async () => (await get(id)).counts.queued === 0);
        expect((await expectCounts(id)).canceled).toBeGreaterThan(0);
      });

      it('cancels everything that is not sent', async () => {
        const canceled = await account.client.broadcast.cancel({ id });
        expect(canceled).toMatchObject({ status: 'canceled' });
        expect(canceled.completed_at).not.toBeNull();
        await setPace(null);
        await until('nothing waits', async () => {
          const { queued, sent, pending } = (await get(id)).counts;
          return queued + sent + pending === 0;
        });
        const counts = await expectCounts(id);
        expect(counts.canceled).toBeGreaterThan(0);
        expect(counts.delivered + counts.canceled).toBe(8);
        const texts = await Promise.all(people(8).map(({ phone }) => shown(phone)));
        expect(texts.flat()).toHaveLength(counts.delivered);
        for (const change of ['pause', 'resume', 'cancel'] as const)
          await expect(account.client.broadcast[change]({ id })).rejects.toMatchObject({
            code: 'status_conflict',
          });
        expect(await readEvents(id)).toEqual(['broadcast.started', 'broadcast.canceled']);
        const one = (await readMessages(id)).find(({ status }) => status === 'canceled')!;
        expect((await account.eventsOf(one.id)).map(({ type }) => type)).toEqual([
          'message.canceled',
        ]);
      });
    });

    it('keeps people in quiet hours pending, and texts them when these end', async () => {
      setClock(at(22));
      await add([
        { phone: handset(0, 217), time_zone: newYork },
        { phone: handset(1, 217), time_zone: tokyo },
      ]);
      const { id } = await create({ purpose: 'marketing' });
      await until('the second one got it', async () => (await get(id)).counts.delivered === 1);
      expect(await expectCounts(id)).toMatchObject({ queued: 0, pending: 1 });
      const next_message_at = at(8, 0, 3).toJSDate().toISOString();
      expect(await get(id)).toMatchObject({ status: 'running', progress: 50, next_message_at });
      setClock(at(8, 1, 3));
      expect(await reaches(id, 'completed')).toMatchObject({ next_message_at: null });
      expect(await shown(handset(0, 217))).toEqual(['Sale!']);
    });

    it('previews who waits for the end of quiet hours, and when the first message is due', async () => {
      setClock(at(22));
      const content = { audience: { all_contacts: true }, text: 'Sale!' };
      const preview = (more = {}) => account.client.broadcast.preview({ ...content, ...more });
      const eight = at(8, 0, 3).toJSDate().toISOString();
      await add([{ phone: handset(0, 217), time_zone: newYork }]);
      expect(await preview()).toMatchObject({ messages: 1, held: 1, next_message_at: eight });
      const noon = at(12, 0, 3).toJSDate().toISOString();
      expect(await preview({ send_at: noon })).toMatchObject({ held: 0, next_message_at: noon });
      await add([{ phone: handset(1, 217), time_zone: tokyo }]);
      expect(await preview()).toMatchObject({ messages: 2, held: 1, next_message_at: null });
      expect(await preview({ purpose: 'alert' })).toMatchObject({ held: 0 });
      expect(await preview({ send_at: at(3, 0, 3).toJSDate().toISOString() })).toMatchObject({
        held: 1,
        next_message_at: at(3, 0, 3).toJSDate().toISOString(),
      });
    });

    it('never exceeds its pace', async () => {
      await add(people(6));
      const before = Date.now();
      const { id } = await create({ messages_per_minute: 120 });
      await reaches(id, 'completed');
      const times = (await readMessages(id)).map(({ created_at }) => Date.parse(created_at)).sort();
      // Two messages leave immediately, and each of the others half a second after the one before.
      for (const [place, time] of times.entries())
        expect(time - before).toBeGreaterThanOrEqual((place - 1) * 500);
    });

    it('with a pace below one message per second starts with a single message', async () => {
      await add(people(3));
      const before = Date.now();
      const { id } = await create({ messages_per_minute: 30 });
      await reaches(id, 'completed');
      const times = (await readMessages(id)).map(({ created_at }) => Date.parse(created_at)).sort();
      for (const [place, time] of times.entries())
        expect(time - before).toBeGreaterThanOrEqual(place * 2_000);
    });

    it('with a pace lets few messages wait for a sender that is slower', async () => {
      const { data } = await account.client.number.list({});
      await account.client.number.update({ id: data[0]!.id, messages_per_second: 1 });
      await add(people(70));
      const { id } = await create({ messages_per_minute: 600 });
      await until('many messages wait', async () => (await get(id)).counts.queued >= 45);
      // Without a limit, the queue would grow by nine messages each second.
      const countSent = async () => {
        const { counts } = await get(id);
        return counts.sent + counts.delivered;
      };
      const before = await countSent();
      await until('the sender sends two more', async () => (await countSent()) >= before + 2);
      expect((await get(id)).counts.queued).toBeLessThanOrEqual(50);
      await account.client.number.update({ id: data[0]!.id, messages_per_second: null });
      await reaches(id, 'completed');
    });

    it('stops when too many messages fail, and continues when somebody resumes it', async () => {
      setClock(at(22));
      await add(people(limits.broadcastTrial, 50, { time_zone: tokyo }));
      await add(people(3, 1, { time_zone: newYork }));
      const { id } = await create({ purpose: 'marketing' });
      expect(await reaches(id, 'stopped')).toMatchObject({ stopped_reason: 'failure_rate' });
      setClock(at(8, 1, 3));
      const resumed = await account.client.broadcast.resume({ id });
      expect(resumed).toMatchObject({ status: 'running', stopped_reason: null });
      await reaches(id, 'completed');
      expect(await expectCounts(id)).toMatchObject({
        undelivered: limits.broadcastTrial,
        delivered: 3,
      });
      expect(await readEvents(id)).toEqual([
        'broadcast.started',
        'broadcast.stopped',
        'broadcast.completed',
      ]);
    });

    it('continues while failures are rare or few', async () => {
      setClock(at(22));
      await add(people(limits.broadcastTrial - 1, 50, { time_zone: tokyo }));
      await add(people(1, 1, { time_zone: newYork }));
      const few = await create({ purpose: 'marketing' });
      const all = await create({ purpose: 'marketing', stop_rules: { failure_percent: 100 } });
      for (const { id } of [few, all])
        await until('most messages failed', async () => {
          const { undelivered } = (await get(id)).counts;
          return undelivered === limits.broadcastTrial - 1;
        });
      setClock(at(8, 1, 3));
      expect((await reaches(few.id, 'completed')).counts.delivered).toBe(1);
      expect((await reaches(all.id, 'completed')).counts.delivered).toBe(1);
    });

    it('stops when too many people opt out after its message', async () => {
      setClock(at(22));
      await add(people(limits.broadcastTrial, 58, { time_zone: tokyo }));
      await add(people(1, 1, { time_zone: newYork }));
      const { id } = await create({ purpose: 'marketing' });
      const { stopped_reason, counts } = await reaches(id, 'stopped');
      expect(stopped_reason).toBe('opt_out_rate');
      expect(counts.opted_out).toBeGreaterThan((5 * limits.broadcastTrial) / 100);
      expect(counts.pending).toBe(1);
    });

    it('stops when too many people opt out, although the carrier reports no deliveries', async () => {
      setClock(at(22));
      const texted = people(limits.broadcastTrial, 53, { time_zone: tokyo });
      await add(texted);
      await add(people(1, 1, { time_zone: newYork }));
      const { id } = await create({ purpose: 'marketing' });
      await until('all texts left', async () => (await get(id)).counts.sent === texted.length);
      for (const { phone } of texted.slice(0, 3)) await account.textFrom(phone, 'STOP');
      expect(await reaches(id, 'stopped')).toMatchObject({
        stopped_reason: 'opt_out_rate',
        counts: { sent: texted.length, pending: 1 },
      });
    });

    it('completes once the carrier can report nothing more about its messages', async () => {
      await add(people(1, 53));
      const { id } = await create();
      await until('the text left', async () => (await get(id)).counts.sent === 1);
      const others = (await account.client.list.create({ name: 'Others' })).id;
      await add(people(1), others);
      const other = await create({ audience: { list_ids: [others] } });
      await reaches(other.id, 'completed');
      expect(await get(id)).toMatchObject({ status: 'running', counts: { sent: 1 } });
      harness().setAhead(5 * 86_400_000);
      expect(await reaches(id, 'completed')).toMatchObject({ counts: { sent: 0 } });
    });

    it('counts each person who replies or opts out within a week once', async () => {
      await add(people(3));
      const { id } = await create();
      await reaches(id, 'completed');
      const [ada, bo, cy] = people(3).map(({ phone }) => phone);
      await type(ada!, 'Nice');
      await type(ada!, 'STOP');
      await type(ada!, 'STOP');
      await type(bo!, 'Thanks');
      expect((await get(id)).counts).toMatchObject({ replied: 2, opted_out: 1 });
      harness().setAhead(8 * 86_400_000);
      await type(cy!, 'STOP');
      await type(bo!, 'STOP');
      expect((await get(id)).counts).toMatchObject({ replied: 2, opted_out: 1 });
    });

    it('counts a doubtful text as an opt-out once somebody confirms that it is one', async () => {
      await add(people(2));
      const { id } = await create();
      await reaches(id, 'completed');
      const [ada, bo] = people(2).map(({ phone }) => phone);
      for (const phone of [ada!, bo!]) await type(phone, 'Enough');
      expect((await get(id)).counts).toMatchObject({ replied: 2, opted_out: 0 });
      const decide = async (phone: string, decision: 'confirm' | 'dismiss') => {
        const [review] = (await account.client.review.list({ phone })).data;
        return account.client.review.decide({ id: review!.id, decision });
      };
      await decide(bo!, 'dismiss');
      await expect(decide(bo!, 'confirm')).rejects.toMatchObject({ code: 'status_conflict' });
      expect((await get(id)).counts).toMatchObject({ replied: 2, opted_out: 0 });
      for (let times = 0; times < 2; times++) await decide(ada!, 'confirm');
      expect((await get(id)).counts).toMatchObject({ replied: 2, opted_out: 1 });
      await type(ada!, 'STOP');
      expect((await get(id)).counts).toMatchObject({ replied: 2, opted_out: 1 });
    });

    it('stops when its sender is released', async () => {
      const { number, id: numberId } = await account.client.number.provision({
        number: handset(77, 310),
      });
      await add(people(2));
      const send_at = at(12).toUTC().toISO()!;
      const { id } = await create({ from: number, send_at });
      await account.client.number.release({ id: numberId });
      setClock(at(12, 1));
      expect(await reaches(id, 'stopped')).toMatchObject({
        stopped_reason: 'sender_released',
        counts: { recipients: 2, pending: 2, skipped: 0 },
      });
    });

    describe('that waits for the end of quiet hours', () => {
      let id: string;
      beforeEach(async () => {
        setClock(at(22));
        await add(people(2, 0, { time_zone: newYork }));
        ({ id } = await create({ purpose: 'marketing' }));
        await until('it has recipients', async () => (await get(id)).counts.pending === 2);
      });
      const skipped = async () =>
        (await account.client.broadcast.recipients({ id, status: 'skipped' })).data;

      it('skips a contact who is deleted meanwhile', async () => {
        await account.client.contact.delete({ id: handset(0, 210) });
        setClock(at(8, 1, 3));
        await reaches(id, 'completed');
        expect(await skipped()).toMatchObject([
          { phone: handset(0, 210), skipped_reason: 'contact_deleted', message_id: null },
        ]);
        expect(await expectCounts(id)).toMatchObject({ delivered: 1, skipped: 1 });
      });

      it('skips everybody when somebody cancels it', async () => {
        await account.client.broadcast.cancel({ id });
        await until('nobody is pending', async () => (await get(id)).counts.pending === 0);
        expect((await skipped()).map(({ skipped_reason }) => skipped_reason)).toEqual([
          'canceled',
          'canceled',
        ]);
        setClock(at(8, 1, 3));
        expect(await readMessages(id)).toEqual([]);
      });
    });

    it.each([
      [
        'a list of another account',
        { audience: { list_ids: ['lst_none'] } },
        '/audience/list_ids/0',
      ],
      [
        'an excluded list that does not exist',
        { audience: { all_contacts: true, exclude_list_ids: ['lst_none'] } },
        '/audience/exclude_list_ids/0',
      ],
      ['nobody', { audience: { all_contacts: false } }, '/audience/all_contacts'],
      [
        'a filter on no attributes',
        { audience: { all_contacts: false, filter: { attributes: {} } } },
        '/audience/filter/attributes',
      ],
      [
        'a filter on no attributes of the contacts on a list',
        { audience: { list_ids: ['lst_none'], filter: { attributes: {} } } },
        '/audience/filter/attributes',
      ],
      ['an empty filter', { audience: { filter: {} } }, '/audience/filter/attributes'],
      ['no lists', { audience: { list_ids: [], all_contacts: false } }, '/audience/list_ids'],
      ['an empty audience', { audience: {} }, '/audience/list_ids'],
      [
        'excluded lists only',
        { audience: { all_contacts: false, exclude_list_ids: ['lst_none'] } },
        '/audience/all_contacts',
      ],
      ['an empty country', { audience: { filter: { country: '' } } }, '/audience/filter/country'],
      [
        'an empty time zone',
        { audience: { filter: { time_zone: '' } } },
        '/audience/filter/time_zone',
      ],
      [
        'an empty time',
        { audience: { filter: { created_after: '' } } },
        '/audience/filter/created_after',
      ],
      [
        'an unknown time zone',
        { audience: { filter: { time_zone: 'Moon' } } },
        '/audience/filter/time_zone',
      ],
      ['a broken merge field', { text: 'Hi {{first_name}' }, '/text'],
      ['a text that is too long', { text: '好'.repeat(1_000) }, '/text'],
      ['a blank text', { text: ' \n\u200b' }, '/text'],
      ['a foreign sender', { from: '+12025550199' }, '/from'],
      ['a time that has passed', { send_at: '2026-01-01T00:00:00Z' }, '/send_at'],
      ['a time in 36 days', { send_at: at(0, 0, 36).toUTC().toISO()! }, '/send_at'],
      ['media at a file', { media_urls: ['file:///etc/passwd'] }, '/media_urls/0'],
    ])('is refused for %s, and its preview says so', async (_, change: object, pointer) => {
      const refusal = { fieldErrors: [expect.objectContaining({ pointer })] };
      await expect(create(change)).rejects.toMatchObject(refusal);
      const audience = { list_ids: [list] };
      const preview = await account.json('POST', '/broadcasts/preview', {
        audience,
        text: 'Hi',
        ...change,
      });
      if (preview.status === 200)
        expect(preview.body).toMatchObject({
          would_send: false,
          problem: { errors: [{ pointer }] },
        });
      else expect(preview.body).toMatchObject({ errors: [{ pointer }] });
      expect((await account.client.broadcast.list({})).data).toEqual([]);
    });

    it('of one account is invisible to another', async () => {
      const { id } = await create({ send_at: at(12).toUTC().toISO()! });
      const { client } = harness().account();
      expect((await client.broadcast.list({})).data).toEqual([]);
      for (const operation of ['get', 'pause', 'resume', 'cancel', 'recipients'] as const)
        await expect(client.broadcast[operation]({ id })).rejects.toMatchObject({
          code: 'not_found',
        });
      await expect(
        client.broadcast.create({ name: 'Hi', text: 'Hi', audience: { list_ids: [list] } }),
      ).rejects.toMatchObject({ code: 'validation_failed' });
      expect(await get(id)).toMatchObject({ status: 'scheduled' });
    });

    it('is refused while an account has a hundred others', async () => {
      const send_at = at(12).toUTC().toISO()!;
      const ids: string[] = [];
      for (let count = 0; count < limits.broadcasts; count++)
        ids.push((await create({ send_at })).id);
      await expect(create({ send_at })).rejects.toMatchObject({ code: 'limit_reached' });
      await account.client.broadcast.cancel({ id: ids[0]! });
      await create({ send_at });
    });
  });
}
