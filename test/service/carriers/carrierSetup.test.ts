import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Carrier } from '@textloom/shared/contract';
import { textloom } from '../../cli/textloom.ts';
import { openProvider, type ProviderDialect, type ProviderEmulator } from './providerEmulator.ts';
import { accountSid, authToken, twilioDialect } from './providers/twilioDialect.ts';
import { openFolder } from '../harness/database.ts';
import { openHarness, type Account, type Harness } from '../harness/harness.ts';
import { until } from '../harness/until.ts';

const publicUrl = 'https://sms.example.com';
const sender = '+13125551234';
const wrongToken = 'a-token-that-nobody-knows';

/** Twilio as a trial account sees it. */
const trial: ProviderDialect = {
  ...twilioDialect,
  refused: { status: 400, body: JSON.stringify({ code: 21608, status: 400 }) },
  response: ({ method, path }) =>
    method === 'GET' && path.startsWith(`/2010-04-01/Accounts/${accountSid}/`)
      ? { status: 200, body: '{"messages":[],"incoming_phone_numbers":[],"next_page_uri":null}' }
      : undefined,
};

describe('the set-up of a carrier', () => {
  let harness: Harness;
  let emulator: ProviderEmulator;
  let operator: Account;
  let environment: Record<string, string>;
  beforeAll(async () => {
    emulator = await openProvider(trial);
    const working = { type: 'twilio', name: 'twilio', ...emulator.settings };
    const broken = {
      ...working,
      name: 'broken',
      auth_token: wrongToken,
      numbers: ['+13125559999'],
    };
    const away = {
      type: 'http',
      name: 'away',
      base_url: 'http://127.0.0.1:9',
      callback_secret: 'sixteen letters!',
      numbers: ['+13125558888'],
    };
    const CARRIERS = JSON.stringify([working, broken, away, { type: 'handset' }]);
    harness = await openHarness(openFolder, { CARRIERS, PUBLIC_URL: publicUrl });
    operator = harness.account();
    await operator.client.number.provision({ number: sender });
    await operator.client.number.provision({ number: '+13125559999' });
    await operator.client.number.provision({ number: '+13125558888' });
    emulator.connect({ url: harness.url, publicUrl, name: 'twilio' }, operator);
    environment = {
      CARRIERS,
      PUBLIC_URL: harness.url,
      PORT: new URL(harness.url).port,
      API_KEY: operator.keys.admin,
    };
  });
  afterAll(async () => {
    await harness.close();
    await emulator.close();
  });
  afterEach(() => expect(harness.faults.splice(0)).toEqual([]));

  const readState = async (name: string): Promise<Carrier> => {
    const { data } = await operator.client.carrier.list({});
    return data.find((one) => one.name === name)!;
  };
  const test = (...args: readonly string[]) => textloom(environment, 'carriers', 'test', ...args);

  describe('as the API shows it', () => {
    it('sends a test text through the carrier, and counts what it did', async () => {
      const to = emulator.recipient('delivered');
      const sent = await operator.client.carrier.test({ name: 'twilio', to });
      expect(sent).toMatchObject({ from: sender, to, purpose: 'notification' });
      expect(sent.text).toContain('carrier twilio');
      await operator.reaches(sent.id, 'delivered');
      const state = await until('the carrier has reported', async () => {
        const found = await readState('twilio');
        return found.delivered > 0 && found.last_callback_at !== null && found;
      });
      expect(state).toMatchObject({
        type: 'twilio',
        status: 'working',
        retry_at: null,
        pending: 0,
        sent: 1,
        delivered: 1,
        failed: 0,
        callback_url: `${publicUrl}/carriers/twilio`,
        errors: [],
      });
      expect(state.inbound_webhook_url).toMatch(
        /^https:\/\/sms\.example\.com\/carriers\/twilio\/texts\/./,
      );
    });

    it('says what to do about a refusal, and counts the same error once', async () => {
      for (let time = 0; time < 2; time++) {
        const to = emulator.recipient('refused');
        const { id } = await operator.client.carrier.test({ name: 'twilio', to });
        await operator.reaches(id, 'failed');
      }
      const { errors, failed } = await until('both are counted', async () => {
        const found = await readState('twilio');
        return found.failed === 2 && found;
      });
      expect(failed).toBe(2);
      expect(errors).toMatchObject([{ code: '21608', count: 2 }]);
      expect(errors[0]!.message).toContain('Verified Caller IDs');
    });

    it('shows a carrier whose credentials are wrong as failing, without the credentials', async () => {
      const to = emulator.recipient('delivered');
      const { id } = await operator.client.carrier.test({ name: 'broken', to });
      const state = await until('the carrier is failing', async () => {
        const found = await readState('broken');
        return found.status === 'failing' && found;
      });
      expect(Date.parse(state.retry_at!)).toBeGreaterThan(Date.now() - 60_000);
      const { message } = state.errors.find(({ code }) => code === '20003')!;
      expect(message).toContain('refuses the credentials');
      expect(JSON.stringify(state)).not.toMatch(new RegExp(`${wrongToken}|${to.slice(1)}`));
      await operator.client.message.cancel({ id }).catch(() => undefined);
    });

    it('counts the events that it cannot read, although it stores those next to them', async () => {
      const { inbound_webhook_url: shown } = await readState('away');
      const text = { id: 'in-1', from: '+13125550001', to: '+13125558888', text: 'Hi' };
      const response = await fetch(shown!.replace(publicUrl, harness.url), {
        method: 'POST',
        body: JSON.stringify([{ clicked: 'now' }, text]),
      });
      expect(response.status).toBe(200);
      await until('the text arrived', async () => {
        const { data } = await operator.client.message.list({ direction: 'inbound' });
        return data.some(({ from }) => from === text.from);
      });
      await until('the event is counted', async () => {
        const { errors } = await readState('away');
        return errors.some(({ message }) => message.includes('one of its events was refused'));
      });
    });

    it('counts the callbacks that it rejects, and reveals nothing about their content', async () => {
      const isRefusal = (message: string) => message.startsWith('A callback was refused');
      for (let time = 0; time < 2; time++) {
        const response = await fetch(`${harness.url}/carriers/broken/status`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: 'MessageSid=SM-nonsense',
        });
        expect(response.status).toBe(401);
      }
      const state = await until('both are counted', async () => {
        const found = await readState('broken');
        return (
          found.errors.some(({ count, message }) => count === 2 && isRefusal(message)) && found
        );
      });
      const { message } = state.errors.find((one) => isRefusal(one.message))!;
      expect(message).toContain('PUBLIC_URL');
      expect(JSON.stringify(state)).not.toContain('nonsense');
      expect((await readState('twilio')).errors.map((one) => one.message)).not.toContain(message);
    });

    it('hides the carriers from all accounts but the first', async () => {
      const { client } = harness.account();
      const to = emulator.recipient('delivered');
      const refused = expect.objectContaining({ code: 'operator_only', status: 403 });
      await expect(client.carrier.list({})).rejects.toEqual(refused);
      await expect(client.carrier.test({ name: 'twilio', to })).rejects.toEqual(refused);
    });

    it.each([
      [{ name: 'nowhere' }, 'not_found'],
      [{ name: 'handset' }, 'sender_not_owned'],
      [{ name: 'twilio', from: '+13125550000' }, 'sender_not_owned'],
      [{ name: 'twilio', from: '+13125559999' }, 'no_route'],
    ])('refuses a test of %j with %s', async (input, code) => {
      const to = emulator.recipient('delivered');
      await expect(operator.client.carrier.test({ ...input, to })).rejects.toMatchObject({ code });
      expect(await emulator.takenBy(to)).toEqual([]);
    });
  });

  describe('as the command tests it', () => {
    it('passes every step of a carrier that works', async () => {
      const { code, stdout } = await test('twilio', '--to', emulator.recipient('delivered'));
      expect(stdout.split('\n').map((line) => line[0] ?? '')).toEqual([
        ...Array.from({ length: 7 }, () => '✓'),
        '',
      ]);
      expect(stdout).toMatch(/accepts the credentials\. \(\d+\.\d s\)/);
      expect(stdout).toContain('The text arrived on the phone.');
      expect(code).toBe(0);
    });

    it('sends nothing without a recipient', async () => {
      const before = emulator.taken().length;
      const { code, stdout } = await test('twilio');
      expect([code, stdout]).toEqual([0, expect.stringContaining('add --to')]);
      expect(emulator.taken()).toHaveLength(before);
    });

    it('says what to do about a refusal', async () => {
      const { code, stdout } = await test('twilio', '--to', emulator.recipient('refused'));
      expect(stdout).toMatch(
        /✗ The carrier rejected the message \(21608\)\. .*Verified Caller IDs/,
      );
      expect(code).toBe(1);
    });

    it('says what to do about a text that does not arrive', async () => {
      const { code, stdout } = await test('twilio', '--to', emulator.recipient('undelivered'));
      expect(stdout).toMatch(/✗ The carrier could not deliver .*\(30003\)\. The phone .* is off/);
      expect(code).toBe(1);
    });

    it('ends with 3 if the carrier accepts the text but reports nothing', async () => {
      const to = emulator.recipient('silent');
      const { code, stdout } = await test('twilio', '--to', to, '--wait', '4');
      expect(stdout).toContain('! No receipt arrived within 4 seconds.');
      expect(code).toBe(3);
    });

    it('cancels a text that the carrier does not accept in time, and says why', async () => {
      const to = emulator.recipient('delivered');
      const { code, stdout } = await test('away', '--to', to, '--wait', '6');
      expect(stdout).toMatch(/! Only a text can show whether the carrier away works/);
      expect(stdout).toMatch(
        /✗ .* so the text is canceled\. The provider does not respond\. .*ECONN/,
      );
      expect(code).toBe(1);
      const { data } = await operator.client.message.list({ to });
      expect(data).toMatchObject([{ status: 'canceled' }]);
    });

    it('says why the service cannot use a carrier, without sending anything', async () => {
      const { id } = await operator.client.carrier.test({
        name: 'away',
        to: emulator.recipient('delivered'),
      });
      await until('it fails', async () => (await readState('away')).status === 'failing');
      const { code, stdout } = await test('away');
      expect(stdout).toMatch(
        /! The service reports that the carrier away fails: The provider does not respond/,
      );
      expect(code).toBe(0);
      const ran = await textloom({ ...environment, API_KEY: '' }, 'carriers', 'test', 'away');
      expect([ran.code, ran.stdout]).toEqual([0, expect.not.stringContaining('reports')]);
      await operator.client.message.cancel({ id });
    });

    it('stops before it sends if the provider refuses the credentials', async () => {
      const before = emulator.taken().length;
      const { code, stdout } = await test('broken', '--to', emulator.recipient('delivered'));
      expect(stdout).toContain(
        '✗ The provider refuses the account (HTTP 401). The provider refuses',
      );
      expect(code).toBe(1);
      expect(emulator.taken()).toHaveLength(before);
    });

    it('stops before it sends if the provider cannot reach the service', async () => {
      const PUBLIC_URL = 'http://127.0.0.1:9';
      const to = emulator.recipient('delivered');
      const { code, stdout } = await textloom(
        { ...environment, PUBLIC_URL },
        ...['carriers', 'test', 'twilio', '--to', to],
      );
      expect([code, stdout]).toEqual([1, expect.stringContaining(`cannot reach ${PUBLIC_URL}`)]);
      expect(await emulator.takenBy(to)).toEqual([]);
    });

    it.each([
      [{ API_KEY: '' }, 'Set API_KEY to an admin key'],
      [{ API_KEY: 'tl_admin_of_somebody_else' }, 'API_KEY is not a valid key'],
      [{ PORT: '9' }, 'No service runs on PORT 9.'],
    ])('explains a wrong environment: %j', async (more, sentence) => {
      const { code, stdout } = await textloom(
        { ...environment, ...more },
        ...['carriers', 'test', 'twilio', '--to', emulator.recipient('delivered')],
      );
      expect([code, stdout]).toEqual([1, expect.stringContaining(`✗ ${sentence}`)]);
    });

    it('explains a recipient that is not a phone number by its option', async () => {
      const { code, stdout } = await test('twilio', '--to', 'Jane');
      expect([code, stdout]).toEqual([1, expect.stringMatching(/✗ --to must be a phone number/)]);
    });

    it.each([
      [['test'], 2, 'Specify a subcommand'],
      [['test', 'twilio', '--wait', '0'], 2, 'Set --wait to a number'],
      [
        ['test', 'acme'],
        1,
        'CARRIERS has no carrier named acme. It has: twilio, broken, away, handset.',
      ],
    ])('refuses %j', async (args, code, sentence) => {
      const ran = await textloom(environment, 'carriers', ...args);
      expect([ran.code, ran.stderr]).toEqual([code, expect.stringContaining(sentence)]);
    });

    it('prints each step as JSON for programs', async () => {
      const { stdout } = await test('twilio', '--json');
      expect(JSON.parse(stdout)).toEqual({
        carrier: 'twilio',
        steps: ['settings', 'account', 'service', 'callbacks'].map((step) => ({
          step,
          result: 'ok',
          message: expect.stringMatching(/\.$|texts\/.+$/),
          milliseconds: expect.any(Number),
        })),
      });
    });

    it('lists the carriers with the inbound webhook URLs, and shows no secret', async () => {
      const { code, stdout } = await textloom(environment, 'carriers');
      expect(code).toBe(0);
      expect(stdout).toMatch(
        /^NAME +TYPE +INBOUND WEBHOOK URL\ntwilio +twilio +http.*\/texts\/.*\n/,
      );
      const { stdout: json } = await textloom(environment, 'carriers', '--json');
      expect(JSON.parse(json)).toMatchObject({
        data: [{ name: 'twilio' }, {}, {}, { type: 'handset' }],
      });
      const tested = await test('twilio', '--to', emulator.recipient('refused'), '--json');
      for (const text of [stdout, json, tested.stdout])
        expect(text).not.toMatch(new RegExp(`${authToken}|${wrongToken}|${environment.API_KEY!}`));
    });
  });
});
