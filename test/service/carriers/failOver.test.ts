import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFolder } from '../harness/database.ts';
import { openHarness, type Account, type Harness } from '../harness/harness.ts';
import { openSmsc, type Plan, type Smsc } from './smpp/smsc.ts';
import { until } from '../harness/until.ts';
import { publicUrl } from './describeCarrier.ts';
import { httpDialect } from './providers/httpDialect.ts';
import { openProvider, type ProviderEmulator } from './providerEmulator.ts';
import { openSwitchedProvider, type SwitchedProvider } from './switchedProvider.ts';

describe('fail-over to a second carrier', () => {
  let main: SwitchedProvider;
  let backup: ProviderEmulator;
  let smsc: Smsc;
  let smscPort: number;
  let plan: Plan = {};
  let harness: Harness;
  let account: Account;
  beforeAll(async () => {
    [main, backup, smsc] = await Promise.all([
      openSwitchedProvider(httpDialect),
      // A busy machine can refuse a first receipt.
      openProvider(httpDialect, { repeatsCallbacks: true }),
      openSmsc({ plan: () => plan }),
    ]);
    smscPort = smsc.port;
    // The number of every account in these tests.
    const numbers = Array.from(
      { length: 100 },
      (_, at) => `+1202555${String(at).padStart(4, '0')}`,
    );
    harness = await openHarness(openFolder, {
      PUBLIC_URL: publicUrl,
      CARRIERS: JSON.stringify([
        { ...backup.settings, type: 'http', name: 'backup', numbers, routes: { priority: 2 } },
        {
          ...main.settings,
          type: 'http',
          name: 'main',
          numbers,
          probe_url: `${String(main.settings.base_url)}/probe`,
          routes: { priority: 1 },
        },
        {
          ...{ type: 'smpp', name: 'link', host: '127.0.0.1', port: smscPort, numbers },
          ...{
            system_id: 'textloom',
            response_timeout: 3,
            routes: { prefixes: ['+49'], priority: 1 },
          },
        },
      ]),
    });
    account = harness.account();
    main.emulator.connect({ url: harness.url, publicUrl, name: 'main' }, account);
    backup.connect({ url: harness.url, publicUrl, name: 'backup' }, account);
  });
  afterAll(async () => {
    await harness.close();
    await Promise.all([main.close(), backup.close(), smsc.close()]);
  });
  afterEach(() => expect(harness.faults.splice(0)).toEqual([]));

  let phones = 0;
  const newPhone = (prefix = '+1312') => `${prefix}${5_550_000 + ++phones}`;
  const send = async (to = newPhone()) => {
    const { id } = await account.client.message.send({ to, text: 'Hello' });
    return { id, to };
  };
  const takers = (to: string) => [
    ...main.emulator.taken().flatMap((one) => (one.to === to ? ['main'] : [])),
    ...backup.taken().flatMap((one) => (one.to === to ? ['backup'] : [])),
    ...smsc.submits.flatMap((one) => (`+${one.to}` === to && one.status === 0 ? ['link'] : [])),
  ];
  const readTaker = async (prefix?: string) => {
    const { id, to } = await send(newPhone(prefix));
    await account.reaches(id, 'delivered');
    return takers(to);
  };
  const readAttempts = async (id: string) => {
    const { data } = await account.client.message.attempts({ id });
    return data.map(({ carrier, result, carrier_code, count }) => [
      carrier,
      result,
      carrier_code,
      count >= 1,
    ]);
  };

  it('moves a message on if the first carrier cannot be reached, and returns automatically', async () => {
    expect(await readTaker()).toEqual(['main']);
    await main.turn('refusing');
    const { id, to } = await send();
    await account.reaches(id, 'delivered');
    expect(takers(to)).toEqual(['backup']);
    expect(await readAttempts(id)).toEqual([
      ['backup', 'accepted', null, true],
      ['main', 'unreachable', null, true],
    ]);
    expect(await readTaker()).toEqual(['backup']);
    await main.turn('up');
    await until('the first carrier is back', async () => (await readTaker())[0] === 'main');
  });

  it('never moves a message on whose result is unknown', async () => {
    await main.turn('broken');
    const { id, to } = await send();
    await account.reaches(id, 'sent');
    expect(await readAttempts(id)).toEqual([['main', 'no_response', null, true]]);
    expect(await readTaker()).toEqual(['backup']);
    const probes = main.probes();
    await until('probes ask the first carrier', () => main.probes() > probes);
    expect(takers(to)).toEqual([]);
    await main.turn('up');
    await until('the first carrier is back', async () => (await readTaker())[0] === 'main');
    expect(takers(to)).toEqual([]);
    expect((await account.client.message.get({ id })).status).toBe('sent');
  });

  it.each<[string, Plan]>([
    ['responds to no submit', { status: null }],
    ['has an error for every submit', { status: 0x08 }],
  ])('moves messages on if an SMPP carrier keeps its link but %s', async (_, broken) => {
    await until('the link is there', () => smsc.links() > 0);
    plan = broken;
    const from = smsc.submits.length;
    const sent: string[] = [];
    await until('the other carrier gets the messages', async () => {
      sent.push((await send(newPhone('+4930'))).to);
      await sleep(200);
      return sent.some((to) => takers(to).includes('main'));
    });
    // Without a response, it is unknown whether the carrier has a message.
    const unknown = smsc.submits.slice(from).filter(({ status }) => status === null);
    expect(unknown.flatMap(({ to }) => takers(`+${to}`))).toEqual([]);
    plan = {};
    await until('the link works', async () => (await readTaker('+4930'))[0] === 'link');
  });

  it('follows the link of an SMPP carrier', async () => {
    await until('the link is there', () => smsc.links() > 0);
    expect(await readTaker('+4930')).toEqual(['link']);
    await smsc.close();
    expect(await readTaker('+4930')).toEqual(['main']);
    smsc = await openSmsc({ port: smscPort, plan: () => plan });
    await until('the link is back', async () => (await readTaker('+4930'))[0] === 'link');
  });

  it('costs nothing and shows no attempts while the first carrier accepts messages', async () => {
    const { id } = await send();
    await account.reaches(id, 'delivered');
    expect(await readAttempts(id)).toEqual([]);
  });

  it('shows attempts only to the account of the message', async () => {
    const { id } = await send();
    const { status } = await harness.account().json('GET', `/messages/${id}/attempts`);
    expect(status).toBe(404);
  });
});
