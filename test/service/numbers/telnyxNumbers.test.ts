import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import Telnyx from 'telnyx';
import { openProvider, type ProviderEmulator } from '../carriers/providerEmulator.ts';
import { apiKey, profileId, telnyxDialect } from '../carriers/providers/telnyxDialect.ts';
import { describeNumbers } from './describeNumbers.ts';
import { openOperator } from './operator.ts';
import { telnyxWire } from './telnyxWire.ts';

describeNumbers('telnyx', telnyxDialect, telnyxWire, {
  ownReceiver: new RegExp(`^${profileId}$`),
  refusal: '85001',
});

describe('the emulated numbers of Telnyx', () => {
  const operator = openOperator(telnyxDialect, telnyxWire);
  let emulator: ProviderEmulator;
  beforeAll(async () => {
    emulator = await openProvider(operator.dialect);
  });
  afterAll(() => emulator.close());

  const sdk = () => new Telnyx({ apiKey, maxRetries: 0, baseURL: `${emulator.url}/v2` });

  it('give the SDK what it expects, from the search to the release', async () => {
    for (let count = 0; count < 101; count++) operator.add(`+1415555${2_000 + count}`);
    const number = '+13125552671';
    operator.sell(number, '+18005550142');
    const { data: found } = await sdk().availablePhoneNumbers.list({
      filter: {
        country_code: 'US',
        national_destination_code: '312',
        phone_number_type: 'local',
        features: ['sms'],
      },
    });
    expect(found).toMatchObject([{ phone_number: number }]);
    const { data: order } = await sdk().numberOrders.create({
      phone_numbers: [{ phone_number: number }],
    });
    expect(order).toMatchObject({ status: 'pending', phone_numbers: [{ phone_number: number }] });
    const owned = [];
    for await (const one of sdk().phoneNumbers.list()) owned.push(one.phone_number);
    expect(owned).toHaveLength(102);
    const { data: listed } = await sdk().phoneNumbers.list({ filter: { phone_number: number } });
    const { id } = listed[0]!;
    await sdk().phoneNumbers.messaging.update(id, { messaging_profile_id: profileId });
    expect(operator.owned().at(-1)).toMatchObject({ number, receiver: profileId });
    await sdk().phoneNumbers.delete(id);
    expect(operator.has(number)).toBe(false);
  });

  it('refuse a second order in the words of the API', async () => {
    await expect(
      sdk().numberOrders.create({ phone_numbers: [{ phone_number: '+13125552999' }] }),
    ).rejects.toMatchObject({ status: 422 });
  });
});
