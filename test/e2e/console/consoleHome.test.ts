import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openReceiver, type Receiver } from '../../service/harness/receiver.ts';
import { until } from '../../service/harness/until.ts';
import {
  box,
  client,
  console,
  expectAccessible,
  heading,
  row,
  settle,
  useConsole,
} from './openConsole.ts';

describe('the console in a real browser', () => {
  useConsole();
  let receiver: Receiver;
  beforeAll(async () => {
    receiver = await openReceiver();
  });
  afterAll(() => receiver.close());

  const link = (page: Page, name: string | RegExp) => page.getByRole('link', { name });
  const search = (page: Page) => page.getByRole('searchbox', { name: 'Search' });
  const section = (page: Page, name: string) => page.getByRole('region', { name });

  describe('the home page', () => {
    it('is the first page, and guides a new account', async () => {
      const page = await console.open();
      await heading(page, 'Home').waitFor();
      await section(page, 'Action required').getByText('No action required.').waitFor();
      await section(page, 'Health').getByText('Version').waitFor();
      await section(page, 'Health').getByText('Simulated carrier').waitFor();
      const steps = section(page, 'First steps').getByRole('listitem');
      await steps.filter({ hasText: 'Send a first text' }).waitFor();
      expect(await section(page, 'First steps').getByText('Done', { exact: true }).count()).toBe(0);
      await expectAccessible(page);

      await client().message.send({ to: '+12025550107', text: 'Hello' });
      await page.reload();
      await steps.filter({ hasText: 'Send a first text' }).getByText('Done').waitFor();
      await page.getByRole('button', { name: 'Hide' }).click();
      await page.reload();
      await section(page, 'Health').getByText('Version').waitFor();
      expect(await section(page, 'First steps').count()).toBe(0);
    });

    it('shows the first steps on a phone without scrolling', async () => {
      const page = await console.open('home', { viewport: { width: 390, height: 844 } });
      const last = section(page, 'First steps').getByRole('listitem').last();
      await last.waitFor();
      const { y, height } = (await last.boundingBox())!;
      expect(y + height).toBeLessThan(844);
    });

    it('shows why texts failed and what needs a person, and leads there', async () => {
      const broken = receiver.hook();
      broken.response = (response) => response.writeHead(500).end();
      await client().webhook.create({ url: broken.url, events: ['message.*'] });
      const [number] = (await client().number.list({})).data;
      for (const digits of ['50', '50', '52'])
        await client().message.send({ to: `+120255501${digits}`, text: `Outcome ${digits}` });
      await console.service.textFrom('+12025550110', number!.number, 'How do I stop these?');
      await until('the texts failed', async () => {
        const { undelivered, failed } = (await client().report.get({})).totals;
        return undelivered === 2 && failed === 1;
      });
      const page = await console.open();
      const reasons = section(page, 'Why texts failed today');
      await reasons.getByText('2 texts').waitFor();
      await reasons.getByText('The carrier rejected the message').waitFor();
      const attention = section(page, 'Action required');
      await attention.getByText(/accepts no events$/).waitFor();
      await attention.getByText('1 possible opt-out to review').waitFor();
      await attention.getByText('1 conversation with unread texts').waitFor();
      await expectAccessible(page);

      await link(page, 'The carrier could not deliver the message').click();
      await row(page, /Outcome 50.*The carrier could not deliver the message/)
        .first()
        .waitFor();
      expect(await row(page, /Outcome 52/).count()).toBe(0);
      await console.go(page, 'webhooks');
      await row(page, /Failing since/).waitFor();
      await expectAccessible(page);
    });
  });

  describe('the search', () => {
    beforeAll(async () => {
      await client().contact.upsert({
        phone: '+12025550140',
        first_name: 'Grace',
        last_name: 'Hopper',
      });
      await client().message.send({ to: '+12025550140', text: 'A parcel for 2025550141' });
      await client().message.send({ to: '+12025550141', text: 'A letter' });
    });

    it('follows the typing, and keeps the words in the URL without an entry for each letter', async () => {
      const page = await console.open('home');
      await console.go(page, 'messages');
      await search(page).pressSequentially('PARCEL');
      await row(page, /A parcel/).waitFor();
      await row(page, /A letter/).waitFor({ state: 'detached' });
      expect(page.url()).toContain('search=PARCEL');
      await page.getByLabel('Status').selectOption('received');
      await page.getByText('No message matches').waitFor();
      await page.goBack();
      await row(page, /A parcel/).waitFor();
      await page.goBack();
      await heading(page, 'Home').waitFor();
    });

    it('finds a number in any spelling, or in the texts', async () => {
      const page = await console.open('messages');
      await search(page).fill('+1 (202) 555-0141');
      await row(page, /A parcel/).waitFor({ state: 'detached' });
      await row(page, /A letter/).waitFor();
      await link(page, 'Search the texts for it instead').click();
      await page.getByText(/\d found$/).waitFor();
      await row(page, /A letter/).waitFor();
      await search(page).fill('2025550141');
      await row(page, /A parcel/).waitFor();
    });

    it('shows filters without a field as chips with names, which a click removes', async () => {
      const { id } = await client().contact.get({ id: '+12025550140' });
      const page = await console.open(`messages?contact_id=${id}`);
      const chips = page.getByRole('list', { name: 'Filters that apply' });
      await chips.getByText('Contact: Grace Hopper').waitFor();
      await row(page, /A letter/).waitFor({ state: 'detached' });
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Remove Contact: Grace Hopper' }).click();
      await row(page, /A letter/).waitFor();
    });

    it('finds contacts by a part of the name', async () => {
      const page = await console.open('contacts');
      await search(page).fill('ace hop');
      await row(page, /Grace Hopper/).waitFor();
      await search(page).fill('nobody');
      await page.getByText('No contact matches').waitFor();
    });
  });

  describe('a draft', () => {
    it('survives a reload and another page, and ends when it is sent or the user signs out', async () => {
      const page = await console.open('messages/new');
      await box(page, 'To').fill('+12025550107');
      await box(page, 'Text').fill('Half a text');
      await page.reload();
      await settle(page);
      expect(await box(page, 'Text').inputValue()).toBe('Half a text');
      await console.go(page, 'contacts');
      await console.go(page, 'messages/new?to=%2B12025550199');
      expect(await box(page, 'Text').inputValue()).toBe('');
      await console.go(page, 'messages/new');
      expect(await box(page, 'Text').inputValue()).toBe('Half a text');
      await page.getByRole('button', { name: 'Send text' }).click();
      await heading(page, 'To +1 202-555-0107').waitFor();
      await console.go(page, 'messages/new');
      expect(await box(page, 'Text').inputValue()).toBe('');

      await box(page, 'Text').fill('Not for others');
      await page.getByRole('button', { name: 'Sign out' }).click();
      await page.getByLabel('API key').waitFor();
      const stored = await page.evaluate<string>(
        'JSON.stringify({ ...sessionStorage }) + JSON.stringify({ ...localStorage })',
      );
      expect(stored).not.toContain('Not for others');
    });

    it('never hides a time to send', async () => {
      const page = await console.open('messages/new');
      await page.getByRole('button', { name: 'More options' }).click();
      await page.getByLabel('Send at').fill('2030-01-01T10:00');
      await page.reload();
      await settle(page);
      expect(await page.getByLabel('Send at').inputValue()).toBe('2030-01-01T10:00');
    });

    it('loses the errors of fields that the user fills', async () => {
      const page = await console.open('messages/new');
      await page.getByRole('button', { name: 'Send text' }).click();
      const invalid = page.locator('[aria-invalid=true]');
      await box(page, 'To').and(invalid).waitFor();
      await box(page, 'To').fill('+12025550107');
      await box(page, 'To').and(invalid).waitFor({ state: 'detached' });
      await box(page, 'Text').and(invalid).waitFor();
    });
  });

  it('restores the scroll position after Back', async () => {
    const messages = Array.from({ length: 12 }, (_, n) => ({
      to: '+12025550107',
      text: `Row ${n}`,
    }));
    await client().message.sendBatch({ messages });
    const page = await console.open('messages', { viewport: { width: 1280, height: 400 } });
    const scroller = 'document.querySelector("h1").closest("[class*=scroller]")';
    await page.evaluate(`${scroller}.scrollTop = 150`);
    // The browser reports the position to the page in its next frame.
    await page.evaluate(
      'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))',
    );
    // A click of Playwright would scroll to the link first.
    await page.evaluate('document.querySelector("tbody tr:last-child a").click()');
    await heading(page, /^(To|From)/).waitFor();
    await page.goBack();
    await heading(page, 'Messages').waitFor();
    await until('the position is back', () => page.evaluate(`${scroller}.scrollTop === 150`));
  });

  it('says that no page exists at a URL', async () => {
    const page = await console.open('nowhere');
    await heading(page, 'Page not found').waitFor();
    await expectAccessible(page);
    await page.getByRole('main').getByRole('link', { name: 'Inbox' }).click();
    await heading(page, 'Inbox').waitFor({ state: 'attached' });
  });

  describe('a second tab', () => {
    const openTab = async (page: Page, script = '') => {
      const tab = await page.context().newPage();
      await tab.addInitScript(script);
      await tab.goto(page.url(), { waitUntil: 'commit' });
      return tab;
    };
    const signOut = (page: Page) => page.getByRole('button', { name: 'Sign out' }).click();
    const idle = 'window.setInterval = () => 0;';
    const deaf = `${idle}
      addEventListener('storage', (event) => event.stopImmediatePropagation(), true);`;

    it('needs no key, and is signed out together with the first one', async () => {
      const page = await console.open('contacts');
      const second = await openTab(page, idle);
      await heading(second, 'Contacts').waitFor();
      await settle(second);
      await signOut(page);
      await second.getByLabel('API key').waitFor();
      const third = await openTab(page);
      await third.getByLabel('API key').waitFor();
    });

    it.each([
      ['becomes visible', `document.dispatchEvent(new Event('visibilitychange'))`],
      ['comes back', `dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))`],
      ['needs data', `location.hash = '#/lists'`],
    ])('is signed out when it %s, if it did not hear about it', async (_, event) => {
      const page = await console.open('contacts');
      const second = await openTab(page, deaf);
      await heading(second, 'Contacts').waitFor();
      await settle(second);
      await signOut(page);
      await page.getByLabel('API key').waitFor();
      await heading(second, 'Contacts').waitFor();
      const requests: string[] = [];
      second.on('request', (request) => requests.push(new URL(request.url()).pathname));
      await second.evaluate(event);
      await second.getByLabel('API key').waitFor();
      expect(await second.evaluate('sessionStorage.length')).toBe(0);
      expect(requests.filter((path) => path.startsWith('/v1'))).toEqual([]);
    });

    it('is signed out when it loads again after the first one signed out', async () => {
      const page = await console.open('contacts');
      const second = await openTab(page);
      await heading(second, 'Contacts').waitFor();
      await second.goto(new URL('/docs', page.url()).href);
      await signOut(page);
      await second.goBack();
      await second.getByLabel('API key').waitFor();
    });

    it('asks before a link signs it in with another key than the first one', async () => {
      const page = await console.open('contacts');
      const { key } = await console.service.client.key.create({ name: 'Mallory', scope: 'read' });
      const follow = async (answer: 'accept' | 'dismiss') => {
        const tab = await page.context().newPage();
        const asked = tab.waitForEvent('dialog').then((dialog) => dialog[answer]());
        await tab.goto(new URL(`/console/#key=${key}`, page.url()).href);
        await asked;
        return tab;
      };
      await (await follow('dismiss')).getByText('admin key').waitFor();
      const second = await follow('accept');
      await second.getByText('read key').waitFor();
      expect(second.url()).not.toContain(key);
      await page.reload();
      await page.getByText('admin key').waitFor();
    });

    it('gets no key if the first one signs out while the second one starts', async () => {
      const page = await console.open('contacts');
      const second = await openTab(
        page,
        // The tab waits longer for the other tabs to answer.
        'const wait = setTimeout; window.setTimeout = (run, ms) => wait(run, ms === 250 || ms === 2_000 ? 20_000 : ms);',
      );
      await second.getByRole('status', { name: 'Signing in' }).waitFor();
      await signOut(page);
      await second.getByLabel('API key').waitFor();
    });

    it('keeps the key out of the storage that outlives the tabs', async () => {
      const page = await console.open('contacts');
      const second = await openTab(page);
      await heading(second, 'Contacts').waitFor();
      for (const tab of [page, second])
        expect(await tab.evaluate<string>('JSON.stringify({ ...localStorage })')).not.toContain(
          console.service.apiKey,
        );
      expect(await page.context().cookies()).toEqual([]);
    });
  });

  it('explains to a read key why it has no form', async () => {
    const { key } = await client().key.create({ name: 'Reader', scope: 'read' });
    const page = await console.openAt(`#key=${key}`);
    await page.getByRole('navigation').waitFor({ state: 'attached' });
    await page.getByText('Read key, which cannot change anything').waitFor();
    for (const place of [
      'messages/new',
      'broadcasts/new',
      'contacts/new',
      'contacts/import',
      'registrations/new',
      'numbers/new',
      'webhooks/new',
    ]) {
      await console.go(page, place);
      await page.getByText('This key cannot do that').waitFor();
      expect(await page.getByRole('main').locator('button, input, textarea, select').count()).toBe(
        0,
      );
    }
    await expectAccessible(page);
    await console.go(page, 'handsets/+12025550110');
    await page.getByText('because your key can only read').waitFor();
    const [conversation] = (await client().conversation.list({})).data;
    await console.go(page, `inbox/${conversation!.id}`);
    await page.getByText('because your key can only read').waitFor();
    expect(await page.getByRole('main').locator('textarea').count()).toBe(0);
  });

  it('says that the service is down, claims nothing about it, and continues when it is back', async () => {
    const page = await console.open('messages/new');
    await page.route('**/v1/**', (route) => route.abort());
    await box(page, 'To').fill('+12025550107');
    await box(page, 'Text').fill('Are you there?');
    await page.getByText('There is no preview right now').waitFor();
    expect(await page.getByText('would not be sent').count()).toBe(0);
    const status = page.getByRole('status', { name: 'Connection' });
    await status.getByText('The service could not be reached.').waitFor();
    await expectAccessible(page);
    await page.unroute('**/v1/**');
    await status.getByText('The service could not be reached.').waitFor({ state: 'detached' });
    await page.getByText('GSM-7').waitFor();
    await page.getByText('There is no preview right now').waitFor({ state: 'detached' });
  });

  it('claims nothing about a text whose preview the rate limit refuses', async () => {
    const page = await console.open('messages/new');
    await page.route('**/v1/messages/preview', (route) =>
      route.fulfill({
        status: 429,
        headers: { 'content-type': 'application/problem+json' },
        body: JSON.stringify({ code: 'rate_limited', title: 'Too many requests', status: 429 }),
      }),
    );
    await box(page, 'To').fill('+12025550107');
    await box(page, 'Text').fill('Are you there?');
    await page.getByText('There is no preview right now').waitFor();
    expect(await page.getByText('would not be sent').count()).toBe(0);
  });

  it('loads a page whose code could not be loaded when the service is back', async () => {
    const page = await console.open('home');
    await page.route('**/*', (route) => route.abort());
    await page.evaluate(`location.hash = '#/keys'`);
    await page.getByText('This page could not be loaded').waitFor();
    await page.unroute('**/*');
    await heading(page, 'API keys').waitFor();
  });

  it('reloads once for a page whose code stays unavailable, and then lets the user decide', async () => {
    const page = await console.open('home');
    await page.route(/ApiKeys|KeysPage/, (route) => route.abort());
    let loads = 0;
    page.on('load', () => (loads += 1));
    await page.evaluate(`location.hash = '#/keys'`);
    const again = page.getByRole('button', { name: 'Try again' });
    await again.waitFor();
    await until('the page is loaded again', () => loads > 0);
    expect(loads).toBe(1);
    await expectAccessible(page);
    await page.unroute(/ApiKeys|KeysPage/);
    await again.click();
    await heading(page, 'API keys').waitFor();
    expect(await page.evaluate(`sessionStorage.getItem('textloom.reloaded')`)).toBeNull();
  });
});
