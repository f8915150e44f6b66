import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import {
  contract,
  sampleOf,
  type Input,
  type PhoneNumber,
  type Registration,
} from '@textloom/shared/contract';
import { paginate } from '@textloom/shared/client';
import { DateTime } from 'luxon';
import { readConfig } from '../../../service/config/config.ts';
import { startService, type Service } from '../../../service/runtime/start.ts';
import type { OpenDatabase } from '../harness/database.ts';
import {
  handset,
  openHarness,
  shortPeriods,
  type Account,
  type Harness,
} from '../harness/harness.ts';
import { until } from '../harness/until.ts';

type Submission = Input<(typeof contract)['registration']['submit']>;

const hour = 3_600_000;
const sample: Submission = { ...sampleOf(contract.registration.submit.input), number_ids: [] };
const withEin = (ein: string): Submission => ({ ...sample, brand: { ...sample.brand, ein } });

/** Tests 10DLC registrations and the marketing that they allow, with services that enforce them. */
export function describeRegistrations(_: unknown, open: OpenDatabase): void {
  describe('a registration', () => {
    let harness: Harness;
    let second: Service | undefined;
    let account: Account;
    let ahead = 0;
    beforeAll(async () => {
      const database = await open();
      const settings = { ENFORCE_10DLC: 'true' };
      harness = await openHarness(() => Promise.resolve(database), settings);
      // If processes can share a database, two of them decide.
      if (database.environment.DATABASE_URL) {
        second = await startService(
          readConfig({ ...database.environment, ...settings, PORT: '0', LOG_LEVEL: 'silent' }),
          { clock: () => new Date(Date.now() + ahead), periods: shortPeriods },
        );
      }
      account = harness.account();
    });
    afterAll(async () => {
      await second?.stop();
      await harness.close();
    });
    afterEach(() => expect(harness.faults.splice(0)).toEqual([]));

    const setAhead = (milliseconds: number) => {
      ahead = milliseconds;
      harness.setAhead(milliseconds);
    };
    const submit = (input: Partial<Submission> = {}, whose = account) =>
      whose.client.registration.submit({ ...sample, ...input });
    const readNumber = async (whose: Account): Promise<PhoneNumber> =>
      (await whose.client.number.list({})).data.at(-1)!;
    const decided = (id: string, whose = account): Promise<Registration> =>
      until('the registry has decided', async () => {
        const found = await whose.client.registration.get({ id });
        return found.status !== 'pending' && found;
      });
    const market = (whose: Account, from?: string, to = handset(0, 920)) =>
      whose.client.message.send({
        to,
        text: '10% off. Reply STOP to opt out.',
        purpose: 'marketing',
        ...(from !== undefined && { from }),
      });
    const readEvents = async (whose = account) =>
      (
        await whose.client.event.list({
          type: ['registration.approved', 'registration.rejected'],
          limit: 100,
        })
      ).data;

    it('is pending at first, with a decision due within 36 hours, and covers its numbers', async () => {
      const { id: number } = await readNumber(account);
      const made = await submit({ number_ids: [number] });
      expect(made).toMatchObject({
        status: 'pending',
        number_ids: [number],
        rejections: [],
        decided_at: null,
        campaign: { has_links: false, has_phone_numbers: false },
      });
      expect(Date.parse(made.decision_by) - Date.parse(made.submitted_at)).toBe(36 * hour);
      expect(await account.client.registration.get({ id: made.id })).toEqual(made);
      expect(await readNumber(account)).toMatchObject({ campaign_id: made.id });
    });

    it('stores the tax number and the phone number in the format of the registry', async () => {
      const brand = { ...sample.brand, ein: '987654321', phone: '(202) 555-0123' };
      expect((await submit({ brand })).brand).toMatchObject({
        ein: '98-7654321',
        phone: '+12025550123',
      });
    });

    it('is listed newest first, by its status', async () => {
      const own = harness.account();
      const made: string[] = [];
      for (let count = 0; count < 3; count++) made.unshift((await submit({}, own)).id);
      const found: string[] = [];
      const pages = paginate(own.client.registration.list, { limit: 2, status: 'pending' });
      for await (const { id } of pages) found.push(id);
      expect(found).toEqual(made);
      expect((await own.client.registration.list({ status: 'approved' })).data).toEqual([]);
      await expect(account.client.registration.get({ id: made[0]! })).rejects.toMatchObject({
        status: 404,
      });
    });

    it('is refused with all its errors together', async () => {
      const { ein: _, ...brand } = sample.brand;
      const { status, body } = await account.json('POST', '/registrations', {
        brand: { ...brand, website: 'https://localhost', phone: '+1 202' },
        campaign: { ...sample.campaign, message_flow: sample.campaign.description },
        number_ids: ['num_none'],
      });
      expect(status).toBe(422);
      const { errors } = body as { errors: { pointer: string; code: string }[] };
      expect(errors.map(({ pointer, code }) => [pointer, code])).toEqual([
        ['/brand/ein', 'required'],
        ['/brand/website', 'invalid_url'],
        ['/campaign/message_flow', 'invalid_format'],
        ['/brand/phone', 'invalid_phone_number'],
        ['/number_ids/0', 'not_found'],
      ]);
    });

    it('accepts only US local numbers of the account that have no other registration', async () => {
      const own = harness.account();
      const free = await readNumber(own);
      const canadian = await own.client.number.provision({ number: '+14165550140' });
      const tollFree = await own.client.number.provision({ number: '+18005550140' });
      const accepted = await own.client.number.provision({ number: '+12125550140' });
      const before = await submit({ number_ids: [accepted.id] }, own);
      const foreign = await readNumber(account);
      const number_ids = [free, canadian, tollFree, accepted, foreign].map(({ id }) => id);
      const { status, body } = await own.json('POST', '/registrations', { ...sample, number_ids });
      expect(status).toBe(422);
      expect((body as { errors: object[] }).errors).toMatchObject([
        { pointer: '/number_ids/1', code: 'invalid_sender' },
        { pointer: '/number_ids/2', code: 'invalid_sender' },
        { pointer: '/number_ids/3', code: 'taken' },
        { pointer: '/number_ids/4', code: 'not_found' },
      ]);
      expect((await own.client.number.get({ id: free.id })).campaign_id).toBeNull();
      await own.client.number.update({ id: accepted.id, campaign_id: null });
      const after = await submit({ number_ids: [accepted.id] }, own);
      expect(after.number_ids).toEqual([accepted.id]);
      expect((await own.client.registration.get({ id: before.id })).number_ids).toEqual([]);
    });

    it('covers numbers that are added later, and no number that needs none', async () => {
      const own = harness.account();
      const { id: campaign_id } = await submit({}, own);
      const made = await own.client.number.provision({ number: '+12125550141', campaign_id });
      expect(made.campaign_id).toBe(campaign_id);
      expect((await own.client.registration.get({ id: campaign_id })).number_ids).toEqual([
        made.id,
      ]);
      const foreign = await account.client.registration.list({ limit: 1 });
      for (const body of [
        { number: 'ACME', campaign_id },
        { number: '+14165550141', campaign_id },
        { number: '+12125550142', campaign_id: foreign.data[0]!.id },
      ]) {
        const { status, body: problem } = await own.json('POST', '/numbers', body);
        expect(status).toBe(422);
        expect(problem).toMatchObject({ errors: [{ pointer: '/campaign_id' }] });
      }
      await expect(
        own.client.number.update({ id: made.id, campaign_id: 'reg_none' }),
      ).rejects.toMatchObject({ code: 'validation_failed' });
    });

    it('that is approved lets marketing through, which is refused with a reason before', async () => {
      const own = harness.account();
      const number = await readNumber(own);
      await expect(market(own)).rejects.toMatchObject({
        status: 422,
        code: 'unregistered_sender',
        message: expect.stringContaining('this number has none'),
      });
      const made = await submit({ number_ids: [number.id] }, own);
      await expect(market(own)).rejects.toMatchObject({
        code: 'unregistered_sender',
        message: expect.stringContaining(`in review until ${made.decision_by}`),
      });
      setAhead(36 * hour + 1000);
      const approved = await decided(made.id, own);
      expect(approved).toEqual({ ...made, status: 'approved', decided_at: approved.decided_at });
      expect(Date.parse(approved.decided_at!)).toBeLessThanOrEqual(Date.parse(made.decision_by));
      expect(await market(own)).toMatchObject({
        purpose: 'marketing',
        campaign_id: made.id,
      });
      setAhead(0);
    });

    it('that is rejected says why, and can be resubmitted with the same number', async () => {
      const own = harness.account();
      const number = await readNumber(own);
      const hook = harness.receiver.hook();
      await own.client.webhook.create({ url: hook.url, events: ['registration.*'] });
      const number_ids = [number.id];
      const first = await submit({ ...withEin('12-3450000'), number_ids }, own);
      const other = await submit(withEin('12-3450001'), own);
      setAhead(36 * hour + 1000);
      const rejected = await decided(first.id, own);
      expect(rejected).toMatchObject({
        status: 'rejected',
        number_ids,
        rejections: [{ pointer: '/brand/ein' }],
      });
      expect(await decided(other.id, own)).toMatchObject({
        status: 'rejected',
        rejections: [{ pointer: '/campaign/message_flow' }],
      });
      await expect(market(own)).rejects.toMatchObject({
        code: 'unregistered_sender',
        message: expect.stringContaining('has rejected the campaign'),
      });
      await expect(
        own.client.number.update({ id: number.id, campaign_id: first.id }),
      ).rejects.toMatchObject({ code: 'validation_failed' });
      const again = await submit({ number_ids }, own);
      expect(again.number_ids).toEqual(number_ids);
      await until('both rejections are delivered', () => hook.deliveries.length >= 2);
      const notified = hook.deliveries.map(({ event }) => event);
      expect(notified.map(({ type }) => type)).toEqual(Array(2).fill('registration.rejected'));
      expect(notified.map(({ data }) => (data as Registration).id).sort()).toEqual(
        [first.id, other.id].sort(),
      );
      expect(notified.find(({ data }) => (data as Registration).id === first.id)?.data).toEqual(
        rejected,
      );
      setAhead(0);
    });

    it('is decided when its own review is over, and not with earlier ones', async () => {
      const own = harness.account();
      const before = await submit({}, own);
      setAhead(hour);
      const after = await submit({}, own);
      setAhead(36 * hour + 1000);
      await decided(before.id, own);
      expect(await own.client.registration.get({ id: after.id })).toEqual(after);
      setAhead(37 * hour + 1000);
      expect(await decided(after.id, own)).toMatchObject({ status: 'approved' });
      setAhead(0);
    });

    it('is reported only to its own account, even if several are decided at the same moment', async () => {
      const both = [harness.account(), harness.account()];
      const made: Registration[] = [];
      for (const own of [...both, ...both]) made.push(await submit({}, own));
      setAhead(36 * hour + 1000);
      for (const [at, { id }] of made.entries()) await decided(id, both[at % 2]);
      setAhead(0);
      for (const [at, own] of both.entries()) {
        const notified = (await readEvents(own)).map(({ data }) => (data as Registration).id);
        expect(notified.sort()).toEqual([made[at]!.id, made[at + 2]!.id].sort());
      }
    });

    it('is decided once, however many processes check', async () => {
      const own = harness.account();
      const made: string[] = [];
      for (let count = 0; count < 20; count++) made.push((await submit({}, own)).id);
      setAhead(36 * hour + 1000);
      for (const id of made) await decided(id, own);
      const events = await readEvents(own);
      expect(events.map(({ data }) => (data as Registration).id).sort()).toEqual(made);
      setAhead(0);
    });

    it.each([
      ['none', () => Promise.resolve(null)],
      ['a rejected one', async (own: Account) => (await submit(withEin('12-3450000'), own)).id],
    ])(
      'is checked again when marketing from a number is due, if the registration is now %s',
      async (_, nextCampaign) => {
        const own = harness.account();
        const moved = await readNumber(own);
        const areaCode = { area_code: '212', limit: 1 };
        const [offered] = (await own.client.number.available(areaCode)).data;
        const kept = await own.client.number.provision({ number: offered!.number });
        const made = await submit({ number_ids: [moved.id, kept.id] }, own);
        setAhead(36 * hour + 1000);
        expect(await decided(made.id, own)).toMatchObject({ status: 'approved' });
        // The message is due during the day of the recipient, after the registry has decided again.
        const due = DateTime.now().setZone('America/Chicago').plus({ days: 5 }).set({ hour: 12 });
        const [stopped, notice, passing] = await Promise.all(
          [
            { from: moved.number, purpose: 'marketing' } as const,
            { from: moved.number, purpose: 'notification' } as const,
            { from: kept.number, purpose: 'marketing' } as const,
          ].map((change) =>
            own.client.message.send({
              to: handset(0, 920),
              text: '10% off',
              send_at: due.toUTC().toISO()!,
              ...change,
            }),
          ),
        );
        const campaign_id = await nextCampaign(own);
        await own.client.number.update({ id: moved.id, campaign_id });
        if (campaign_id !== null) {
          setAhead(73 * hour);
          expect(await decided(campaign_id, own)).toMatchObject({ status: 'rejected' });
        }
        setAhead(due.toMillis() - Date.now() + 1000);
        expect(await own.reaches(stopped!.id)).toMatchObject({
          status: 'failed',
          error: {
            code: 'unregistered_sender',
            message: 'The sender is not registered for marketing',
            retryable: false,
          },
          sent_at: null,
        });
        expect(await own.reaches(notice!.id)).toMatchObject({ status: 'delivered' });
        expect(await own.reaches(passing!.id)).toMatchObject({ status: 'delivered' });
        expect((await own.eventsOf(stopped!.id)).map(({ type }) => type)).toEqual([
          'message.failed',
        ]);
        setAhead(0);
      },
    );

    it('that is missing keeps broadcasts from the people in the US alone', async () => {
      const own = harness.account();
      const [abroad, near] = [handset(0, 416), handset(0, 920)];
      for (const phone of [abroad, near]) await own.client.contact.upsert({ phone });
      const everybody = { audience: { all_contacts: true }, text: '10% off' };
      expect(await own.client.broadcast.preview(everybody)).toMatchObject({
        would_send: true,
        messages: 1,
        skipped: [{ reason: 'unregistered_sender', count: 1 }],
        samples: [{ phone: abroad }],
      });
      const { id } = await own.client.broadcast.create({ name: 'Sale', ...everybody });
      const { data } = await until('one is skipped', async () => {
        const page = await own.client.broadcast.recipients({ id, status: 'skipped' });
        return page.data.length > 0 && page;
      });
      expect(data).toMatchObject([{ phone: near, skipped_reason: 'unregistered_sender' }]);
      const nobody = { ...everybody, audience: { filter: { country: 'US' } } };
      await expect(own.client.broadcast.create({ name: 'Sale', ...nobody })).rejects.toMatchObject({
        code: 'unregistered_sender',
      });
    });

    it('is required only for marketing from a US local number to the US', async () => {
      const own = harness.account();
      const { number: tollFree } = await own.client.number.provision({ number: '+18005550150' });
      const { number: canadian } = await own.client.number.provision({ number: '+14165550150' });
      const { number: name } = await own.client.number.provision({ number: 'ACME' });
      for (const from of [tollFree, canadian, name])
        expect(await market(own, from)).toMatchObject({ from });
      const { number: local } = await readNumber(own);
      expect(await market(own, local, handset(0, 416))).toMatchObject({ from: local });
      await expect(market(own, local)).rejects.toMatchObject({ code: 'unregistered_sender' });
      for (const purpose of ['notification', 'otp', 'alert'] as const) {
        const message = { to: handset(0, 920), from: local, text: 'Hi', purpose };
        expect(await own.client.message.send(message)).toMatchObject({ purpose });
      }
    });
  });

  describe('a registry without a review time', () => {
    let harness: Harness;
    beforeAll(async () => {
      harness = await openHarness(open, { REGISTRATION_REVIEW_HOURS: '0' });
    });
    afterAll(() => harness.close());
    afterEach(() => expect(harness.faults.splice(0)).toEqual([]));

    it('decides immediately', async () => {
      const { client } = harness.account();
      const { id, submitted_at } = await client.registration.submit(sample);
      const found = await until('the registration is approved', async () => {
        const registration = await client.registration.get({ id });
        return registration.status === 'approved' && registration;
      });
      expect(found.decided_at).toBe(submitted_at);
    });

    it('does not restrict marketing if registration is not enforced', async () => {
      const { client, number } = harness.account();
      const message = { to: handset(0, 920), text: 'Hi', purpose: 'marketing' } as const;
      expect(await client.message.send(message)).toMatchObject({ from: number });
    });
  });
}
