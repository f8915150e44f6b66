import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Locator } from 'playwright-core';
import { until } from '../../service/harness/until.ts';
import { openReceiver, type Hook, type Receiver } from '../../service/harness/receiver.ts';
import {
  box,
  button,
  client,
  console,
  heading,
  row,
  said,
  settle,
  useConsole,
} from './openConsole.ts';

describe('the pages of the console in a real browser', () => {
  useConsole();
  let receiver: Receiver;
  let hook: Hook;
  beforeAll(async () => {
    receiver = await openReceiver();
    hook = receiver.hook();
  });
  afterAll(() => receiver.close());

  it('adds a contact, changes it, reports its errors, and deletes it', async () => {
    const page = await console.open('contacts');
    await page.getByText('No contacts yet').waitFor();
    await page.getByRole('link', { name: 'New contact' }).first().click();
    await page.getByLabel('Phone').fill('Ada');
    await page.getByLabel('First name').fill('Ada');
    await button(page, 'Save contact').click();
    await page.getByText('Must be a phone number').waitFor();
    expect(await page.getByLabel('Phone').getAttribute('aria-invalid')).toBe('true');

    await page.getByLabel('Phone').fill('+1 202 555 0110');
    await button(page, 'Save contact').click();
    await heading(page, 'Ada').waitFor();
    const { data } = await client().contact.list({});
    expect(data).toMatchObject([{ phone: '+12025550110', first_name: 'Ada' }]);

    await page.getByLabel('Last name').fill('Lovelace');
    await page.getByLabel('Status').selectOption('opted_out');
    await button(page, 'Save changes').click();
    await heading(page, 'Ada Lovelace').waitFor();
    expect(await client().contact.get({ id: data[0]!.id })).toMatchObject({ status: 'opted_out' });

    const email = page.getByLabel('Email');
    for (const address of ['ada@example.com', '']) {
      await email.fill(address);
      await button(page, 'Save changes').click();
      await said(page, 'The contact is saved');
      // The notice may still be that of the last change.
      const isSaved = async () =>
        (await client().contact.get({ id: data[0]!.id })).email === (address || null);
      await until('the address is saved', isSaved);
    }

    await button(page, 'Delete').click();
    await page.getByText('The opt-out of +1 202-555-0110 stays active.').waitFor();
    await button(page, 'Delete contact').click();
    await said(page, 'The contact is deleted');
    expect((await client().contact.list({})).data).toEqual([]);
  });

  it('imports a long file in parts, and lists the refused rows', async () => {
    const list = await client().list.create({ name: 'Newsletter' });
    const page = await console.open(`contacts/import?list=${list.id}`);
    const good = Array.from(
      { length: 1_100 },
      (_, n) => `+1202${String(5_560_000 + n)},"Name\n${n}"`,
    );
    const rows = [...good.slice(0, 700), 'nobody,Nobody', ...good.slice(700)];
    await page.locator('input[type=file]').setInputFiles({
      name: 'contacts.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(['phone,first_name', ...rows].join('\n')),
    });
    await button(page, 'Import contacts').click();
    await page.getByRole('heading', { name: 'Imported' }).waitFor();
    await page.getByText('1,100', { exact: true }).waitFor();
    // Every valid row takes two lines.
    await row(page, /1,402.*phone.*Must be a phone number.*nobody,Nobody/).waitFor();
    expect(await client().list.get({ id: list.id })).toMatchObject({ size: 1_100 });

    const download = page.waitForEvent('download');
    await button(page, 'Download rows').click();
    const chunks: Buffer[] = [];
    for await (const chunk of await (await download).createReadStream())
      chunks.push(chunk as Buffer);
    expect(Buffer.concat(chunks).toString()).toBe('\uFEFFphone,first_name\nnobody,Nobody\n');
  });

  it('explains why it cannot import a file without phone numbers', async () => {
    const page = await console.open('contacts/import');
    await button(page, 'Import contacts').click();
    await page.getByText('Choose a file first.').waitFor();
    const choose = (content: string) =>
      page.locator('input[type=file]').setInputFiles({
        name: 'names.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(content),
      });
    const explanation = page.getByText(/^Needs a column of phone numbers/);
    await choose('name\nAda\n');
    await button(page, 'Import contacts').click();
    await explanation.waitFor();
    await choose('name,phone\nAda,+12025550119\n');
    await explanation.waitFor({ state: 'detached' });
    await button(page, 'Import contacts').click();
    await page.getByRole('heading', { name: 'Imported' }).waitFor();
  });

  it('manages lists', async () => {
    const page = await console.open('lists');
    await button(page, 'New list').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Beta testers');
    await page.keyboard.press('Enter');
    await heading(page, 'Beta testers').waitFor();
    await page.getByLabel('Add a contact').fill('+12025550111');
    await page.keyboard.press('Enter');
    await row(page, /202-555-0111/).waitFor();
    await button(page, 'Rename').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Testers');
    await page.keyboard.press('Enter');
    await heading(page, 'Testers').waitFor();
    await page.getByRole('button', { name: /^Remove/ }).click();
    await page.getByText('Nobody is on this list').waitFor();
    await button(page, 'Delete').click();
    await button(page, 'Delete list').click();
    await heading(page, 'Lists').waitFor();
    await page.getByText('Testers', { exact: true }).waitFor({ state: 'detached' });
  });

  it('creates a webhook, shows its secret once, and tests it', async () => {
    const page = await console.open('webhooks');
    await page.getByText('No webhooks yet').waitFor();
    await page.getByRole('link', { name: 'New webhook' }).first().click();
    await page.getByLabel('URL').fill('nowhere');
    await button(page, 'Create webhook').click();
    await page.getByText('Must be').first().waitFor();
    await page.getByLabel('URL').fill(hook.url);
    await page.getByLabel('Every event').uncheck();
    await page.getByRole('checkbox', { name: 'Every message event' }).check();
    expect(await page.getByLabel('Message sent').isDisabled()).toBe(true);
    await button(page, 'Create webhook').click();
    const dialog = page.getByRole('dialog', { name: 'Signing secret' });
    await dialog.getByText(/^whsec_/).waitFor();
    await button(page, 'I have copied it').click();
    await heading(page, hook.url.replace('http://', '')).waitFor();
    expect((await client().webhook.list({})).data).toMatchObject([{ events: ['message.*'] }]);

    hook.response = (response) => response.writeHead(200).end('Thanks');
    await button(page, 'Send a test').click();
    await row(page, /200.*Webhook test.*Thanks/).waitFor();

    await button(page, 'Rotate secret').click();
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click();
    const rotated = page.getByRole('dialog', { name: 'New signing secret' });
    await rotated.getByText(/The old secret also signs deliveries until/).waitFor();
    await button(page, 'I have copied it').click();

    await page.getByRole('switch').click();
    await page.getByText('Disabled by the account').waitFor();
    expect(await button(page, 'Send a test').isDisabled()).toBe(true);
    await page.getByRole('switch').click();
    await page.getByText('Nothing is delivered').waitFor({ state: 'detached' });
  });

  it('sends a text, follows it to the webhook, and redelivers its event', async () => {
    hook.response = (response) => response.writeHead(500).end('The database is down');
    const page = await console.open('messages/new');
    await box(page, 'To').fill('+12025550107');
    await box(page, 'Text').fill('Grüße 👋');
    await page.getByText('UCS-2').waitFor();
    await button(page, 'Send text').click();
    await heading(page, 'To +1 202-555-0107').waitFor();
    await page.getByText('Delivered', { exact: true }).first().waitFor();
    const steps = page.getByRole('region', { name: 'Timeline' }).locator('ol > li');
    await steps
      .filter({ hasText: 'The carrier confirmed that the message reached the handset' })
      .waitFor();
    const last = steps.last();
    await last.getByText('500').first().waitFor();
    await last.getByText('The database is down').first().waitFor();
    await last.getByText('Next attempt').first().waitFor();

    hook.response = (response) => response.end('OK');
    const redeliver = () => last.getByRole('button', { name: 'Redeliver' }).click();
    const requests = '**/v1/events/*/redeliver';
    const keys: unknown[] = [];
    await page.route(requests, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await route.fetch();
      await route.abort();
    });
    await redeliver();
    await said(page, 'The service could not be reached');
    await last.getByText('200').first().waitFor();
    await page.unroute(requests);
    const request = page.waitForRequest(requests);
    await redeliver();
    // With the first key, the service would only repeat its response.
    expect(keys).not.toContain((await request).headers()['idempotency-key']);
    await said(page, 'The event is on its way to 1 webhook');
  });

  it('schedules a text and cancels it', async () => {
    const page = await console.open('messages/new');
    await box(page, 'To').fill('+12025550108');
    await box(page, 'Text').fill('See you tomorrow');
    await button(page, 'More options').click();
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16);
    await page.getByLabel('Send at').fill(tomorrow);
    await button(page, 'Schedule text').click();
    await page.getByText('Scheduled', { exact: true }).waitFor();
    await button(page, 'Cancel message').click();
    await said(page, 'The message is canceled');
    await page.getByText('The message was not sent.').waitFor();
  });

  it('explains before sending why a text cannot be sent, and shows the error at the field afterward', async () => {
    const page = await console.open('messages/new');
    await box(page, 'To').fill('Jane');
    await box(page, 'Text').fill('Hi');
    await page.getByText('This text would not be sent').waitFor();
    await button(page, 'Send text').click();
    await box(page, 'To').and(page.locator('[aria-invalid=true]:focus')).waitFor();
  });

  it('finds messages by filters, and keeps the filters in the URL', async () => {
    await client().message.send({ to: '+12025550109', text: 'By reference', reference: 'order-7' });
    const page = await console.open('messages');
    await button(page, 'More filters').click();
    await page.getByLabel('Reference').fill('order-7');
    await page.keyboard.press('Enter');
    await row(page, /By reference/).waitFor();
    await page.getByText('Grüße', { exact: false }).waitFor({ state: 'detached' });
    expect(page.url()).toContain('reference=order-7');
    await page.reload();
    await row(page, /By reference/).waitFor();
    await page.getByText('Reference: order-7').waitFor();
    await button(page, 'More filters').click();
    await box(page, 'To').fill('nobody at all');
    await page.keyboard.press('Enter');
    await page.getByText(/Must be a phone number/).waitFor();
    await page.getByText('A filter is not valid').waitFor();
    await button(page, 'Clear').click();
    await row(page, /Grüße/).waitFor();
  });

  it('provisions a number, makes it the default, sets its pace and releases it', async () => {
    const page = await console.open('numbers/new');
    await page.getByLabel('Area code').fill('212');
    await page.keyboard.press('Enter');
    const get = page.getByRole('button', { name: /^Get it.*212/ }).first();
    await get.click();
    await heading(page, 'Numbers').waitFor();
    const number = row(page, /\+1 212/);
    const act = async (item: string) => {
      await number.getByRole('button', { name: /^Actions for/ }).click();
      await page.getByRole('menuitem', { name: item }).click();
    };
    await act('Make default');
    await number.getByText('Default').waitFor();
    await act('Set rate and campaign');
    await page.getByLabel('Messages per second').fill('25');
    await button(page, 'Save number').click();
    await number.getByText('25/s').waitFor();
    await act('Release');
    await page.getByText('This is your default number').waitFor();
    await page.getByText('For 24 hours, no other account can get it.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Release number' }).click();
    await number.waitFor({ state: 'detached' });
    await row(page, /\+1 202/)
      .getByRole('button', { name: /^Actions for/ })
      .click();
    await page.getByRole('menuitem', { name: 'Make default' }).click();
    await row(page, /\+1 202.*Default/).waitFor();
  });

  it('registers a brand and a campaign, and shows what is missing at each field', async () => {
    const page = await console.open('registrations/new');
    await button(page, 'Submit registration').click();
    await page.getByLabel('Legal name').and(page.locator('[aria-invalid=true]')).waitFor();
    const text = 'Acme: 10% off this weekend, just for you. Reply STOP to opt out.';
    for (const [name, value] of Object.entries({
      'Legal name': 'Acme Shop LLC',
      EIN: '12-3456789',
      Website: 'https://acme.example',
      Street: '1 Main Street',
      City: 'Springfield',
      Region: 'NY',
      'Postal code': '10001',
      Country: 'US',
      Email: 'legal@acme.example',
      Phone: '+12025550123',
      Description: 'Offers and reminders of full carts to customers who asked for them at checkout',
      'Message flow':
        'Customers tick an empty box at https://acme.example/checkout that says they agree to texts',
      'Samples 1': text,
      'Samples 2': text.replace('10%', '20%'),
      'Opt-in message': 'Acme: you will get our offers. Reply HELP for help, STOP to opt out.',
      'Opt-out message': 'Acme: you will get no more messages from us. Reply START to get them.',
      'Help message': 'Acme: write to help@acme.example. Reply STOP to opt out.',
      'Privacy policy URL': 'https://acme.example/privacy',
      'Terms URL': 'https://acme.example/terms',
    }))
      await page
        .getByRole('textbox', { name, exact: false })
        .and(page.getByLabel(name))
        .first()
        .fill(value);
    await page.getByLabel('Entity type').selectOption({ label: 'Private company' });
    await page.getByLabel('Vertical').selectOption('RETAIL');
    await page.getByLabel('Use case').selectOption('MARKETING');
    await button(page, 'Submit registration').click();
    await heading(page, 'Acme Shop LLC').waitFor();
    await page.getByText('Decision by').waitFor();
    expect((await client().registration.list({})).data).toMatchObject([
      { status: 'pending', brand: { legal_name: 'Acme Shop LLC' } },
    ]);
  });

  it('draws a report, groups it and downloads it', async () => {
    const page = await console.open('reports');
    const totals = (await client().report.get({})).totals;
    await page.getByText('Delivery rate').first().waitFor();
    await page.locator('.recharts-bar-rectangle path').first().waitFor();
    await page.getByLabel('Group by').selectOption('purpose');
    await row(page, /Notification/)
      .first()
      .waitFor();
    expect(page.url()).toContain('group_by=purpose');
    const download = page.waitForEvent('download');
    await button(page, 'Download CSV').click();
    expect((await download).suggestedFilename()).toBe('report.csv');
    await page
      .getByText(totals.messages.toLocaleString('en-US'), { exact: true })
      .first()
      .waitFor();
    await page.getByRole('radiogroup', { name: 'Time' }).getByText('Other').click();
    await page.getByLabel('Start').fill('2020-01-01T00:00');
    await page.getByLabel('End', { exact: true }).fill('2020-01-03T00:00');
    await page.getByText('No messages in this time').waitFor();
  });

  it('creates a key that is shown once, and revokes it', async () => {
    const page = await console.open('keys');
    await row(page, /In use here/).waitFor();
    await button(page, 'New key').click();
    await page.getByRole('dialog').getByLabel('Name').fill('Order workflow');
    await page.getByRole('dialog').getByLabel('Scope').selectOption('read');
    await button(page, 'Create key').click();
    const dialog = page.getByRole('dialog', { name: 'New API key' });
    const key = await dialog.getByText(/^tl_read_/).innerText();
    await button(page, 'I have copied it').click();

    const reader = await console.openAt(`#key=${key}`);
    await console.go(reader, 'keys');
    await reader.getByText('This key cannot manage API keys').waitFor();
    await console.go(reader, 'messages');
    expect(await reader.getByRole('link', { name: 'Send a text' }).count()).toBe(0);

    await button(page, 'Revoke Order workflow').click();
    await button(page, 'Revoke key').click();
    await row(page, /Order workflow/).waitFor({ state: 'detached' });
    await reader.reload();
    await reader.getByText('You were signed out').waitFor();
  });

  it('works without a mouse, from the first page to a sent text', async () => {
    const page = await console.open();
    await settle(page);
    const focused = page.locator(':focus');
    const reach = async (what: Locator) => {
      for (let presses = 0; presses < 60; presses++) {
        if ((await what.and(focused).count()) > 0) return;
        await page.keyboard.press('Tab');
      }
      throw new Error('The keyboard cannot reach the element');
    };
    await reach(page.getByRole('link', { name: 'Messages', exact: true }));
    await page.keyboard.press('Enter');
    await heading(page, 'Messages').and(focused).waitFor();
    await reach(page.getByRole('link', { name: 'Send a text' }).first());
    await page.keyboard.press('Enter');
    await heading(page, 'Send a text').and(focused).waitFor();
    await reach(box(page, 'To'));
    await page.keyboard.type('+12025550103');
    await reach(box(page, 'Text'));
    await page.keyboard.type('Without a mouse');
    await reach(button(page, 'Send text'));
    await page.keyboard.press('Enter');
    await heading(page, 'To +1 202-555-0103').waitFor();
    await page.getByText('Without a mouse').waitFor();
  });

  it('shows an error with a retry button, and continues', async () => {
    const page = await console.open();
    await page.route('**/v1/contacts*', (route) => route.abort());
    await page.evaluate(`location.hash = '#/contacts'`);
    await page.getByText('The service could not be reached').waitFor();
    await page.unroute('**/v1/contacts*');
    await button(page, 'Try again').click();
    await row(page, /Subscribed/)
      .first()
      .waitFor();
  });

  it('is downloaded once, however often it is opened', async () => {
    const index = await fetch(new URL('/console/', console.service.baseUrl));
    expect(index.headers.get('cache-control')).toContain('max-age=0');
    const script = /src="(\/console\/assets\/[^"]+)"/.exec(await index.text())![1]!;
    const asset = await fetch(new URL(script, console.service.baseUrl));
    expect(asset.headers.get('cache-control')).toContain('immutable');
  });
});
