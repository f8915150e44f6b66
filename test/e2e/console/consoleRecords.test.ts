import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openReceiver, type Hook, type Receiver } from '../../service/harness/receiver.ts';
import { until } from '../../service/harness/until.ts';
import { box, button, client, console, said, useConsole, violationsOn } from './openConsole.ts';

describe('the contacts and webhooks of the console in a real browser', () => {
  useConsole();
  let receiver: Receiver;
  let number: string;
  let second: string;
  beforeAll(async () => {
    receiver = await openReceiver();
    number = (await client().number.list({})).data[0]!.number;
    const { data } = await client().number.available({ country: 'US', area_code: '212' });
    second = data[0]!.number;
    await client().number.provision({ number: second });
  });
  afterAll(() => receiver.close());

  const looks = [
    { colorScheme: 'light', viewport: { width: 1280, height: 900 } },
    { colorScheme: 'dark', viewport: { width: 1280, height: 900 } },
    { colorScheme: 'light', viewport: { width: 400, height: 900 } },
  ] as const;
  const expectAccessible = async (page: Page) => {
    for (const { colorScheme, viewport } of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      expect(await violationsOn(page)).toEqual([]);
    }
    await page.setViewportSize(looks[0].viewport);
  };

  describe('a webhook that joins quick texts', () => {
    let hook: Hook;
    beforeAll(() => {
      hook = receiver.hook();
    });
    const seconds = (page: Page) => page.getByLabel('Join quick texts (seconds)');
    const event = (page: Page, name: string) => page.getByRole('checkbox', { name, exact: true });
    const saved = async () => (await client().webhook.list({})).data[0]!;
    const edit = async () => {
      const page = await console.open(`webhooks/${(await saved()).id}?edit=yes`);
      await button(page, 'Save webhook').waitFor();
      return page;
    };
    const save = async (page: Page) => {
      await button(page, 'Save webhook').click();
      await said(page, 'The webhook is saved');
    };

    it('is created with a valid time, and gets two texts as one event', async () => {
      const page = await console.open('webhooks/new');
      await page.getByLabel('URL').fill(hook.url);
      await seconds(page).waitFor();
      await event(page, 'Every event').uncheck();
      expect(await seconds(page).count()).toBe(0);
      await event(page, 'Message received').check();
      await seconds(page).fill('61');
      await button(page, 'Create webhook').click();
      await seconds(page).and(page.locator('[aria-invalid=true]')).waitFor();
      await page.getByText('Must be 60 or less.').waitFor();
      await expectAccessible(page);
      await seconds(page).fill('10');
      await button(page, 'Create webhook').click();
      await button(page, 'I have copied it').click();
      await page.getByText('Joined until no new one comes for 10 seconds').waitFor();
      await expectAccessible(page);
      expect(await saved()).toMatchObject({ events: ['message.received'], burst_seconds: 10 });

      await console.service.textFrom('+12025550120', number, 'hi');
      await console.service.textFrom('+12025550120', number, 'open?');
      await until('the texts are delivered', async () => hook.deliveries.length > 0);
      expect(hook.deliveries.map(({ event: { data } }) => data)).toMatchObject([
        { text: 'hi\nopen?' },
      ]);
    });

    it('keeps the time if other fields change, and forgets it without received texts', async () => {
      const page = await edit();
      expect(await seconds(page).inputValue()).toBe('10');
      await event(page, 'Message sent').check();
      await save(page);
      expect(await saved()).toMatchObject({
        events: ['message.received', 'message.sent'],
        burst_seconds: 10,
      });
      const again = await edit();
      await event(again, 'Message received').uncheck();
      expect(await seconds(again).count()).toBe(0);
      await save(again);
      expect(await saved()).toMatchObject({ events: ['message.sent'], burst_seconds: null });
      expect(await again.getByText('Quick texts').count()).toBe(0);
    });

    it('gets a time later, and no time if its field is empty', async () => {
      const page = await edit();
      await event(page, 'Every message event').check();
      await seconds(page).fill('1');
      await save(page);
      await page.getByText('Joined until no new one comes for 1 second', { exact: true }).waitFor();
      expect(await saved()).toMatchObject({ events: ['message.*'], burst_seconds: 1 });
      const again = await edit();
      await seconds(again).fill('');
      await save(again);
      expect(await saved()).toMatchObject({ events: ['message.*'], burst_seconds: null });
    });
  });

  describe('a pending contact', () => {
    const phone = '+12025550110';
    let place: string;
    beforeAll(async () => {
      const { id } = await client().contact.upsert({ phone, first_name: 'Ada', status: 'pending' });
      place = `contacts/${id}`;
    });
    const ask = async (page: Page) => {
      await button(page, 'Send confirmation request').click();
      return page.getByRole('dialog', { name: 'Send a confirmation request?' });
    };

    it('gets a confirmation request from the chosen number, and subscribes with YES', async () => {
      const page = await console.open(place);
      const dialog = await ask(page);
      await dialog.getByText(/The service texts \+1 202-555-0110/).waitFor();
      await dialog.getByLabel('From').selectOption(second);
      await expectAccessible(page);
      await button(page, 'Send request').click();
      await said(page, 'Sent. The contact becomes subscribed when they reply YES.');
      await dialog.waitFor({ state: 'detached' });
      await page.getByText('Confirmation requested').waitFor();
      await expectAccessible(page);
      const received = () => console.service.textsOn(phone);
      await until('the request arrives', async () => (await received()).length > 0);
      expect(await received()).toMatchObject([
        { from: second, text: expect.stringContaining('YES') },
      ]);

      await console.service.textFrom(phone, second, 'YES');
      await until(
        'the contact is subscribed',
        async () => (await client().contact.get({ id: phone })).status === 'subscribed',
      );
      await page.reload();
      await page.getByText('Subscribed', { exact: true }).first().waitFor();
      expect(await button(page, 'Send confirmation request').count()).toBe(0);
      expect(await page.getByText('Confirmation requested').count()).toBe(0);
    });

    it('gets a request at most once a day, and the dialog says when the next one can go', async () => {
      await client().contact.update({ id: phone, status: 'pending' });
      const page = await console.open(place);
      await page.getByText('Confirmation requested').waitFor();
      const dialog = await ask(page);
      await button(page, 'Send request').click();
      const problem = dialog.getByRole('alert');
      await problem.getByText(/You can send the next one at or after .*:\d\d (AM|PM)$/).waitFor();
      await problem.getByText('Reload the page to see the current status.').waitFor();
      await expectAccessible(page);
      const requests = await client().consent.list({ phone, action: 'confirmation_requested' });
      expect(requests.data).toHaveLength(1);
    });

    it('has no button for a key that can only read', async () => {
      const { key } = await client().key.create({ name: 'Reader', scope: 'read' });
      const page = await console.openAt(`#key=${key}`);
      await page.getByRole('navigation').waitFor({ state: 'attached' });
      await console.go(page, place);
      await page.getByText('Confirmation requested').waitFor();
      expect(await button(page, 'Send confirmation request').count()).toBe(0);
    });
  });

  it('shows all details of a contact and of the settings to a key that can only read', async () => {
    const { id: list } = await client().list.create({ name: 'Readers' });
    const { id } = await client().contact.upsert({
      phone: '+12025550119',
      email: 'ada@example.com',
      external_id: 'crm-42',
      time_zone: 'Europe/Berlin',
      lists: [list],
      attributes: { plan: 'gold', Email: 'second@example.com' },
    });
    const { key } = await client().key.create({ name: 'Reader', scope: 'read' });
    const page = await console.openAt(`#key=${key}`);
    await page.getByRole('navigation').waitFor({ state: 'attached' });
    await console.go(page, `contacts/${id}`);
    for (const detail of [
      'ada@example.com',
      'crm-42',
      'Europe/Berlin',
      'Readers',
      'gold',
      'second@example.com',
    ])
      await page.getByRole('definition').filter({ hasText: detail }).waitFor();
    await console.go(page, 'settings');
    await box(page, 'Name').waitFor();
    const opacity = `getComputedStyle(document.querySelector('fieldset:disabled input')).opacity`;
    expect(await page.evaluate(opacity)).toBe('1');
  });

  it('says which numbers a contact has opted out of', async () => {
    const [number] = (await client().number.list({})).data;
    const phone = '+12025550120';
    await client().contact.import({ csv: `phone,opted_out_numbers\n${phone},${number!.number}` });
    const { id } = await client().contact.get({ id: phone });
    const page = await console.open(`contacts/${id}`);
    await page.getByText('Opted out of', { exact: true }).waitFor();
  });

  it('shows each detail of a message once when another detail leaves', async () => {
    const { id } = await client().message.send({
      to: '+12025550121',
      text: 'Tomorrow',
      send_at: new Date(Date.now() + 3_600_000).toISOString(),
      ttl: 3600,
      reference: 'order-42',
      metadata: { Country: 'Mars', Reference: 'second' },
    });
    const page = await console.open(`messages/${id}`);
    const details = page.getByRole('term');
    await details.getByText('Expires').waitFor();
    await client().message.cancel({ id });
    await details.getByText('Expires').waitFor({ state: 'detached' });
    expect((await details.allInnerTexts()).filter((name) => name === 'Reference')).toHaveLength(2);
  });

  it('saves a contact whose consent the user started to enter and emptied again', async () => {
    const phone = '+12025550118';
    const { id } = await client().contact.upsert({ phone, first_name: 'Alan' });
    const page = await console.open(`contacts/${id}`);
    const consent = page.getByRole('group', { name: 'Consent' });
    await consent.getByLabel('Source').fill('x');
    await consent.getByLabel('Source').fill('');
    await page.getByLabel('First name').fill('Ada');
    await button(page, 'Save changes').click();
    await said(page, 'The contact is saved');
    expect(await client().contact.get({ id })).toMatchObject({ first_name: 'Ada', consent: null });
  });

  it('redelivers the events that a webhook missed while it was disabled', async () => {
    const hook = receiver.hook();
    const { id } = await client().webhook.create({
      url: hook.url,
      events: ['contact.created'],
    });
    await client().webhook.update({ id, status: 'disabled' });
    await client().contact.upsert({ phone: '+12025550153' });
    const page = await console.open(`webhooks/${id}`);
    await page.getByText('Then you can redeliver the events').waitFor();
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('switch').click();
    await button(page, 'Redeliver missed events').click();
    const dialog = page.getByRole('dialog', { name: 'Redeliver missed events' });
    await expectAccessible(page);
    const redeliver = dialog.getByRole('button', { name: 'Redeliver', exact: true });
    await dialog.getByLabel('Created before').fill('2020-01-01T00:00');
    await redeliver.click();
    await said(page, 'The webhook has missed no events of this time');
    await button(page, 'Redeliver missed events').click();
    await redeliver.click();
    // The webhook has also missed the contacts of other tests.
    await said(page, /The webhook gets \d+ events? now/);
    await until('the contact has arrived', () =>
      hook.deliveries.some(({ body }) => body.includes('+12025550153')),
    );
    const table = page.getByRole('table', { name: 'Deliveries' });
    await table.getByText('Contact created').first().waitFor();
  });

  it('redelivers an event of a message to one webhook', async () => {
    const [hook, other] = [receiver.hook(), receiver.hook()];
    for (const { url } of [hook, other])
      await client().webhook.create({ url, events: ['message.delivered'] });
    const { id } = await client().message.send({ to: '+12025550154', text: 'Hi' });
    const page = await console.open(`messages/${id}`);
    const delivery = page.getByRole('listitem').filter({ hasText: hook.url }).last();
    await delivery.getByRole('button', { name: 'Redeliver' }).click();
    await said(page, 'The event is on its way to 1 webhook');
    const count = ({ deliveries }: Hook) =>
      deliveries.filter(({ body }) => body.includes(id)).length;
    await until('the webhook has the event twice', () => count(hook) === 2);
    expect(count(other)).toBe(1);
  });

  it('keeps the edits of a contact that somebody else changes meanwhile', async () => {
    const phone = '+12025550151';
    const { id } = await client().contact.upsert({ phone, last_name: 'Lee' });
    const page = await console.open(`contacts/${id}`);
    await page.getByLabel('First Name').fill('Ada');
    await client().contact.update({ id, last_name: 'King' });
    await page.reload();
    const button = (name: string) => page.getByRole('button', { name, exact: true });
    await button('Discard changes').waitFor();
    expect(await page.getByLabel('First Name').inputValue()).toBe('Ada');
    expect(await page.getByLabel('Last Name').inputValue()).toBe('King');
    await button('Save changes').click();
    await page.getByText('The contact is saved').waitFor();
    expect(await client().contact.get({ id })).toMatchObject({
      first_name: 'Ada',
      last_name: 'King',
    });
  });

  it('discards attributes, too', async () => {
    const { id } = await client().contact.upsert({
      phone: '+12025550152',
      attributes: { plan: 'pro' },
    });
    const page = await console.open(`contacts/${id}`);
    await page.getByLabel('Value 1').fill('free');
    await page.getByRole('button', { name: 'Discard changes' }).click();
    expect(await page.getByLabel('Value 1').inputValue()).toBe('pro');
  });

  it('erases everything about a person from the page of the contact', async () => {
    const phone = '+12025550119';
    const { id } = await client().contact.upsert({ phone, first_name: 'Grace' });
    await client().message.send({ to: phone, text: 'Your results are ready' });
    await console.service.textsOn(phone);
    const page = await console.open(`contacts/${id}`);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await button(page, 'Delete').click();
    const dialog = page.getByRole('dialog', { name: 'Delete Grace?' });
    await dialog.getByText('keeps the messages').waitFor();
    await dialog.getByLabel('Also erase the messages and all other data of this person').check();
    await dialog.getByText('This deletes everything about the person permanently').waitFor();
    await expectAccessible(page);
    await button(page, 'Erase person').click();
    await said(page, 'The service is erasing the person');
    await until(
      'nothing is left',
      async () => (await client().erasure.list({})).data[0]?.status === 'completed',
    );
    expect((await client().message.list({ to: phone })).data).toEqual([]);
  });
});
