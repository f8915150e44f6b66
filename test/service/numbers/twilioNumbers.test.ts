import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import twilio from 'twilio';
import { openProvider, type ProviderEmulator } from '../carriers/providerEmulator.ts';
import { accountSid, authToken, twilioDialect } from '../carriers/providers/twilioDialect.ts';
import { describeNumbers } from './describeNumbers.ts';
import { openOperator } from './operator.ts';
import { twilioWire } from './twilioWire.ts';

describeNumbers('twilio', twilioDialect, twilioWire, {
  ownReceiver: /^POST https:\/\/sms\.example\.com\/textloom\/carriers\/acme\/texts\/[\w-]+$/,
  refusal: '21422',
});

type Requested<T> = Parameters<typeof twilio.RequestClient.prototype.request<T>>[0];

describe('the emulated numbers of Twilio', () => {
  const operator = openOperator(twilioDialect, twilioWire);
  let emulator: ProviderEmulator;
  beforeAll(async () => {
    emulator = await openProvider(operator.dialect);
  });
  afterAll(() => emulator.close());

  /** The SDK has no setting for the URL of the API. */
  class RedirectedClient extends twilio.RequestClient {
    override request<T>(options: Requested<T>) {
      const uri = options.uri.replace('https://api.twilio.com', emulator.url);
      return super.request<T>({ ...options, uri });
    }
  }
  const sdk = () => twilio(accountSid, authToken, { httpClient: new RedirectedClient() });

  it('give the SDK what it expects, from the search to the release', async () => {
    for (let count = 0; count < 101; count++) operator.add(`+1415555${2_000 + count}`);
    const number = '+13125552671';
    operator.sell(number, '+18005550142');
    const search = sdk().availablePhoneNumbers('US');
    const [found, ...others] = await search.local.list({ areaCode: 312, smsEnabled: true });
    expect(found).toMatchObject({ phoneNumber: number, isoCountry: 'US' });
    expect(others).toEqual([]);
    const bought = await sdk().incomingPhoneNumbers.create({ phoneNumber: number });
    expect(bought).toMatchObject({
      sid: expect.stringMatching(/^PN\d{32}$/),
      phoneNumber: number,
      smsUrl: '',
      capabilities: { sms: true },
    });
    const owned = await sdk().incomingPhoneNumbers.list({ pageSize: 100 });
    expect(owned).toHaveLength(102);
    const smsUrl = 'https://sms.example.com/texts';
    await sdk().incomingPhoneNumbers(bought.sid).update({ smsUrl, smsMethod: 'POST' });
    const [one] = await sdk().incomingPhoneNumbers.list({ phoneNumber: number });
    expect(one).toMatchObject({ smsUrl });
    expect(await sdk().incomingPhoneNumbers(bought.sid).remove()).toBe(true);
    expect(operator.has(number)).toBe(false);
  });

  it('have no list of mobile numbers in the US', async () => {
    await expect(sdk().availablePhoneNumbers('US').mobile.list()).rejects.toMatchObject({
      status: 404,
      code: 20404,
    });
  });

  it('refuse a second order in the words of the API', async () => {
    await expect(
      sdk().incomingPhoneNumbers.create({ phoneNumber: '+13125552999' }),
    ).rejects.toMatchObject({ status: 400, code: 21422 });
  });
});
