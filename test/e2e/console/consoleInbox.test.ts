import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../service/harness/until.ts';
import { button, client, console, said, settle, useConsole, violationsOn } from './openConsole.ts';

describe('the inbox of the console in a real browser', () => {
  useConsole();
  let number: string;
  beforeAll(async () => {
    number = (await client().number.list({})).data[0]!.number;
    await client().contact.upsert({ phone: ada, first_name: 'Ada' });
  });

  const ada = '+12025550110';
  const rows = (page: Page) => page.getByRole('region', { name: 'Inbox' }).getByRole('link');
  const row = (page: Page, name: RegExp) =>
    page.getByRole('region', { name: 'Inbox' }).getByRole('link', { name });
  const texts = (page: Page) => page.getByRole('region', { name: 'Texts' });
  const title = (page: Page, name: string) =>
    page.getByRole('heading', { level: 2, name, exact: true }).waitFor();
  const readConversation = async (phone: string) =>
    (await client().conversation.list({ phone })).data[0];
  const receive = async (phone: string, text: string) => {
    await console.service.textFrom(phone, number, text);
    await until(
      'the text is in the inbox',
      async () => (await readConversation(phone))?.last_message?.text === text,
    );
  };

  const replies = '**/v1/conversations/*/messages';
  const reply = async (page: Page, text: string) => {
    await page.getByLabel('Reply', { exact: true }).fill(text);
    await page.keyboard.press('Enter');
  };
  /** Sends a reply that reaches the service, and loses each response. */
  const failToReply = async (page: Page, text: string) => {
    await page.route(replies, async (route) => {
      if (route.request().method() === 'POST') await route.fetch();
      await route.abort();
    });
    await reply(page, text);
    await page.getByText('If you try again, the text still arrives only once.').waitFor();
  };
  const unsent = (page: Page, text: string) =>
    page.locator('[data-unsent]').filter({ hasText: text });
  const stored = (page: Page) => page.evaluate<string>('JSON.stringify({ ...sessionStorage })');

  it('shows a text as it arrives, and sends the reply once', async () => {
    const page = await console.open('inbox');
    await page.getByText('No conversations yet').waitFor();
    await console.service.textFrom(ada, number, 'Are you open?');
    await row(page, /Ada.*Are you open\?.*1 unread/).click();
    await texts(page).getByText('Are you open?').waitFor();
    await row(page, /unread/).waitFor({ state: 'detached' });
    expect(await readConversation(ada)).toMatchObject({ unread: 0 });

    await page.getByLabel('Reply', { exact: true }).fill('Until six');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Enter');
    await texts(page).getByText('Delivered').waitFor();
    await texts(page).getByText('Sending…').waitFor({ state: 'detached' });
    expect(await texts(page).getByText('Until six').count()).toBe(1);
    const received = await console.service.textsOn(ada);
    expect(received.filter(({ direction }) => direction === 'to_handset')).toMatchObject([
      { from: number, text: 'Until six' },
    ]);
  });

  it('keeps a reply that fails, and sends it once after another try', async () => {
    const { id } = (await readConversation(ada))!;
    const page = await console.open(`inbox/${id}`);
    // Browsers have this function only on secure origins.
    await page.evaluate('delete Crypto.prototype.randomUUID');
    await failToReply(page, 'See you');
    await page.unroute(replies);
    // Another page of the console loses nothing.
    await console.go(page, 'keys');
    await page.getByRole('heading', { name: 'API keys', level: 1 }).waitFor();
    await console.go(page, `inbox/${id}`);
    await button(page, 'Try again').click();
    await page.locator('[data-unsent]').waitFor({ state: 'detached' });
    await texts(page).getByText('See you').waitFor();
    const received = await console.service.textsOn(ada);
    expect(received.filter(({ text }) => text === 'See you')).toHaveLength(1);
  });

  it.each(['light', 'dark'] as const)(
    'keeps a failed reply when the page reloads, and sends it only once (%s mode)',
    async (colorScheme) => {
      const text = `Back at noon, ${colorScheme}`;
      const { id } = (await readConversation(ada))!;
      const page = await console.open(`inbox/${id}`, { colorScheme });
      await failToReply(page, text);
      await page.unroute(replies);
      await page.reload();
      await unsent(page, text).getByText('The service could not be reached').waitFor();
      await settle(page);
      expect(await violationsOn(page)).toEqual([]);
      const folder = process.env.LOOK_AT;
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/failed-reply-${colorScheme}.png` });
      await button(page, 'Try again').click();
      await unsent(page, text).waitFor({ state: 'detached' });
      const received = await console.service.textsOn(ada);
      expect(received.filter((one) => one.text === text)).toHaveLength(1);
      expect(await stored(page)).not.toContain(text);
    },
  );

  it('keeps a reply whose response a reload prevents, until the user discards it', async () => {
    const { id } = (await readConversation(ada))!;
    const page = await console.open(`inbox/${id}`);
    await page.route(replies, (route) =>
      route.request().method() === 'POST' ? undefined : route.continue(),
    );
    await reply(page, 'Never mind');
    await unsent(page, 'Never mind').getByText('Sending…').waitFor();
    await page.reload();
    await unsent(page, 'Never mind').getByText('The page closed').waitFor();
    await button(page, 'Discard').click();
    await unsent(page, 'Never mind').waitFor({ state: 'detached' });
    await page.reload();
    await settle(page);
    expect(await page.locator('[data-unsent]').count()).toBe(0);
  });

  it('removes a failed reply when the user signs out, and shows it to no other key', async () => {
    const { key } = await client().key.create({ name: 'Colleague', scope: 'send' });
    const { id } = (await readConversation(ada))!;
    const page = await console.open(`inbox/${id}`);
    await failToReply(page, 'Not for others');
    await button(page, 'Sign out').click();
    await page.getByLabel('API key').fill(key);
    expect(await stored(page)).not.toContain('Not for others');
    await page.unroute(replies);
    await page.keyboard.press('Enter');
    await texts(page).getByText('Until six').waitFor();
    expect(await page.locator('[data-unsent]').count()).toBe(0);
  });

  it('sends no reply that is too long, and lets the user edit one that was refused', async () => {
    const page = await console.open('inbox');
    await row(page, /Ada/).click();
    await title(page, 'Ada');
    const box = page.getByLabel('Reply', { exact: true });
    const long = '😀'.repeat(500);
    // A reply that is sent before its preview arrives is refused.
    await page.route('**/v1/messages/preview', (route) => route.abort());
    await reply(page, long);
    await unsent(page, '😀').getByText('Not sent').waitFor();
    await page.unroute('**/v1/messages/preview');
    await box.fill('And a draft');
    await unsent(page, '😀').getByRole('button', { name: 'Edit' }).click();
    expect(await unsent(page, '😀').count()).toBe(0);
    expect(await box.inputValue()).toBe(`${long}\nAnd a draft`);
    await page
      .getByRole('alert')
      .filter({ hasText: /Text needs \d+ segments/ })
      .waitFor();
    expect(await button(page, 'Send reply').isDisabled()).toBe(true);
    await page.keyboard.press('Enter');
    expect(await box.inputValue()).toBe(`${long}\nAnd a draft`);
    await reply(page, 'Shorter');
    await texts(page).getByText('Shorter').first().waitFor();
  });

  it('offers no edit of a reply that may have arrived', async () => {
    const page = await console.open('inbox');
    await row(page, /Ada/).click();
    await failToReply(page, 'Perhaps');
    const perhaps = unsent(page, 'Perhaps');
    await page.route(replies, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 429 }) : route.continue(),
    );
    await perhaps.getByRole('button', { name: 'Try again' }).click();
    await perhaps.getByText(/requests.* the text still arrives only once/).waitFor();
    expect(await perhaps.getByRole('button').allTextContents()).toEqual(['Try again', 'Discard']);
    await perhaps.getByRole('button', { name: 'Discard' }).click();
  });

  it('sends no half-written word when Enter ends its composition in Safari', async () => {
    const page = await console.open('inbox');
    await row(page, /Ada/).click();
    const box = page.getByLabel('Reply', { exact: true });
    await box.fill('にほ');
    await page.evaluate(`document.querySelector('textarea[aria-label=Reply]').dispatchEvent(
      new KeyboardEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true }))`);
    expect(await box.inputValue()).toBe('にほ');
    await box.fill('');
  });

  it('tells a screen reader about a text that arrives in the open conversation', async () => {
    const page = await console.open('inbox');
    await row(page, /Ada/).click();
    await texts(page).waitFor();
    const announced = page.getByRole('status').filter({ hasText: 'They wrote' });
    expect(await announced.count()).toBe(0);
    await receive(ada, 'Still there?');
    await announced.getByText('They wrote: Still there?').waitFor();
  });

  it('continues where a closed conversation was in the list', async () => {
    const phones = ['+12025550141', '+12025550142', '+12025550143', '+12025550144'];
    for (const phone of phones) await receive(phone, `From ${phone}`);
    const page = await console.open('inbox');
    await row(page, /From \+12025550141/).waitFor();
    for (const key of ['j', 'j', 'j']) {
      await page.keyboard.press(key);
      await settle(page);
    }
    const third = await rows(page).nth(2).getAttribute('href');
    const fourth = await rows(page).nth(3).getAttribute('href');
    await page.waitForURL(`**/console/${third!}`);
    await button(page, 'Close').waitFor();
    await page.keyboard.press('e');
    await button(page, 'Reopen').waitFor();
    await until(
      'it left the list',
      async () => (await rows(page).nth(2).getAttribute('href')) === fourth,
    );
    await page.keyboard.press('j');
    await page.waitForURL(`**/console/${fourth!}`);
  });

  it('needs no mouse: j, r, e and / choose, reply, close and search', async () => {
    await receive('+12025550111', 'First question');
    await receive('+12025550112', 'Second question');
    const page = await console.open('inbox');
    await row(page, /Second question/).waitFor();
    await page.keyboard.press('j');
    await texts(page).getByText('Second question').waitFor();
    await page.keyboard.press('j');
    await texts(page).getByText('First question').waitFor();
    await page.keyboard.press('k');
    await texts(page).getByText('Second question').waitFor();

    await page.keyboard.press('r');
    await page.keyboard.type('Just a moment');
    await page.keyboard.press('Enter');
    await texts(page).getByText('Just a moment').first().waitFor();
    await page.keyboard.press('Escape');
    await page.keyboard.press('e');
    await said(page, 'The conversation is closed');
    await row(page, /555-0112/).waitFor({ state: 'detached' });
    expect(await readConversation('+12025550112')).toMatchObject({ status: 'closed' });

    await page.keyboard.press('/');
    await page.keyboard.type('First');
    await until('one row is left', async () => (await rows(page).count()) === 1);
    await row(page, /First question/).waitFor();
  });

  it('reopens a conversation, and so does a new text', async () => {
    const phone = '+12025550113';
    await receive(phone, 'Thanks');
    const { id } = (await readConversation(phone))!;
    await client().conversation.update({ id, status: 'closed' });
    const page = await console.open(`inbox/${id}?view=closed`);
    await row(page, /555-0113/).waitFor();
    await button(page, 'Reopen').click();
    await said(page, 'The conversation is open again');
    await button(page, 'Close').click();
    await button(page, 'Reopen').waitFor();
    await receive(phone, 'One more thing');
    await button(page, 'Close').waitFor();
  });

  describe('marks a conversation as read', () => {
    const isRead = (phone: string) =>
      until('it is read', async () => (await readConversation(phone))?.unread === 0);

    it('when the tab becomes visible', async () => {
      const phone = '+12025550117';
      await receive(phone, 'Anybody there?');
      const { id } = (await readConversation(phone))!;
      const page = await console.open('keys');
      await page.evaluate(`Object.defineProperty(document, 'visibilityState', {
        configurable: true,
        get: () => window.shown ?? 'hidden',
      })`);
      await console.go(page, `inbox/${id}`);
      await texts(page).getByText('Anybody there?').waitFor();
      expect(await readConversation(phone)).toMatchObject({ unread: 1 });
      await page.evaluate(`window.shown = 'visible'`);
      await page.evaluate(
        `document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`,
      );
      await isRead(phone);
    });

    it('after a request failed', async () => {
      const phone = '+12025550118';
      await receive(phone, 'Still open?');
      const { id } = (await readConversation(phone))!;
      const page = await console.open('keys');
      let failures = 0;
      await page.route('**/v1/conversations/*/read', (route) => {
        failures++;
        return route.abort();
      });
      await console.go(page, `inbox/${id}`);
      await texts(page).getByText('Still open?').waitFor();
      await until('the client gives up', async () => failures >= 3);
      await page.waitForTimeout(3_000);
      await page.unroute('**/v1/conversations/*/read');
      await isRead(phone);
    });
  });

  it('lets a person decide a doubtful text, and then nobody can reply', async () => {
    const phone = '+12025550114';
    await client().contact.upsert({ phone, first_name: 'Grace' });
    await receive(phone, 'How do I get off this list?');
    const { id } = (await readConversation(phone))!;
    const page = await console.open(`inbox/${id}`);
    await texts(page).getByRole('link', { name: 'Possible opt-out' }).click();
    await page
      .getByRole('row', { name: /How do I get off this list\?/ })
      .getByRole('button', { name: /^Opt out/ })
      .click();
    await page.getByText('Nothing to review').waitFor();
    expect((await client().contact.list({ phone })).data).toMatchObject([{ status: 'opted_out' }]);
    expect((await client().consent.list({ phone })).data).toMatchObject([
      { action: 'opted_out', method: 'review', words: 'How do I get off this list?' },
    ]);

    await console.go(page, `inbox/${id}`);
    await page.getByText('You cannot reply, because Grace opted out of your texts.').waitFor();
    expect(await page.getByLabel('Reply', { exact: true }).count()).toBe(0);
  });

  it.each([1000, 400])('shows who the person is in a window of %d pixels', async (width) => {
    const { id } = (await readConversation(ada))!;
    const page = await console.open(`inbox/${id}`, { viewport: { width, height: 700 } });
    await title(page, 'Ada');
    await button(page, 'Show the contact').click();
    const panel = page.getByRole('dialog', { name: 'Contact' });
    await panel.getByText('Subscribed').waitFor();
    await panel.getByRole('link', { name: 'Edit contact' }).waitFor();
    await page.getByRole('tooltip').waitFor({ state: 'detached' });
    expect(await violationsOn(page)).toEqual([]);
    await panel.getByRole('button', { name: 'Close' }).click();
    await panel.waitFor({ state: 'detached' });
  });

  it('saves the settings, and shows an error at its field', async () => {
    const page = await console.open('settings');
    const section = (name: string) => page.getByRole('region', { name });
    await section('Account').getByLabel('Brand').fill('   ');
    await section('Account').getByRole('button', { name: 'Save changes' }).click();
    await page.getByText('Must not be blank').waitFor();
    const brand = section('Account').getByLabel('Brand');
    expect(await brand.getAttribute('aria-invalid')).toBe('true');
    await brand.fill('Acme');
    await section('Account').getByRole('button', { name: 'Save changes' }).click();
    await said(page, 'The settings are saved');

    await section('Quiet hours').getByLabel('Start').fill('20:30');
    await section('Quiet hours').getByRole('button', { name: 'Save changes' }).click();
    await until('the quiet hours are saved', async () => {
      const { quiet_hours } = await client().account.get({});
      return quiet_hours.start === '20:30';
    });
    expect(await client().account.get({})).toMatchObject({
      brand: 'Acme',
      quiet_hours: { start: '20:30', end: '08:00' },
    });
  });

  it('keeps the settings that somebody else changed while the page was open', async () => {
    const page = await console.open('settings');
    const account = page.getByRole('region', { name: 'Account' });
    await account.getByLabel('Support contact').fill('help@example.com');
    await client().account.update({ brand: 'Renamed meanwhile' });
    const fetched = page.waitForResponse('**/v1/account');
    await page.evaluate(`window.dispatchEvent(new Event('visibilitychange'))`);
    await (await fetched).finished();
    await account.getByRole('button', { name: 'Save changes' }).click();
    await said(page, 'The settings are saved');
    expect(await client().account.get({})).toMatchObject({
      support_contact: 'help@example.com',
      brand: 'Renamed meanwhile',
    });
    expect(await account.getByLabel('Brand').inputValue()).toBe('Renamed meanwhile');
  });

  it('explains the choices of a setting, and can empty a list of countries', async () => {
    await client().account.update({ verification_countries: ['US'] });
    const page = await console.open('settings');
    const section = (name: string) => page.getByRole('region', { name });
    const saved = async (name: string) => {
      await section(name).getByRole('button', { name: 'Save changes' }).click();
      await said(page, 'The settings are saved');
    };
    const scope = section('Opt-outs').getByLabel('Opt-out scope');
    await scope.selectOption({ label: 'Only the number that received the STOP' });
    await saved('Opt-outs');
    await scope.selectOption({ label: 'All your numbers' });
    await section('Verification codes').getByLabel('Verification countries').focus();
    await page.keyboard.press('Backspace');
    await saved('Verification codes');
    await until(
      'all countries are allowed',
      async () => (await client().account.get({})).verification_countries === null,
    );
    expect(await client().account.get({})).toMatchObject({ opt_out_scope: 'number' });
  });

  it('warns before a shorter retention deletes messages', async () => {
    const page = await console.open('settings');
    const retention = page.getByRole('region', { name: 'Retention' });
    const warning = retention.getByText('the service deletes everything that is older');
    const codes = retention.getByLabel('Codes (hours)');
    const texts = retention.getByLabel('Texts (days)');
    await texts.waitFor();
    expect(await warning.count()).toBe(0);
    await codes.fill('24');
    expect(await warning.count()).toBe(0);
    await texts.fill('30');
    await warning.waitFor();
    await texts.fill('');
    await warning.waitFor({ state: 'detached' });
  });

  it.each(['light', 'dark'] as const)('is accessible in %s mode', async (colorScheme) => {
    const { id } = (await readConversation(ada))!;
    const page = await console.open('inbox', { colorScheme });
    await title(page, 'Inbox');
    for (const place of [
      'inbox',
      `inbox/${id}`,
      'reviews?status=confirmed',
      'consents',
      'settings',
      'verifications',
    ]) {
      await console.go(page, place);
      expect([place, ...(await violationsOn(page))]).toEqual([place]);
    }
  });
});
