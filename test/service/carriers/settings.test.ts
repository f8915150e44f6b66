import { describe, expect, it } from '@jest/globals';
import type { Carrier } from '../../../service/carriers/carrier.ts';
import { hideSecrets, redactError } from '../../../service/carriers/hideSecrets.ts';
import { readCarriers } from '../../../service/carriers/readCarriers.ts';
import { carrierTypes } from '../../../service/carriers/carrierTypes.ts';
import { listSecrets, settingName } from '../../../service/carriers/settings.ts';
import { readConfig } from '../../../service/config/config.ts';
import { ConnectionLostError } from '../../../service/store/databaseFailure.ts';
import { accountSid, authToken } from './providers/twilioDialect.ts';

const twilio = { type: 'twilio', name: 'acme', account_sid: accountSid, auth_token: authToken };

describe('the settings of a carrier', () => {
  it.each([
    [{ ...twilio, auth_token: undefined }, 'acme.auth_token is missing'],
    [{ ...twilio, auth_token: 7 }, 'acme.auth_token must be a string'],
    [
      { ...twilio, account_sid: 'SK1' },
      'acme.account_sid must be an Account SID: AC and 32 hexadecimal digits',
    ],
    [{ ...twilio, api_key_secret: 'x' }, 'acme.api_key_sid is missing'],
    [{ ...twilio, name: undefined }, '[0].name is missing'],
    [{ ...twilio, window: 3 }, 'acme.window is not a setting of this type of carrier'],
    [{ type: 'handset', name: 'acme' }, '[0].name must be handset, or left out'],
    [{ ...twilio, buy_numbers: true }, 'acme.buy_numbers must be a whole number from 0 to 10000'],
    // A number of an account in Australia has as many digits.
    [
      { ...twilio, numbers: ['19123456'] },
      'acme.numbers must be a list of numbers such as +4930123456, short codes of 3 to 6 digits, and names',
    ],
    [{ ...twilio, concurrency: 0 }, 'acme.concurrency must be a whole number from 1 to 1000'],
  ])('%j: %#', (entry, message) => {
    expect(() => readCarriers(JSON.stringify([entry]))).toThrow(new Error(message));
  });

  it('need PUBLIC_URL if the provider calls back', () => {
    const environment = { CARRIERS: JSON.stringify([twilio]) };
    const sentence = 'PUBLIC_URL must be set, because the provider of the carrier acme reports';
    expect(() => readConfig(environment)).toThrow(sentence);
    for (const PUBLIC_URL of ['sms.example.com', 'ftp://a', 'https://a/?b', 'https://u:p@a'])
      expect(() => readConfig({ ...environment, PUBLIC_URL })).toThrow('PUBLIC_URL must be');
    const { publicUrl } = readConfig({ ...environment, PUBLIC_URL: 'https://a.example/b/' });
    expect(publicUrl).toBe('https://a.example/b');
  });

  it('go to another thread unchanged', () => {
    const carriers = readCarriers(JSON.stringify([twilio]));
    expect(structuredClone(carriers)).toEqual(carriers);
  });

  it.each(carrierTypes.map((one) => [one.type, one] as const))(
    'of the type %s have separate names, and descriptions for the table',
    (_, { settings }) => {
      const names = Object.entries(settings).map(([key, field]) => settingName(key, field));
      expect(names.filter((name) => ['type', 'name', 'routes'].includes(name))).toEqual([]);
      expect(new Set(names).size).toBe(names.length);
      for (const { description } of Object.values(settings))
        expect(description).toMatch(/^[A-Z`][^|]*[^.]$/);
    },
  );
});

it.each(['ENOTFOUND', 'EAI_AGAIN', 'ETIMEDOUT'])(
  'the failure %s sends people to their network, not to a URL that they never set',
  (code) => {
    const adviceOf = (type: string) =>
      carrierTypes.find((one) => one.type === type)?.advice?.[code];
    expect(adviceOf('twilio')).toMatch(/Check the DNS and the internet connection of this machine/);
    expect(adviceOf('http')).toMatch(/Check base_url, and/);
  },
);

describe('a secret', () => {
  const [config] = readCarriers(JSON.stringify([twilio]));
  const { settings: fields } = carrierTypes.find(({ type }) => type === 'twilio')!;
  const secrets = listSecrets(fields, config!.settings);

  it('is what its setting says, also within an object', () => {
    expect(secrets).toEqual([authToken]);
    const own = {
      ...{ type: 'http', name: 'own', base_url: 'http://a', callback_secret: 'c'.repeat(16) },
      headers: { a: 'x', b: 'y' },
    };
    const [read] = readCarriers(JSON.stringify([own]));
    const http = carrierTypes.find(({ type }) => type === 'http')!;
    expect(listSecrets(http.settings, read!.settings)).toEqual(['x', 'y', 'c'.repeat(16)]);
  });

  it('is in no error of the carrier, wherever it was', async () => {
    const password = 'p@ss wörd';
    const all = [...secrets, password];
    const error = new Error(`Basic ${authToken}`, {
      cause: new Error(`https://x/?key=${encodeURIComponent(password)}`),
    });
    const shown = (found: unknown) =>
      [found, (found as Error).cause].map(
        (one) => `${(one as Error).message}${(one as Error).stack}`,
      );
    const failing = () => Promise.reject(error);
    const carrier = hideSecrets(
      { submit: failing, find: failing, start: failing, stop: failing } as unknown as Carrier,
      all,
    );
    const inbox = {} as Parameters<Carrier['start']>[0];
    for (const work of [
      () => carrier.submit([]),
      () => carrier.find([]),
      () => carrier.start(inbox),
      () => carrier.stop(),
    ]) {
      const found: unknown = await work().catch((one: unknown) => one);
      expect((found as Error).message).toBe('Basic …');
      expect(shown(found).join()).not.toContain(authToken);
      expect(shown(found).join()).not.toContain(encodeURIComponent(password));
    }
  });

  it('is all that an error loses: its class and code stay', () => {
    const lost = new ConnectionLostError(
      Object.assign(new Error(authToken), { code: 'EPIPE' }),
      true,
    );
    const found = redactError(lost, secrets);
    expect(found).toBeInstanceOf(ConnectionLostError);
    expect(found).toMatchObject({ code: 'EPIPE', isSessionOver: true, cause: { message: '…' } });
    const timeout = redactError(new DOMException(authToken, 'TimeoutError'), secrets);
    expect(timeout).toBeInstanceOf(DOMException);
    expect(timeout).toMatchObject({ name: 'TimeoutError', message: '…' });
    const request = { headers: { authorization: authToken } };
    const failed = redactError(Object.assign(new Error('x'), { request }), secrets);
    expect(failed).not.toHaveProperty('request');
  });
});
