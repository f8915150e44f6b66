import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { button, client, console, useConsole } from './openConsole.ts';

describe('the forms of the console in a real browser', () => {
  useConsole();

  const dialog = (page: Page, name: string) => page.getByRole('dialog', { name, exact: true });
  /** Carries out each request, and loses the response. Returns a function that ends this. */
  const loseResponses = async (page: Page, url: string) => {
    await page.route(url, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch();
      await route.abort();
    });
    return () => page.unroute(url);
  };
  const unreachable = 'The service could not be reached';

  it('creates one key, and shows it, if the first response is lost', async () => {
    const page = await console.open('keys');
    const stop = await loseResponses(page, '**/v1/keys');
    const create = async () => {
      await button(page, 'New key').click();
      await page.getByLabel('Name').fill('Shop');
      await button(page, 'Create key').click();
    };
    await create();
    await page.getByText(unreachable).waitFor();
    await stop();
    await page.keyboard.press('Escape');
    await dialog(page, 'New API key').waitFor({ state: 'detached' });
    await create();
    await dialog(page, 'New API key')
      .getByText(/^tl_send_/)
      .waitFor();
    const { data } = await client().key.list({});
    expect(data.filter(({ name }) => name === 'Shop')).toHaveLength(1);
  });

  it('shows the secret of the first rotation if its response is lost', async () => {
    const { id } = await client().webhook.create({ url: 'https://example.com/a', events: ['*'] });
    const page = await console.open(`webhooks/${id}`);
    const stop = await loseResponses(page, '**/rotate_secret');
    await button(page, 'Rotate secret').click();
    const question = dialog(page, 'Rotate the secret?');
    await question.getByText('turn the Zap off and on').waitFor();
    await button(page, 'Rotate secret').last().click();
    await question.getByText(unreachable).waitFor();
    await stop();
    await question.getByRole('button', { name: 'Rotate secret' }).click();
    await dialog(page, 'New signing secret')
      .getByText(/^whsec_/)
      .waitFor();
    const { data } = await client().audit.list({ operation: 'webhook.rotateSecret' });
    expect(data).toHaveLength(1);
  });

  it('explain the purpose that somebody chooses', async () => {
    const page = await console.open('messages/new');
    await button(page, 'More options').click();
    const purpose = page.getByLabel('Purpose');
    await page.getByText('Text that the recipient expects').waitFor();
    await purpose.selectOption('marketing');
    await page.getByText('Offer or newsletter').waitFor();
  });

  it('neither follows nor forgets a user who writes the next text while one leaves', async () => {
    const page = await console.open('messages/new');
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    const response = Promise.withResolvers<undefined>();
    await page.route('**/v1/messages', async (route) => {
      if (route.request().method() === 'POST') await response.promise;
      await route.continue();
    });
    await page.getByRole('textbox', { name: /^To/ }).fill('+12025550123');
    await text.fill('First');
    await button(page, 'Send text').click();
    await text.fill('Second');
    await console.go(page, 'keys');
    response.resolve(undefined);
    await page.getByText('The text is on its way').waitFor();
    await page.getByRole('heading', { level: 1, name: 'API keys' }).waitFor();
    await console.go(page, 'messages/new');
    expect(await text.inputValue()).toBe('Second');
  });

  it('keeps edits when the user visits another page, but no secret', async () => {
    const { id } = await client().contact.upsert({ phone: '+12025550199', first_name: 'Ada' });
    const page = await console.open('settings');
    const brand = page.getByLabel('Brand', { exact: true });
    await brand.fill('Acme');
    await console.go(page, `contacts/${id}`);
    await page.getByLabel('First Name').fill('Augusta');
    await console.go(page, 'webhooks/new');
    await page.getByLabel('URL').fill('https://example.com/draft');
    await page.getByLabel('Secret').fill('whsec_private');
    await console.go(page, 'settings');
    expect(await brand.inputValue()).toBe('Acme');
    await console.go(page, 'webhooks/new');
    expect(await page.getByLabel('URL').inputValue()).toBe('https://example.com/draft');
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('whsec_');
    await console.go(page, `contacts/${id}`);
    expect(await page.getByLabel('First Name').inputValue()).toBe('Augusta');
    await button(page, 'Save changes').click();
    await page.getByText('The contact is saved').waitFor();
    await button(page, 'Discard changes').waitFor({ state: 'detached' });
    await console.go(page, 'settings');
    await button(page, 'Discard changes').click();
    expect(await brand.inputValue()).toBe('');
  });

  it('shows a number that applies although the account no longer has it', async () => {
    const released = '+12025550999';
    const page = await console.open(`messages/new?from=${encodeURIComponent(released)}`);
    const from = page.getByRole('combobox', { name: 'From', exact: true });
    await from.getByRole('option', { name: '+1 ' }).first().waitFor({ state: 'attached' });
    expect(await from.inputValue()).toBe(released);
  });

  it('never hides a field that it sends, such as metadata without a name', async () => {
    const page = await console.open('messages/new');
    await page.getByRole('textbox', { name: /^To\b/ }).fill('+12025550177');
    await page.getByLabel('Text', { exact: true }).fill('Hi');
    await button(page, 'More options').click();
    await page.getByRole('button', { name: 'Add to Metadata' }).click();
    await page.getByLabel('Value 1').fill('summer');
    await button(page, 'Fewer options').click();
    await page.getByText('Enter a name.').waitFor();
    expect(await page.getByLabel('Reference').count()).toBe(0);
    await button(page, 'Send text').click();
    expect((await client().message.list({ to: '+12025550177' })).data).toEqual([]);
  });

  it('downloads the filtered contacts and messages', async () => {
    const phone = '+12025550178';
    await client().contact.upsert({ phone, first_name: 'Downloaded' });
    const page = await console.open('contacts?search=Downloaded');
    const contacts = page.waitForEvent('download');
    await button(page, 'Download CSV').click();
    expect(readFileSync(await (await contacts).path(), 'utf8')).toMatch(
      /^\uFEFF"phone","first_name",[^\n]*\n"\+12025550178","Downloaded",[^\n]*\n$/,
    );
    await client().message.send({ to: phone, text: 'One, two' });
    await console.go(page, `messages?to=${encodeURIComponent(phone)}`);
    const messages = page.waitForEvent('download');
    await button(page, 'Download CSV').click();
    const csv = readFileSync(await (await messages).path(), 'utf8');
    expect(csv).toContain('"One, two"');
    expect(csv.trim().split('\n')).toHaveLength(2);
  });

  it('shows the error of an automatic reply in another language', async () => {
    const page = await console.open('settings');
    const replies = page.getByRole('region', { name: 'Automatic replies' });
    const language = replies.getByLabel('Language of the replies');
    await language.selectOption({ label: 'Spanish' });
    await replies.getByLabel('Reply to HELP').fill('Ayuda: {{nonsense}}');
    await language.selectOption({ label: 'English' });
    await replies.getByRole('button', { name: 'Save changes' }).click();
    await replies.getByText('Spanish, Reply to HELP: Contains {{nonsense}}').waitFor();
    await language.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await language.selectOption({ label: 'Spanish' });
    await replies.getByText('Contains {{nonsense}}').waitFor();
    expect(await replies.getByText('Spanish, Reply').count()).toBe(0);
  });

  it('does not blame the next number for the error of another purchase', async () => {
    const page = await console.open();
    const { data } = await client().number.available({ country: 'US' });
    const forSale = data.map((one) => ({ ...one, requires_purchase: true }));
    await page.route('**/v1/numbers/available*', (route) =>
      route.fulfill({ json: { data: forSale } }),
    );
    await page.route('**/v1/numbers', (route) => route.abort());
    await console.go(page, 'numbers/new');
    const buy = page.getByRole('button', { name: /^Buy it/ });
    await buy.first().click();
    const question = page.getByRole('dialog', { name: /^Buy / });
    await question.getByRole('button', { name: 'Buy number' }).click();
    await question.getByText(unreachable).waitFor();
    expect(await page.getByText(unreachable).count()).toBe(1);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await buy.nth(1).click();
    await question.getByText('The carrier charges').waitFor();
    expect(await page.getByText(unreachable).count()).toBe(0);
  });

  it('copies a key where browsers offer no clipboard, as on plain HTTP', async () => {
    const page = await console.open('keys');
    await page.evaluate('delete Navigator.prototype.clipboard');
    await button(page, 'New key').click();
    await page.getByLabel('Name').fill('Plain');
    await button(page, 'Create key').click();
    const created = dialog(page, 'New API key');
    const key = await created.getByText(/^tl_send_/).textContent();
    await created.getByRole('button', { name: 'Copy key' }).click();
    await button(page, 'I have copied it').click();
    await button(page, 'New key').click();
    await page.getByLabel('Name').focus();
    await page.keyboard.press('ControlOrMeta+v');
    expect(await page.getByLabel('Name').inputValue()).toBe(key);
  });

  it('shows and selects a value that the browser refuses to copy', async () => {
    const phone = '+12025550121';
    const { id } = await client().contact.upsert({ phone });
    const page = await console.open(`contacts/${id}`);
    await page.evaluate('delete Navigator.prototype.clipboard');
    await page.evaluate('document.execCommand = () => false');
    await button(page, 'Copy phone number').click();
    await button(page, 'Press Ctrl+C or ⌘C').waitFor();
    expect(await page.evaluate('String(getSelection())')).toBe(phone);
  });
});
