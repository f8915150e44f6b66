import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type Item,
  handset,
  sender,
  folder,
  zip,
  type Ending,
  service,
  platform,
  runtime,
  startApp,
  startRun,
  stopApp,
  run,
  create,
  search,
  inAnHour,
  authData,
  failure,
  said,
  turnOn,
  instead,
} from './zapierApp.ts';
import { until } from '../../service/harness/until.ts';
import { contract } from '@textloom/shared/contract';
import { flatKeys, listDifferences, rules, type Definition } from '../../zapier/rules.ts';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { readZip } from './unzip.ts';
import { readCoverage } from './readCoverage.ts';
import { describeEngagement } from './zapierEngagement.suite.ts';
import { describeMedia } from './zapierMedia.suite.ts';
import { describeTriggers } from './zapierTriggers.suite.ts';
import { describeSending } from './zapierSending.suite.ts';
import { describeWaits } from './zapierWaits.suite.ts';
import { describeRecords } from './zapierRecords.suite.ts';
import { bundleZapier } from '../../../connectors/zapier/bundle.ts';
import type { Respond } from '../../../scripts/programs/startServer.ts';

beforeAll(startApp);
afterAll(stopApp);

const definitionOfZip = async () =>
  (await runtime.answer({ command: 'definition', ...platform.context })).results as Definition;

describe('the zip', () => {
  it('is small, and contains neither links nor development files', async () => {
    expect((await stat(zip)).size).toBeLessThan(750 * 1024);
    const entries = await readZip(zip);
    expect(entries.filter((entry) => entry.isSymbolicLink)).toEqual([]);
    const ours = entries
      .map(({ name }) => name)
      .filter((name) => !name.startsWith('node_modules/'));
    expect(ours.sort()).toEqual([
      'definition.json',
      'dist/index.js',
      'package.json',
      'zapierwrapper.js',
    ]);
  });

  it('shows Zapier the committed definition', async () => {
    const golden = join(import.meta.dirname, '../../zapier/golden/definition.json');
    const committed: unknown = JSON.parse(await readFile(golden, 'utf8'));
    expect(await definitionOfZip()).toEqual(committed);
    const inside = await readFile(join(folder, 'app/definition.json'), 'utf8');
    expect(JSON.parse(inside)).toEqual(committed);
  });

  it('is valid', async () => {
    const { results } = await runtime.answer({ command: 'validate', ...platform.context });
    expect(results).toEqual([]);
  });
});

describe('a connection', () => {
  it('is tested with a request for the account of the key, which becomes its label', async () => {
    expect(await run('authentication.test')).toMatchObject({ name: 'My account' });
    const untidy = { base_url: ` ${service.baseUrl}// `, api_key: ` ${service.apiKey}\n` };
    expect(await run('authentication.test', { authData: untidy })).toMatchObject({
      name: 'My account',
    });
  });

  it('shows the host of the service and the scope of the key in its label', async () => {
    const { host } = new URL(service.baseUrl);
    expect(await run('authentication.test')).toMatchObject({ host, scope: 'admin' });
  });

  it('with an invalid key gets an error', async () => {
    const error = await failure(
      run('authentication.test', { authData: { ...authData(), api_key: 'wrong' } }),
    );
    expect(error).toMatchObject({ name: 'ExpiredAuthError' });
    expect(error.message).toBe(
      'The API key is not valid. Reconnect the account with a valid API key.',
    );
  });

  it('with a key that no header can carry gets an error immediately', async () => {
    const error = await failure(
      run('authentication.test', { authData: { ...authData(), api_key: 'tl_“key”' } }),
    );
    expect(said(error)).toMatch(/^API Key: the key contains /);
  });

  it.each([
    [403, 'A proxy or firewall in front of the service refused the request'],
    [413, 'The body is too large'],
    [502, 'The service is temporarily unavailable'],
  ])('behind a proxy that responds with %s gets words for it', async (status, words) => {
    const proxy: Respond = (_request, response) =>
      response.writeHead(status, { 'content-type': 'text/html' }).end('<h1>Sorry</h1>');
    const error = await instead(proxy, (auth) =>
      failure(
        run('authentication.test', {
          authData: { ...auth, base_url: `${String(auth.base_url)}/v1` },
        }),
      ),
    );
    expect(said(error)).toMatch(new RegExp(`^${words}\\.`));
  });

  it.each([
    ['api.textloom.example', 'enter a URL that starts with'],
    ['https://api.textloom.example', 'ends with `/v1`'],
    ['ftp://api.textloom.example/v1', 'enter a URL that starts with'],
  ])('with the base URL %s gets an error immediately', async (base_url, words) => {
    const error = await failure(
      run('authentication.test', { authData: { ...authData(), base_url } }),
    );
    expect(said(error)).toContain(words);
  });

  it('with another path of the service gets the advice to check the base URL', async () => {
    const base_url = new URL('/api/v1', service.baseUrl).href;
    const error = await failure(
      run('authentication.test', { authData: { ...authData(), base_url } }),
    );
    expect(said(error)).toMatch(/^Nothing exists at this URL\. Check the Base URL/);
  });
});

describeTriggers();

const engagement: Record<string, Item | undefined> = {};
describeEngagement(engagement);

describe('the output of a step', () => {
  it('has the names and the types of its sample and its fields, both live and in the editor', async () => {
    const definition = await definitionOfZip();
    const past = async (trigger: string) =>
      ((await run(`triggers.${trigger}.operation.performList`)) as Item[])[0];
    const waited = async (ending: Ending) => {
      const run = startRun(ending, { to: '+12025550150', text: 'Hi' });
      await run.perform();
      return run.resume();
    };
    const phone = '+12025550111';
    const list = await service.client.list.create({ name: 'Live' });
    await service.client.contact.upsert({ phone: '+12025550112', lists: [list.id] });
    const later = { to: handset, text: 'Later', send_at: inAnHour() };
    const results: Record<string, Item | undefined> = {
      ...engagement,
      incoming_sms: await past('incoming_sms'),
      message_status_changed: await past('message_status_changed'),
      new_contact: await past('new_contact'),
      contact_added_to_list: await past('contact_added_to_list'),
      contact_opted_out_or_in: await past('contact_opted_out_or_in'),
      registration_decided: await past('registration_decided'),
      send_message: await create('send_message', { to: handset, text: 'Hi' }),
      send_message_and_wait_for_delivery: await waited('delivery'),
      send_message_and_wait_for_reply: await waited('reply'),
      send_messages: await create('send_messages', {
        messages: [{ to: handset, text: 'Hi' }, { to: 'Jane' }],
      }),
      add_contact: await create('add_contact', { phone }),
      update_contact: await create('update_contact', { id: phone, first_name: 'Ada' }),
      import_contacts: await create('import_contacts', {
        contacts: [{ phone: '+12025550119' }, { phone: '1' }],
        list_id: list.id,
      }),
      add_contact_to_list: await create('add_contact_to_list', { id: list.id, contact_id: phone }),
      remove_contact_from_list: await create('remove_contact_from_list', {
        id: list.id,
        contact_id: phone,
      }),
      cancel_message: await create('cancel_message', {
        id: (await create('send_message', later)).id,
      }),
      reschedule_message: await create('reschedule_message', {
        id: (await create('send_message', later)).id,
        send_at: later.send_at,
      }),
      create_list: await create('create_list', { name: 'Live' }),
      // The names in the headers and the body depend on the request, as in the metadata of a
      // message.
      api_request: {
        ...(await create('api_request', { method: 'GET', path: '/account' })),
        headers: {},
        body: {},
      },
      find_message: (await search('find_message', { reference: 'r-1' }))[0],
      find_contact: (await search('find_contact', { phone }))[0],
      find_list: (await search('find_list', { name: 'Live' }))[0],
      find_number: (await search('find_number', { phone }))[0],
      preview_message: (await search('preview_message', { to: handset, text: 'Hi' }))[0],
      find_report: (await search('find_report', { interval: 'day', group_by: 'status' }))[0],
    };
    for (const steps of [definition.triggers, definition.creates, definition.searches]) {
      for (const { key, display, operation } of Object.values(steps)) {
        if (display.hidden) continue;
        const names = [results[key]!, operation.sample!].map((one) => flatKeys(one));
        expect(listDifferences(names[0]!, names[1]!)).toEqual([]);
        operation.sample = results[key]!;
      }
    }
    for (const code of ['D023', 'D024', 'T004'])
      expect(rules[code]!.findings(definition)).toEqual([]);
  });
});

describeSending();
describeMedia();
describeWaits();
describeRecords();

describe("Zapier's log", () => {
  it('shows neither the API key nor the secret of a subscription', async () => {
    const zap = await turnOn('incoming_sms');
    await service.textFrom(handset, sender, 'For the log');
    await zap.receive(await until('a delivery arrives', () => zap.deliveries()[0]));
    await zap.turnOff();
    const log = await until('it is written', () => platform.log() || undefined);
    expect(log).toContain(contract.webhook.create.path);
    expect(log).not.toContain(service.apiKey);
    expect(log).not.toContain(zap.subscription.secret);
  });
});

describe('the sources of the app', () => {
  it('are covered by these tests', async () => {
    await runtime.stop();
    const ran = join(folder, 'app/dist/index.js');
    const again = join(folder, 'bundle/index.js');
    await bundleZapier(again);
    expect(await readFile(again, 'utf8')).toBe(await readFile(ran, 'utf8'));
    const { percent, missed } = await readCoverage(
      join(folder, 'coverage'),
      { ran, map: `${again}.map` },
      (source) => source.includes('connectors/zapier/src/'),
    );
    if (percent < 95)
      throw new Error(
        `Only ${percent.toFixed(1)} % of the lines ran. These did not:\n${missed.join('\n')}`,
      );
  });
});
