import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { contract, sampleOf } from '@textloom/shared/contract';
import { openReceiver, type Receiver } from '../../service/harness/receiver.ts';
import { until } from '../../service/harness/until.ts';
import { console, settle, useConsole, violationsOn } from './openConsole.ts';

/** Names the folder of the screenshots for the documentation. By default, the test takes none. */
const pictures =
  process.env.SCREENSHOTS === undefined
    ? undefined
    : join(import.meta.dirname, '../../../docs/screenshots/console');

/** Lists the pages that have a screenshot in every look. */
const pictured = new Set(['home', 'messages', 'message', 'contact', 'webhook', 'reports']);

const still = { reducedMotion: 'reduce', timezoneId: 'America/New_York' } as const;
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { ...still, colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  dark: { ...still, colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  narrow: { ...still, colorScheme: 'light', viewport: { width: 390, height: 844 } },
};

describe('the accessibility of the console: axe finds no violations', () => {
  useConsole();
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());

  const look = async (page: Page, name: string, { isKept = true } = {}) => {
    expect({ name, found: await violationsOn(page) }).toEqual({ name, found: [] });
    if (pictures && isKept) await page.screenshot({ path: join(pictures, `${name}.png`) });
  };

  it('on the sign-in page, even with an invalid key', async () => {
    const page = await console.openAt('', looks.light);
    await look(page, 'sign-in');
    await page.getByLabel('API key').fill('tl_admin_of_somebody_else');
    await page.keyboard.press('Enter');
    await page.getByText('This API key is not valid').waitFor();
    await look(page, 'sign-in-error');
  });

  it('on empty pages', async () => {
    const page = await console.open(undefined, looks.light);
    for (const place of [
      'home',
      'messages',
      'contacts',
      'lists',
      'registrations',
      'webhooks',
      'reports',
    ]) {
      await console.go(page, place);
      await look(page, `${place}-empty`);
    }
  });

  it('if the service is unreachable', async () => {
    const page = await console.open(undefined, looks.light);
    await settle(page);
    const failure = page.getByRole('alert').getByText('The service could not be reached');
    await page.route('**/v1/**', (route) => route.abort());
    await page.evaluate(`location.hash = '#/webhooks'`);
    await failure.waitFor();
    await look(page, 'webhooks-error');
    await page.evaluate(`location.hash = '#/messages/msg_1'`);
    await page.getByRole('heading', { name: 'Message', exact: true }).waitFor();
    await failure.waitFor();
    await look(page, 'message-error');
  });

  describe('on every page', () => {
    const places: Record<string, string> = {};
    beforeAll(async () => {
      Object.assign(places, await fill(receiver));
    });

    it.each(Object.keys(looks))('in the %s look', async (name) => {
      const page = await console.open(undefined, looks[name]);
      for (const [title, place] of Object.entries(places)) {
        await console.go(page, place);
        if (title === 'reports') await page.locator('.recharts-surface').first().waitFor();
        const isKept = name === 'light' || pictured.has(title);
        await look(page, `${title}-${name}`, { isKept });
      }
    });

    it.each(['light', 'dark'])('and in its dialogs in the %s look', async (name) => {
      const page = await console.open('keys', looks[name]);
      await page.getByRole('button', { name: 'New key' }).click();
      await page.getByRole('dialog').getByLabel('Name').fill(`Dialog ${name}`);
      const isKept = name === 'light';
      await look(page, `key-new-${name}`, { isKept });
      await page.keyboard.press('Enter');
      await page
        .getByRole('dialog', { name: 'New API key' })
        .getByText(/^tl_send_/)
        .waitFor();
      await page.getByRole('button', { name: 'I have copied it' }).click();
      await page.getByRole('button', { name: `Revoke Dialog ${name}` }).click();
      await page.getByRole('dialog').getByText('You cannot undo this').waitFor();
      await look(page, `key-revoke-${name}`, { isKept });
      await page.keyboard.press('Escape');
      await console.go(page, 'numbers');
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menu').waitFor();
      await look(page, `number-menu-${name}`, { isKept });
    });

    it('and in the navigation on a narrow screen', async () => {
      const page = await console.open('contacts', looks.narrow);
      await page.getByRole('button', { name: 'Open navigation' }).click();
      await page.getByRole('link', { name: 'Webhooks' }).waitFor();
      await look(page, 'navigation-narrow');
    });
  });

  it('unless an element breaks a rule', async () => {
    const page = await console.open('messages', looks.light);
    await page.evaluate(
      `document.querySelector('h1').insertAdjacentHTML('afterend', '<img src="x">')`,
    );
    expect(await violationsOn(page)).toContainEqual(expect.stringMatching(/^image-alt: /));
  });
});

/** Fills an account as after some days of work, and returns the places to look at. */
async function fill(receiver: Receiver): Promise<Record<string, string>> {
  const { client, textFrom } = console.service;
  const taking = receiver.hook();
  taking.response = (response) => response.end('{"received":true}');
  const broken = receiver.hook();
  broken.response = (response) => response.writeHead(500).end('{"error":"The database is down"}');
  await client.webhook.create({ url: taking.url, events: ['message.*'] });
  const webhook = await client.webhook.create({
    url: broken.url,
    events: ['message.undelivered', 'contact.opted_out'],
    filter: { purpose: ['notification', 'alert'] },
  });
  const list = await client.list.create({ name: 'Newsletter' });
  await client.list.create({ name: 'Beta testers' });
  const names = [
    'Ada Lovelace',
    'Grace Hopper',
    'Alan Turing',
    'Edsger Dijkstra',
    'Barbara Liskov',
  ];
  for (const [index, name] of names.entries()) {
    const [first_name, last_name] = name.split(' ');
    await client.contact.upsert({
      phone: `+1202555011${index}`,
      first_name,
      last_name,
      email: `${first_name!.toLowerCase()}@example.com`,
      lists: index % 2 === 0 ? [list.id] : [],
      attributes: { plan: index % 2 === 0 ? 'pro' : 'free' },
      consent: { source: 'Checkout form', at: '2026-01-02T10:00:00Z' },
    });
  }
  const texts = [
    'Your order 1042 has shipped. Track it at https://acme.example/t/1042',
    'Your table for two is booked for tonight, 7 pm',
    'Your code is 481 922',
    'We have received your return',
    'Dein Päckchen ist unterwegs',
  ];
  for (const [index, to] of ['10', '11', '20', '50', '07', '52', '13', '14', '53', '02'].entries())
    await client.message.send({
      to: `+120255501${to}`,
      text: texts[index % texts.length]!,
      reference: `order-${1040 + index}`,
      purpose: index % 5 === 2 ? 'otp' : 'notification',
    });
  const send_at = new Date(Date.now() + 86_400_000).toISOString();
  await client.message.send({ to: '+12025550112', text: 'See you tomorrow at ten', send_at });
  const [number] = (await client.number.list({})).data;
  await textFrom('+12025550110', number!.number, 'Thanks! Can you leave it with the neighbor?');
  await textFrom('+12025550113', number!.number, 'STOP');
  const available = await client.number.available({ country: 'US', area_code: '212' });
  await client.number.provision({ number: available.data[0]!.number, messages_per_second: 20 });
  const registration = await client.registration.submit({
    ...sampleOf(contract.registration.submit.input),
    number_ids: [number!.id],
  });
  await client.key.create({ name: 'Order workflow', scope: 'send' });
  await client.key.create({ name: 'Dashboard', scope: 'read' });
  const lost = await until(
    'the message is not delivered and its webhook has responded',
    async () => {
      const [message] = (await client.message.list({ status: 'undelivered' })).data;
      const { data } = await client.webhook.deliveries({ id: webhook.id });
      return data.length > 0 && message;
    },
  );
  await until(
    'the contact has opted out',
    async () => (await client.contact.get({ id: '+12025550113' })).status === 'opted_out',
  );
  const contact = await client.contact.get({ id: '+12025550110' });
  return {
    home: 'home',
    handsets: 'handsets',
    messages: 'messages',
    message: `messages/${lost.id}`,
    'message-new': 'messages/new?to=%2B12025550110',
    contacts: 'contacts',
    contact: `contacts/${contact.id}`,
    'contact-new': 'contacts/new',
    import: 'contacts/import',
    lists: 'lists',
    list: `lists/${list.id}`,
    numbers: 'numbers',
    'number-new': 'numbers/new',
    registrations: 'registrations',
    registration: `registrations/${registration.id}`,
    'registration-new': 'registrations/new',
    webhooks: 'webhooks',
    webhook: `webhooks/${webhook.id}`,
    'webhook-new': 'webhooks/new',
    'webhook-edit': `webhooks/${webhook.id}?edit=yes`,
    reports: 'reports',
    keys: 'keys',
    audit: 'audit',
  };
}
