import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import type { OpenDatabase } from '../harness/database.ts';
import { handset, openHarness, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

const second = 1_000;
const minute = 60 * second;

/** Tests codes that prove that a person has a phone number. */
export function describeVerifications(harness: () => Harness, open: OpenDatabase): void {
  afterEach(() => harness().setAhead(0));

  const codeOn = async (account: Account, phone: string, count = 1): Promise<string> => {
    const texts = await until(`the phone has ${count} texts`, async () => {
      const shown = await account.textsOn(phone);
      return shown.length >= count && shown;
    });
    return /\d{4,8}/.exec(texts.at(-1)!.text)![0];
  };
  const wrong = (code: string) =>
    String((Number(code) + 1) % 10 ** code.length).padStart(code.length, '0');
  const readEvents = async (
    { client }: Account,
    type: 'verification.approved' | 'verification.failed',
  ) => (await client.event.list({ type: [type], limit: 100 })).data;

  describe('a verification', () => {
    it('texts a code, and is approved by the right one', async () => {
      const account = harness().account();
      const to = handset(0, 301);
      const started = await account.client.verification.start({ to });
      expect(started).toMatchObject({
        status: 'pending',
        to,
        country: 'US',
        attempts_left: 5,
        approved_at: null,
      });
      const code = await codeOn(account, to);
      expect(code).toMatch(/^\d{6}$/);
      const checked = await account.client.verification.check({ id: started.id, code });
      expect(checked).toMatchObject({ valid: true, id: started.id, status: 'approved' });
      expect(checked.approved_at).not.toBeNull();
      expect(await account.client.verification.get({ id: started.id })).toMatchObject({
        status: 'approved',
      });
      expect(await readEvents(account, 'verification.approved')).toMatchObject([
        { data: { id: started.id } },
      ]);
    });

    it('takes the right code once', async () => {
      const account = harness().account();
      const to = handset(1, 301);
      const { id } = await account.client.verification.start({ to });
      const code = await codeOn(account, to);
      await account.client.verification.check({ to, code });
      expect(await account.client.verification.check({ to, code })).toMatchObject({
        valid: false,
        id,
        status: 'approved',
      });
      expect(await readEvents(account, 'verification.approved')).toHaveLength(1);
    });

    it.each([
      ['with spaces and dashes', (code: string) => ` ${code.slice(0, 3)}-${code.slice(3)}\u00a0`],
      [
        'in full-width digits',
        (code: string) =>
          code.replace(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit))),
      ],
      [
        'in Arabic digits',
        (code: string) =>
          code.replace(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
      ],
      [
        'in Persian digits',
        (code: string) =>
          code.replace(/\d/g, (digit) => String.fromCodePoint(0x06f0 + Number(digit))),
      ],
    ])('accepts a code %s', async (_, type) => {
      const account = harness().account();
      const to = handset(2, 301);
      await account.client.verification.start({ to });
      const code = type(await codeOn(account, to));
      expect(await account.client.verification.check({ to, code })).toMatchObject({ valid: true });
    });

    it('fails after too many wrong codes, and then refuses the right one', async () => {
      const account = harness().account();
      const to = handset(3, 301);
      const { id } = await account.client.verification.start({ to, max_attempts: 3 });
      const code = await codeOn(account, to);
      for (const left of [2, 1])
        expect(await account.client.verification.check({ id, code: wrong(code) })).toMatchObject({
          valid: false,
          status: 'pending',
          attempts_left: left,
        });
      expect(await account.client.verification.check({ id, code: wrong(code) })).toMatchObject({
        valid: false,
        status: 'failed',
        attempts_left: 0,
      });
      expect(await account.client.verification.check({ id, code })).toMatchObject({
        valid: false,
        status: 'failed',
      });
      expect(await readEvents(account, 'verification.failed')).toMatchObject([
        { data: { id, status: 'failed' } },
      ]);
    });

    it('compares no more codes than it allows, even if 50 arrive together', async () => {
      const account = harness().account();
      const to = handset(4, 301);
      const { id } = await account.client.verification.start({ to });
      const code = await codeOn(account, to);
      const checks = await Promise.all(
        Array.from({ length: 50 }, () =>
          account.client.verification.check({ id, code: wrong(code) }),
        ),
      );
      const left = checks.map(({ attempts_left }) => attempts_left).sort((a, b) => b - a);
      expect(left.slice(0, 5)).toEqual([4, 3, 2, 1, 0]);
      expect(new Set(left.slice(4))).toEqual(new Set([0]));
      expect(checks.some(({ valid }) => valid)).toBe(false);
      expect(await readEvents(account, 'verification.failed')).toHaveLength(1);
    });

    it('approves once if the right code arrives 20 times together', async () => {
      const account = harness().account();
      const to = handset(5, 301);
      const { id } = await account.client.verification.start({ to });
      const code = await codeOn(account, to);
      const checks = await Promise.all(
        Array.from({ length: 20 }, () => account.client.verification.check({ id, code })),
      );
      expect(checks.filter(({ valid }) => valid)).toHaveLength(1);
      expect(await readEvents(account, 'verification.approved')).toHaveLength(1);
    });

    it('expires on time, with one event', async () => {
      const account = harness().account();
      const to = handset(6, 301);
      const { id } = await account.client.verification.start({ to, ttl: 60 });
      const code = await codeOn(account, to);
      harness().setAhead(61 * second);
      expect(await account.client.verification.get({ id })).toMatchObject({ status: 'expired' });
      expect(await account.client.verification.check({ id, code })).toMatchObject({
        valid: false,
        status: 'expired',
      });
      expect((await account.client.verification.list({ status: 'pending' })).data).toEqual([]);
      expect(await account.client.verification.check({ id, code })).toMatchObject({ valid: false });
      expect(await readEvents(account, 'verification.failed')).toMatchObject([
        { data: { id, status: 'expired' } },
      ]);
    });

    it('expires without a check', async () => {
      const account = harness().account();
      const to = handset(7, 301);
      const { id } = await account.client.verification.start({ to, ttl: 60 });
      harness().setAhead(61 * second);
      await until(
        'the verification has expired',
        async () => (await readEvents(account, 'verification.failed')).length > 0,
      );
      expect(await readEvents(account, 'verification.failed')).toMatchObject([
        { data: { id, status: 'expired' } },
      ]);
    });

    it('ends when a newer code goes to the same number', async () => {
      const account = harness().account();
      const to = handset(8, 301);
      const first = await account.client.verification.start({ to });
      const old = await codeOn(account, to);
      harness().setAhead(31 * second);
      const newer = await account.client.verification.start({ to });
      expect(await account.client.verification.get({ id: first.id })).toMatchObject({
        status: 'canceled',
      });
      expect(await account.client.verification.check({ id: first.id, code: old })).toMatchObject({
        valid: false,
        status: 'canceled',
      });
      const code = await codeOn(account, to, 2);
      expect(await account.client.verification.check({ to, code })).toMatchObject({
        valid: true,
        id: newer.id,
      });
      expect(await readEvents(account, 'verification.failed')).toEqual([]);
    });

    it('can be canceled while it is pending', async () => {
      const account = harness().account();
      const to = handset(9, 301);
      const { id } = await account.client.verification.start({ to });
      const code = await codeOn(account, to);
      expect(await account.client.verification.cancel({ id })).toMatchObject({
        status: 'canceled',
      });
      expect(await account.client.verification.check({ id, code })).toMatchObject({
        valid: false,
        status: 'canceled',
      });
      await expect(account.client.verification.cancel({ id })).rejects.toMatchObject({
        code: 'status_conflict',
      });
    });

    it('is the same one for a repeated request', async () => {
      const account = harness().account();
      const to = handset(10, 301);
      const key = { 'idempotency-key': randomUUID() };
      const responses = [];
      for (let times = 0; times < 2; times++)
        responses.push(await account.json('POST', '/verifications', { to }, key));
      expect(responses.map(({ status }) => status)).toEqual([201, 201]);
      expect(responses[1]!.body).toEqual(responses[0]!.body);
      await codeOn(account, to);
      expect((await account.client.message.list({ to })).data).toHaveLength(1);
    });

    it('belongs to its account alone', async () => {
      const account = harness().account();
      const other = harness().account();
      const to = handset(11, 301);
      const { id } = await account.client.verification.start({ to });
      const code = await codeOn(account, to);
      const missing = { code: 'not_found' };
      await expect(other.client.verification.get({ id })).rejects.toMatchObject(missing);
      await expect(other.client.verification.check({ id, code })).rejects.toMatchObject(missing);
      await expect(other.client.verification.check({ to, code })).rejects.toMatchObject(missing);
      await expect(other.client.verification.cancel({ id })).rejects.toMatchObject(missing);
      expect((await other.client.verification.list({})).data).toEqual([]);
      const { data } = await account.client.verification.list({ to });
      expect(data).toMatchObject([{ id }]);
      const [created_after, created_before] = [data[0]!.created_at, data[0]!.created_at];
      expect((await account.client.verification.list({ created_after })).data).toEqual(data);
      expect((await account.client.verification.list({ created_before })).data).toEqual([]);
      await other.client.verification.start({ to });
      expect(await account.client.verification.check({ to, code })).toMatchObject({
        valid: true,
        id,
      });
    });
  });

  describe('the text of a code', () => {
    it.each([
      ['en', 'Your code is ******. Do not share it.'],
      ['es', 'Tu clave es ******. No la compartas con nadie.'],
      ['fr', 'Votre code est ******. Ne le partagez pas.'],
      ['de', 'Ihr Code lautet ******. Geben Sie ihn nicht weiter.'],
      ['it', 'Il tuo codice è ******. Non condividerlo.'],
      ['pt', 'O seu PIN é ******. Nunca o compartilhe.'],
      ['nl', 'Uw code is ******. Deel deze met niemand.'],
    ] as const)('in the language %s is one segment that shows no code', async (language, text) => {
      const account = harness().account();
      const to = handset(0, 302);
      const { message_id } = await account.client.verification.start({ to, language });
      expect(await account.client.message.get({ id: message_id })).toMatchObject({
        text,
        sent_text: null,
        encoding: 'gsm7',
        segments: 1,
        purpose: 'otp',
      });
      const code = await codeOn(account, to);
      expect((await account.textsOn(to))[0]!.text).toBe(text.replace('******', code));
    });

    it('can be your own, with the code in several places', async () => {
      const account = harness().account();
      const to = handset(1, 302);
      const text = '*** Acme: {{code}} ***\n\n@acme.example #{{ code }}';
      const { message_id } = await account.client.verification.start({ to, text, length: 4 });
      const shown = '*** Acme: **** ***\n\n@acme.example #****';
      expect(await account.client.message.get({ id: message_id })).toMatchObject({ text: shown });
      const code = await codeOn(account, to);
      expect((await account.textsOn(to))[0]!.text).toBe(
        `*** Acme: ${code} ***\n\n@acme.example #${code}`,
      );
    });

    it('must contain the code, and no other field', async () => {
      const account = harness().account();
      const to = handset(2, 302);
      for (const text of ['Your code is secret', 'Hi {{first_name}}: {{code}}'])
        expect(await account.json('POST', '/verifications', { to, text })).toMatchObject({
          status: 422,
          body: { code: 'validation_failed', errors: [{ pointer: '/text' }] },
        });
    });
  });

  describe('a phone number', () => {
    it('waits longer for each code, and gets at most five in an hour', async () => {
      const { client } = harness().account();
      const to = handset(0, 303);
      const waits = [30, 60, 120, 240];
      let ahead = 0;
      for (const wait of waits) {
        await client.verification.start({ to });
        harness().setAhead((ahead += (wait - 3) * second));
        await expect(client.verification.start({ to })).rejects.toMatchObject({
          code: 'too_many_verifications',
          status: 429,
        });
        harness().setAhead((ahead += 4 * second));
      }
      const { next_code_at, created_at } = await client.verification.start({ to });
      expect(Date.parse(next_code_at) - Date.parse(created_at)).toBeGreaterThan(45 * minute);
      harness().setAhead((ahead += 40 * minute));
      await expect(client.verification.start({ to })).rejects.toMatchObject({
        code: 'too_many_verifications',
      });
      harness().setAhead((ahead += 20 * minute));
      await client.verification.start({ to });
    });

    it('gets a code although its last one is from a clock that was ahead', async () => {
      const { client } = harness().account();
      const to = handset(3, 305);
      harness().setAhead(30 * 24 * 60 * minute);
      await client.verification.start({ to });
      harness().setAhead(0);
      expect(await client.verification.start({ to })).toMatchObject({ status: 'pending' });
      await expect(client.verification.start({ to })).rejects.toMatchObject({
        code: 'too_many_verifications',
      });
    });

    it('learns from Retry-After when it can get another code', async () => {
      const account = harness().account();
      const to = handset(1, 303);
      const { created_at, next_code_at } = await account.client.verification.start({ to });
      expect(Date.parse(next_code_at) - Date.parse(created_at)).toBe(30 * second);
      const { status, headers } = await account.json('POST', '/verifications', { to });
      expect(status).toBe(429);
      expect(Number(headers['retry-after'])).toBeGreaterThan(25);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(30);
    });

    it('gets one code if ten requests arrive together', async () => {
      const { client } = harness().account();
      const to = handset(2, 303);
      const results = await Promise.allSettled(
        Array.from({ length: 10 }, () => client.verification.start({ to })),
      );
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect((await client.message.list({ to })).data).toHaveLength(1);
    });
  });

  describe('the guard against pumping', () => {
    /** Returns a number of a prefix that never enters a code. */
    const pumped = (index: number) => `+1305555${String(100 + index).padStart(4, '0')}`;

    it('stops codes that nobody enters, and lets an administrator unblock the prefix', async () => {
      const account = harness().account();
      const { client } = account;
      const codes = new Set<string>();
      let texts = 0;
      for (let round = 0; round < 30; round++) {
        harness().setAhead(round * 2 * minute);
        const phones = Array.from({ length: 10 }, (_, index) => pumped((10 * round + index) % 100));
        const results = await Promise.allSettled(
          phones.map((to) => client.verification.start({ to })),
        );
        texts += results.filter(({ status }) => status === 'fulfilled').length;
        for (const result of results)
          if (result.status === 'rejected') codes.add((result.reason as { code: string }).code);
      }
      expect(texts).toBeLessThan(30);
      expect(codes).toContain('verification_blocked');
      const { data } = await client.verification.prefixes({});
      const blocked = data.find(({ status }) => status === 'blocked')!;
      expect(blocked).toMatchObject({ country: 'US', approved: 0, started: texts });
      expect(blocked.refused).toBeGreaterThan(100);
      expect(blocked.blocked_until).not.toBeNull();
      // Users of other prefixes still get codes.
      await client.verification.start({ to: '+14155550123' });
      expect(await client.verification.unblock({ prefix: blocked.prefix })).toMatchObject({
        status: 'open',
      });
    });

    it('knows no prefix of another account', async () => {
      const { client } = harness().account();
      const other = harness().account();
      await client.verification.start({ to: handset(0, 304) });
      expect((await client.verification.prefixes({})).data).toMatchObject([
        { prefix: '+1304', status: 'open', started: 1 },
      ]);
      expect((await other.client.verification.prefixes({})).data).toEqual([]);
      await expect(other.client.verification.unblock({ prefix: '+1304' })).rejects.toMatchObject({
        code: 'not_found',
      });
    });
  });

  describe('an account with a brand, countries and a number of codes per day', () => {
    let limited: Harness;
    beforeAll(async () => {
      limited = await openHarness(
        open,
        {},
        {
          brand: 'Acme',
          language: 'es',
          verification_countries: ['US'],
          verifications_per_day: 3,
        },
      );
    });
    afterAll(() => limited.close());
    afterEach(() => {
      limited.setAhead(0);
      expect(limited.faults.splice(0)).toEqual([]);
    });

    it('names its brand in its language', async () => {
      const { client } = limited.account();
      const { message_id } = await client.verification.start({ to: handset(0, 312) });
      expect(await client.message.get({ id: message_id })).toMatchObject({
        text: 'Tu clave de Acme es ******. No la compartas con nadie.',
      });
    });

    it('sends codes to no other country', async () => {
      const account = limited.account();
      const { status, body } = await account.json('POST', '/verifications', {
        to: handset(0, 416),
      });
      expect(status).toBe(422);
      expect(body).toMatchObject({
        code: 'recipient_not_allowed',
        detail: expect.stringMatching(/verification_countries.*under Settings$/),
        errors: [{ pointer: '/to' }],
      });
      await account.client.message.send({ to: handset(0, 416), text: 'Hi' });
    });

    it('sends that many codes in 24 hours, even if they start together', async () => {
      const { client } = limited.account();
      const start = (index: number) => client.verification.start({ to: handset(index, 307) });
      const results = await Promise.allSettled([0, 1, 2, 3, 4, 5].map(start));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
      await expect(start(6)).rejects.toMatchObject({
        code: 'daily_limit_reached',
        message: expect.stringMatching(/verifications_per_day.*under Settings\.$/),
      });
      limited.setAhead(23 * 60 * minute);
      await expect(start(7)).rejects.toMatchObject({ code: 'daily_limit_reached' });
      limited.setAhead(26 * 60 * minute);
      await start(8);
    });

    it('counts no codes from a clock that was ahead', async () => {
      const { client } = limited.account();
      const start = (index: number) => client.verification.start({ to: handset(index, 308) });
      limited.setAhead(30 * 24 * 60 * minute);
      await Promise.all([0, 1, 2].map(start));
      limited.setAhead(0);
      expect(await start(3)).toMatchObject({ status: 'pending' });
      const { data } = await client.verification.prefixes({});
      expect(data.map(({ started }) => started)).toEqual([1]);
    });
  });
}
