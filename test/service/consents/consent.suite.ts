import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { ConsentRecord, EventType, Message, Review } from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { describeConsentLaw } from './consentLaw.suite.ts';
import { receivedFrom, secondNumber } from './consentSteps.ts';
import { handset, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

const hour = 3_600_000;
const optedOut = { code: 'recipient_opted_out' };
const unconfirmed = { code: 'opt_in_required', status: 422 };
/** Texts that a person must decide. */
const [maybeStop, maybeStart] = ['Enough', 'Resume'];

/** Tests who may be texted, and the ledger of why. */
export function describeConsents(harness: () => Harness): void {
  let account: Account;
  beforeEach(() => {
    account = harness().account();
  });
  afterEach(() => harness().setAhead(0));

  const received = (from: string, text: string, to?: string): Promise<Message> =>
    receivedFrom(account, from, text, to);
  const upsert = (phone: string, more: object = {}) =>
    account.client.contact.upsert({ phone, ...more });
  const send = (to: string, more: object = {}) =>
    account.client.message.send({ to, text: 'Hi', ...more });
  const get = (phone: string) => account.client.contact.get({ id: phone });
  const later = () => new Date(Date.now() + 24 * hour).toISOString();
  const readLedger = async (phone: string): Promise<ConsentRecord[]> =>
    (await account.client.consent.list({ phone, limit: 100 })).data.reverse();
  const readEvents = async (...type: EventType[]) =>
    (await account.client.event.list({ type, limit: 100 })).data.reverse();
  const repliesTo = async (to: string) =>
    (await account.client.message.list({ to, limit: 100 })).data.filter(
      ({ automatic }) => automatic,
    );

  describe('an opt-out of one number', () => {
    let other: string;
    beforeEach(async () => {
      await account.client.account.update({ opt_out_scope: 'number' });
      other = await secondNumber(account);
    });

    it('blocks only texts from this number, and fails only those that wait there', async () => {
      const phone = handset(0, 520);
      const contact = await upsert(phone);
      const waiting = await send(phone, { send_at: later() });
      const elsewhere = await send(phone, { from: other, send_at: later() });
      await received(phone, 'STOP');
      expect(await account.reaches(waiting.id)).toMatchObject({
        status: 'failed',
        error: optedOut,
      });
      expect(await account.client.message.get({ id: elsewhere.id })).toEqual(elsewhere);
      await expect(send(phone)).rejects.toMatchObject(optedOut);
      const preview = { to: phone, text: 'Hi' };
      expect(await account.client.message.preview(preview)).toMatchObject({ problem: optedOut });
      expect(await account.client.message.preview({ ...preview, from: other })).toMatchObject({
        would_send: true,
      });
      expect((await account.reaches((await send(phone, { from: other })).id)).status).toBe(
        'delivered',
      );
      const [event] = await readEvents('contact.opted_out');
      expect(event!.data).toMatchObject({
        id: contact.id,
        status: 'subscribed',
        previous_status: 'subscribed',
        opted_out_numbers: [account.number],
      });
      expect(await get(phone)).toMatchObject({
        status: 'subscribed',
        opted_out_numbers: [account.number],
      });
      expect(await readLedger(phone)).toMatchObject([
        { action: 'opted_out', method: 'text', number: account.number, contact_id: contact.id },
      ]);
    });

    it('ends with START to this number, and not with START to another one', async () => {
      const phone = handset(1, 520);
      await upsert(phone);
      for (const number of [account.number, other]) await received(phone, 'STOP', number);
      expect((await get(phone)).opted_out_numbers).toEqual([account.number, other].sort());
      await received(phone, 'START', other);
      expect(await get(phone)).toMatchObject({
        status: 'subscribed',
        opted_out_numbers: [account.number],
      });
      await expect(send(phone)).rejects.toMatchObject(optedOut);
      await send(phone, { from: other });
      const [event] = await readEvents('contact.opted_in');
      expect(event!.data).toMatchObject({
        previous_status: 'subscribed',
        opted_out_numbers: [account.number],
      });
    });

    it('leaves an opt-out of all numbers active, until START to any number', async () => {
      const phone = handset(2, 520);
      await account.client.account.update({ opt_out_scope: 'account' });
      await received(phone, 'STOP');
      await account.client.account.update({ opt_out_scope: 'number' });
      for (const from of [account.number, other])
        await expect(send(phone, { from })).rejects.toMatchObject(optedOut);
      await received(phone, 'STOP', other);
      expect(await get(phone)).toMatchObject({ status: 'opted_out', opted_out_numbers: [other] });
      await received(phone, 'START');
      expect(await get(phone)).toMatchObject({ status: 'subscribed', opted_out_numbers: [other] });
      await send(phone);
      await expect(send(phone, { from: other })).rejects.toMatchObject(optedOut);
    });

    it('stays when the contact is deleted and created again, by hand or by an import', async () => {
      for (const phone of [handset(3, 520), handset(4, 520)]) {
        await upsert(phone);
        await received(phone, 'STOP');
        await account.client.contact.delete({ id: phone });
        await expect(send(phone)).rejects.toMatchObject(optedOut);
      }
      await upsert(handset(3, 520));
      await account.client.contact.import({ csv: `phone\n${handset(4, 520)}\n` });
      for (const phone of [handset(3, 520), handset(4, 520)])
        expect(await get(phone)).toMatchObject({
          status: 'subscribed',
          opted_out_numbers: [account.number],
        });
    });

    it('of a stranger creates a contact that other numbers can text, without marketing', async () => {
      const phone = handset(5, 520);
      await received(phone, 'STOP');
      const contact = await get(phone);
      expect(contact).toMatchObject({ status: 'pending', opted_out_numbers: [account.number] });
      const data = { ...contact, previous_status: null };
      expect(await readEvents('contact.created', 'contact.opted_out')).toMatchObject([
        { type: 'contact.created', data },
        { type: 'contact.opted_out', data },
      ]);
      await send(phone, { from: other });
      await expect(send(phone)).rejects.toMatchObject(optedOut);
      const marketing = { from: other, purpose: 'marketing' };
      await expect(send(phone, marketing)).rejects.toMatchObject(unconfirmed);
      const everybody = { audience: { all_contacts: true }, text: 'Sale', from: other };
      expect(await account.client.broadcast.preview(everybody)).toMatchObject({
        messages: 0,
        skipped: [{ reason: 'pending_consent', count: 1 }],
      });
      await received(phone, 'START');
      expect(await get(phone)).toMatchObject({
        status: 'subscribed',
        opted_out_numbers: [],
        consent: { source: 'Reply START' },
      });
      expect((await readLedger(phone)).map(({ action, number }) => [action, number])).toEqual([
        ['opted_out', account.number],
        ['opted_in', account.number],
      ]);
      await send(phone, marketing);
    });

    it('of a deleted contact who had opted out of all numbers shows this opt-out', async () => {
      const phone = handset(7, 520);
      await account.client.account.update({ opt_out_scope: 'account' });
      await received(phone, 'STOP');
      await account.client.contact.delete({ id: phone });
      await account.client.account.update({ opt_out_scope: 'number' });
      await received(phone, 'STOP');
      await received(phone, 'STOP');
      expect(await get(phone)).toMatchObject({ status: 'opted_out' });
    });

    it('can be lifted by the account only with newer consent', async () => {
      const phone = handset(6, 520);
      await upsert(phone);
      const consent = { source: 'Form', at: new Date().toISOString() };
      await received(phone, 'STOP');
      for (const more of [{}, { consent }]) await upsert(phone, { status: 'subscribed', ...more });
      await account.client.contact.update({ id: phone, status: 'pending' });
      await account.client.contact.update({ id: phone, status: 'subscribed' });
      await expect(send(phone)).rejects.toMatchObject(optedOut);
      const fresh = { source: 'Form', at: new Date().toISOString() };
      expect(await upsert(phone, { status: 'subscribed', consent: fresh })).toMatchObject({
        opted_out_numbers: [],
      });
      await send(phone);
    });
  });

  describe('a pending contact', () => {
    const marketing = { purpose: 'marketing' as const };

    it('gets no marketing, and everything else', async () => {
      const phone = handset(0, 521);
      await upsert(phone, { status: 'pending' });
      await expect(send(phone, marketing)).rejects.toMatchObject(unconfirmed);
      const { results } = await account.client.message.sendBatch({
        messages: [{ to: phone, text: 'Sale', ...marketing }],
      });
      expect(results).toMatchObject([{ status: 422, problem: unconfirmed }]);
      const preview = { to: phone, text: 'Sale', ...marketing };
      expect(await account.client.message.preview(preview)).toMatchObject({
        would_send: false,
        problem: unconfirmed,
      });
      for (const purpose of ['notification', 'otp', 'alert'] as const)
        expect(await send(phone, { purpose })).toMatchObject({ status: 'queued' });
    });

    it('does not get marketing that waited while the contact became pending', async () => {
      const phone = handset(1, 521);
      await upsert(phone);
      const { id } = await send(phone, { ...marketing, send_at: later() });
      await upsert(phone, { status: 'pending' });
      harness().setAhead(36 * hour);
      expect(await account.reaches(id)).toMatchObject({
        status: 'failed',
        error: { code: 'opt_in_required' },
      });
    });
  });

  describe('a confirmation request', () => {
    const conflict = { code: 'status_conflict', status: 409 };
    const pending = (phone: string) => upsert(phone, { status: 'pending' });
    /** Sends the request and waits until it has arrived. */
    const request = async (phone: string, more: object = {}) => {
      const { id } = await account.client.contact.confirm({ id: phone, ...more });
      return account.reaches(id);
    };

    it('asks for a YES, which subscribes the contact', async () => {
      const phone = handset(0, 522);
      const { id: contact_id } = await pending(phone);
      const asked = await request(phone);
      expect(asked).toMatchObject({ status: 'delivered', automatic: false, contact_id });
      expect(asked.text).toContain('Reply YES');
      const yes = await received(phone, 'Yes!');
      expect(yes).toMatchObject({ keyword: 'start', keyword_rule: 'confirmation' });
      const contact = await get(phone);
      expect(contact).toMatchObject({
        status: 'subscribed',
        consent: { source: 'Reply YES', at: yes.created_at },
      });
      expect((await readEvents('contact.opted_in')).map(({ data }) => data)).toEqual([
        { ...contact, previous_status: 'pending' },
      ]);
      const entry = { phone, contact_id, number: null };
      expect(await readLedger(phone)).toMatchObject([
        { ...entry, action: 'confirmation_requested', method: 'api', message_id: asked.id },
        { ...entry, action: 'opted_in', method: 'text', rule: 'confirmation', words: 'Yes!' },
      ]);
      const [reply, ...others] = await repliesTo(phone);
      expect([reply!.text, others]).toEqual([expect.stringContaining('now subscribed'), []]);
      await send(phone, { purpose: 'marketing' });
    });

    it.each(['SI', 'Oui', 'ja', 'sim', 'START'])('accepts %s', async (answer) => {
      const phone = handset(1, 522);
      await pending(phone);
      await request(phone);
      await received(phone, answer);
      expect((await get(phone)).status).toBe('subscribed');
    });

    it('is in the words and the language of the account', async () => {
      const phone = handset(2, 522);
      const replies = [{ language: 'it' as const, confirmation: '{{brand}}: SI?' }];
      await account.client.account.update({ brand: 'Acme', language: 'it', replies });
      await pending(phone);
      expect((await request(phone)).text).toBe('Acme: SI?');
    });

    it('goes only to a pending contact, once a day, and from any number of the account', async () => {
      const phone = handset(3, 522);
      await upsert(phone);
      const confirm = (more: object = {}) => account.client.contact.confirm({ id: phone, ...more });
      await expect(confirm()).rejects.toMatchObject(conflict);
      await pending(phone);
      await expect(confirm({ from: '+12025550199' })).rejects.toMatchObject({
        code: 'sender_not_owned',
      });
      const other = await secondNumber(account);
      const statuses = await Promise.all(
        Array.from({ length: 5 }, async () => {
          const path = `/contacts/${encodeURIComponent(phone)}/confirm`;
          return (await account.json('POST', path, { from: other })).status;
        }),
      );
      expect(statuses.sort()).toEqual([202, 409, 409, 409, 409]);
      expect((await account.client.message.list({ to: phone })).data).toMatchObject([
        { from: other },
      ]);
      harness().setAhead(25 * hour);
      await confirm();
      await expect(account.client.contact.confirm({ id: handset(99, 522) })).rejects.toMatchObject({
        code: 'not_found',
      });
    });

    it('goes out only from a number that the contact can answer', async () => {
      const phone = handset(7, 522);
      await pending(phone);
      const name = await account.client.number.provision({ number: 'Answerless' });
      const confirm = (from?: string) => account.client.contact.confirm({ id: phone, from });
      await expect(confirm(name.number)).rejects.toMatchObject({
        code: 'validation_failed',
        field: 'from',
        message: expect.stringContaining('is a name, which gets no replies'),
      });
      const own = (await account.client.number.list({})).data.find(({ default: is }) => is)!;
      await account.client.number.update({ id: name.id, default: true });
      await expect(confirm()).rejects.toMatchObject({
        code: 'sender_not_owned',
        field: 'from',
        message: expect.stringContaining('no default number that gets replies'),
      });
      expect((await account.client.message.list({ to: phone })).data).toEqual([]);
      expect((await confirm(own.number)).from).toBe(own.number);
    });

    it('is not answered by a YES to another text, to another number, or without a request', async () => {
      const phone = handset(4, 522);
      const other = await secondNumber(account);
      await pending(phone);
      const isOrdinary = async (to?: string) => {
        expect(await received(phone, 'YES', to)).toMatchObject({
          keyword: null,
          keyword_rule: null,
        });
        expect((await get(phone)).status).toBe('pending');
      };
      await isOrdinary();
      await request(phone);
      await isOrdinary(other);
      await account.reaches((await send(phone, { text: 'Is 5 pm fine?' })).id);
      await isOrdinary();
      expect(await repliesTo(phone)).toEqual([]);
      expect((await readLedger(phone)).map(({ action }) => action)).toEqual([
        'confirmation_requested',
      ]);
    });

    it('is void after 30 days', async () => {
      const phone = handset(5, 522);
      await pending(phone);
      await request(phone);
      harness().setAhead(30 * 24 * hour + 60_000);
      expect(await received(phone, 'YES')).toMatchObject({ keyword: null });
      await received(phone, 'START');
      expect((await get(phone)).status).toBe('pending');
    });

    it('ends with a STOP, after which a YES means nothing', async () => {
      const phone = handset(6, 522);
      await pending(phone);
      await request(phone);
      await received(phone, 'STOP');
      await received(phone, 'YES');
      expect((await get(phone)).status).toBe('opted_out');
      await expect(account.client.contact.confirm({ id: phone })).rejects.toMatchObject(conflict);
    });
  });

  describe('the consent ledger', () => {
    const keyId = async () => {
      const { data } = await account.client.key.list({});
      return data.find(({ current }) => current)!.id;
    };
    const consent = () => ({ source: 'Checkout form', at: new Date().toISOString() });

    it('contains who did what, when, and in what words', async () => {
      const phone = handset(0, 523);
      const key_id = await keyId();
      const first = consent();
      const { id: contact_id } = await upsert(phone, { consent: first });
      const stop = await received(phone, 'Please stop texting me');
      const start = await received(phone, 'Start');
      await account.client.contact.update({ id: phone, status: 'opted_out' });
      const second = consent();
      await upsert(phone, { status: 'subscribed', consent: second });
      const common = { phone, contact_id, number: null, words: null, rule: null, source: null };
      const byApi = { ...common, method: 'api', message_id: null, key_id };
      const byText = { ...common, method: 'text', key_id: null };
      const ledger = await readLedger(phone);
      expect(ledger).toMatchObject([
        { ...byApi, action: 'opted_in', source: first.source, occurred_at: first.at },
        {
          ...byText,
          action: 'opted_out',
          words: 'Please stop texting me',
          rule: stop.keyword_rule,
          message_id: stop.id,
          occurred_at: stop.created_at,
        },
        { ...byText, action: 'opted_in', words: 'Start', rule: 'keyword', message_id: start.id },
        { ...byApi, action: 'opted_out' },
        { ...byApi, action: 'opted_in', source: second.source, occurred_at: second.at },
      ]);
      await account.client.contact.delete({ id: phone });
      expect(await readLedger(phone)).toEqual(ledger);
    });

    it('contains imports, and changes to subscribed', async () => {
      const [one, two] = [handset(1, 523), handset(2, 523)];
      const { at } = consent();
      await account.client.contact.import({
        csv: `phone,status\n${one},\n${two},opted_out\n`,
        consent: { source: 'Fair', at },
      });
      const method = 'import';
      const [first] = await readLedger(one);
      expect(first).toMatchObject({ action: 'opted_in', method, source: 'Fair', occurred_at: at });
      expect(first!.key_id).toBe(await keyId());
      expect(await readLedger(two)).toMatchObject([{ action: 'opted_out', method, source: null }]);
      const third = handset(3, 523);
      for (const status of ['pending', 'subscribed', 'pending']) await upsert(third, { status });
      await account.client.contact.update({ id: third, status: 'subscribed' });
      expect(await readLedger(third)).toMatchObject([
        { action: 'opted_in', method: 'api' },
        { action: 'opted_in', method: 'api' },
      ]);
    });

    it('gets nothing from a request that changes nothing, or from a consent before the opt-out', async () => {
      const phone = handset(4, 523);
      const given = consent();
      for (let times = 0; times < 2; times++) {
        await upsert(phone, { status: 'subscribed', consent: given });
        await account.client.contact.update({ id: phone, consent: given, first_name: 'Ada' });
        await received(phone, 'START');
      }
      expect(await readLedger(phone)).toHaveLength(1);
      for (let times = 0; times < 2; times++) await received(phone, 'STOP');
      await upsert(phone, { consent: { ...given, source: 'Fair' } });
      await expect(upsert(phone, { status: 'subscribed', consent: given })).rejects.toMatchObject({
        code: 'opt_in_required',
      });
      expect((await readLedger(phone)).map(({ action }) => action)).toEqual([
        'opted_in',
        'opted_out',
      ]);
    });

    it('gets nothing from a request or a file that repeats an older consent, unless it corrects one', async () => {
      const phone = handset(7, 523);
      const first = consent();
      await upsert(phone, { consent: first });
      for (const text of ['STOP', 'START']) await received(phone, text);
      const { consent: newest } = await get(phone);
      expect(newest).toMatchObject({ source: 'Reply START' });
      const entries = await readLedger(phone);
      await upsert(phone, { consent: first });
      await account.client.contact.import({ csv: `phone\n${phone}\n`, consent: first });
      expect((await get(phone)).consent).toEqual(newest);
      expect(await readLedger(phone)).toEqual(entries);
      await account.client.contact.update({ id: phone, consent: first });
      expect((await get(phone)).consent).toEqual(first);
    });

    it('shows the entries of both spellings of a number under each of them', async () => {
      const [one, two] = ['+5511987654321', '+551187654321'] as const;
      const { id } = await upsert(one, { consent: consent() });
      for (const phone of [one, two])
        expect(await readLedger(phone)).toMatchObject([{ phone: one, action: 'opted_in' }]);
      await upsert(one, { status: 'opted_out' });
      const ledger = await readLedger(one);
      expect(ledger.map(({ action }) => action)).toEqual(['opted_in', 'opted_out', 'opted_out']);
      expect(
        ledger
          .slice(1)
          .map(({ phone }) => phone)
          .sort(),
      ).toEqual([one, two].sort());
      expect(await readLedger(two)).toEqual(ledger);
      for (const contact_id of [one, two])
        expect((await account.client.consent.list({ contact_id })).data).toHaveLength(3);
      expect((await account.client.consent.list({ contact_id: id })).data).toHaveLength(2);
    });

    it('can be searched and read page by page, by its account only', async () => {
      const [one, two] = [handset(5, 523), handset(6, 523)];
      const { id } = await upsert(one, { consent: consent() });
      await received(one, 'STOP');
      await received(two, 'STOP');
      const find = async (filter: object) =>
        (await account.client.consent.list(filter)).data.map(({ phone, action }) => [
          phone,
          action,
        ]);
      expect(await find({})).toEqual([
        [two, 'opted_out'],
        [one, 'opted_out'],
        [one, 'opted_in'],
      ]);
      expect(await find({ contact_id: id, action: 'opted_in' })).toEqual([[one, 'opted_in']]);
      expect(await find({ contact_id: two })).toEqual([[two, 'opted_out']]);
      const [, { created_at }] = (await account.client.consent.list({})).data as [
        ConsentRecord,
        ConsentRecord,
      ];
      expect(await find({ created_after: created_at })).toHaveLength(2);
      expect(await find({ created_before: created_at })).toHaveLength(1);
      const paged: ConsentRecord[] = [];
      for await (const record of paginate(account.client.consent.list, { limit: 1 }))
        paged.push(record);
      expect(paged).toEqual((await account.client.consent.list({})).data);
      const response = await account.json('GET', '/consents?created_after=yesterday');
      expect(response.status).toBe(422);
      expect((await harness().account().client.consent.list({ phone: one })).data).toEqual([]);
    });
  });

  describe('a doubtful text', () => {
    const list = async (filter: object = {}): Promise<Review[]> =>
      (await account.client.review.list(filter)).data;
    const decide = (id: string, decision: 'confirm' | 'dismiss') =>
      account.client.review.decide({ id, decision });
    const reviewEvents = async () =>
      (await account.client.event.list({ type: ['review.created', 'review.decided'] })).data
        .reverse()
        .map(({ type, data }) => [type, data]);

    it('still arrives, opts nobody out, and waits for a decision', async () => {
      const phone = handset(0, 524);
      const { id: contact_id } = await upsert(phone);
      const text = await received(phone, maybeStop);
      expect(text).toMatchObject({
        keyword: null,
        possible_keyword: 'stop',
        keyword_rule: 'unsure_keyword',
      });
      expect((await account.eventsOf(text.id))[0]!.data.possible_keyword).toBe('stop');
      const [review, ...others] = await list();
      expect([review, others]).toEqual([
        {
          id: expect.stringMatching(/^rev_/),
          status: 'open',
          keyword: 'stop',
          rule: 'unsure_keyword',
          explanation: expect.stringMatching(/\.$/),
          message_id: text.id,
          text: maybeStop,
          phone,
          number: account.number,
          contact_id,
          conversation_id: text.conversation_id,
          created_at: expect.any(String),
          decided_at: null,
        },
        [],
      ]);
      expect(await reviewEvents()).toEqual([['review.created', review]]);
      expect(await account.client.review.get({ id: review!.id })).toEqual(review);
      await send(phone);
      expect(await repliesTo(phone)).toEqual([]);
      expect(await readLedger(phone)).toEqual([]);
    });

    it('opts out once a person confirms it, and nobody can decide otherwise', async () => {
      const phone = handset(1, 524);
      await upsert(phone);
      const text = await received(phone, maybeStop);
      const [open] = await list();
      const decided = await decide(open!.id, 'confirm');
      expect(decided).toEqual({ ...open, status: 'confirmed', decided_at: expect.any(String) });
      expect(await decide(open!.id, 'confirm')).toEqual(decided);
      await expect(decide(open!.id, 'dismiss')).rejects.toMatchObject({
        code: 'status_conflict',
        status: 409,
      });
      await expect(send(phone)).rejects.toMatchObject(optedOut);
      expect((await get(phone)).status).toBe('opted_out');
      expect(await readLedger(phone)).toMatchObject([
        {
          action: 'opted_out',
          method: 'review',
          words: maybeStop,
          rule: 'unsure_keyword',
          message_id: text.id,
          key_id: expect.stringMatching(/^key_/),
          occurred_at: text.created_at,
        },
      ]);
      expect(await reviewEvents()).toEqual([
        ['review.created', open],
        ['review.decided', decided],
      ]);
      await received(phone, 'START');
      expect(await decide(open!.id, 'confirm')).toEqual(decided);
      await send(phone);
    });

    it('changes nothing once a person dismisses it', async () => {
      const phone = handset(2, 524);
      await received(phone, maybeStop);
      const [open] = await list({ phone, status: 'open' });
      const dismissed = await decide(open!.id, 'dismiss');
      expect(dismissed.status).toBe('dismissed');
      expect(await decide(open!.id, 'dismiss')).toEqual(dismissed);
      await expect(decide(open!.id, 'confirm')).rejects.toMatchObject({ code: 'status_conflict' });
      await send(phone);
      expect(await readLedger(phone)).toEqual([]);
      await expect(get(phone)).rejects.toMatchObject({ code: 'not_found' });
      expect(await list({ status: 'open' })).toEqual([]);
    });

    it('is decided once, whatever several people decide at the same time', async () => {
      const phones = [handset(3, 524), handset(4, 524), handset(5, 524)];
      for (const phone of phones) await received(phone, maybeStop);
      for (const { id, phone } of await list()) {
        const path = `/reviews/${id}/decide`;
        const decisions = ['confirm', 'dismiss', 'confirm', 'dismiss'];
        await Promise.all(decisions.map((decision) => account.json('POST', path, { decision })));
        const { status } = await account.client.review.get({ id });
        const { would_send } = await account.client.message.preview({ to: phone, text: 'Hi' });
        expect([status, would_send]).toEqual([status, status === 'dismissed']);
        expect(await readLedger(phone)).toHaveLength(status === 'confirmed' ? 1 : 0);
      }
      const decided = (await reviewEvents()).filter(([type]) => type === 'review.decided');
      expect(decided).toHaveLength(3);
    });

    it('is settled by a STOP or a START of the same person, and not of another one', async () => {
      const [one, two] = [handset(6, 524), handset(7, 524)];
      for (const phone of [one, one, two]) await received(phone, maybeStop);
      await received(one, 'STOP');
      const statuses = async () => (await list()).map(({ phone, status }) => [phone, status]);
      expect(await statuses()).toEqual([
        [two, 'open'],
        [one, 'confirmed'],
        [one, 'confirmed'],
      ]);
      await received(two, 'START');
      expect((await statuses())[0]).toEqual([two, 'dismissed']);
      expect(await readLedger(one)).toHaveLength(1);
      await received(one, maybeStart);
      await received(one, 'START');
      expect((await list({ phone: one, limit: 1 }))[0]).toMatchObject({
        keyword: 'start',
        status: 'confirmed',
      });
    });

    it('that may ask to start lifts the opt-out once a person confirms it', async () => {
      const phone = handset(8, 524);
      await received(phone, 'STOP');
      const text = await received(phone, maybeStart);
      expect((await get(phone)).status).toBe('opted_out');
      const [open] = await list();
      expect(open).toMatchObject({ keyword: 'start', status: 'open' });
      await decide(open!.id, 'confirm');
      expect(await get(phone)).toMatchObject({
        status: 'subscribed',
        consent: { source: 'Reviewed text', at: text.created_at },
      });
      await send(phone);
    });

    it('needs no review if its wish is fulfilled already', async () => {
      const phone = handset(9, 524);
      await received(phone, maybeStart);
      await received(phone, 'STOP');
      expect(await received(phone, maybeStop)).toMatchObject({ possible_keyword: 'stop' });
      expect(await list()).toEqual([]);
    });

    it('to one number opts out of this number only, if the account has set so', async () => {
      const phone = handset(10, 524);
      const other = await secondNumber(account);
      await account.client.account.update({ opt_out_scope: 'number' });
      await received(phone, maybeStop, other);
      const [open] = await list();
      expect(open!.number).toBe(other);
      await received(phone, 'STOP');
      expect(await list({ status: 'open' })).toEqual([open]);
      await decide(open!.id, 'confirm');
      expect((await get(phone)).opted_out_numbers).toEqual([account.number, other].sort());
    });

    it('of one account is not found by another account', async () => {
      await received(handset(11, 524), maybeStop);
      const [open] = await list();
      const { client } = harness().account();
      expect((await client.review.list({})).data).toEqual([]);
      const missing = { code: 'not_found' };
      await expect(client.review.get({ id: open!.id })).rejects.toMatchObject(missing);
      await expect(
        client.review.decide({ id: open!.id, decision: 'confirm' }),
      ).rejects.toMatchObject(missing);
    });
  });

  describe('automatic replies', () => {
    it('go out once a day for each keyword, from each number of the account', async () => {
      const phone = handset(0, 525);
      const other = await secondNumber(account);
      for (const text of ['HELP', 'STOP', 'START', 'HELP']) await received(phone, text);
      await received(phone, 'HELP', other);
      const replies = await repliesTo(phone);
      const { number } = account;
      expect(replies.map(({ from }) => from)).toEqual([other, number, number, number]);
      await until('all are sent', async () =>
        (await repliesTo(phone)).every(({ status }) => status === 'delivered'),
      );
    });
  });

  describeConsentLaw(harness);
}
