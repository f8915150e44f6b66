import { beforeAll, describe, expect, it } from '@jest/globals';
import { until } from '../../service/harness/until.ts';
import { button, client, console, useConsole, violationsOn } from './openConsole.ts';

const ada = '+12025550110';

describe('the lists of the console in a real browser', () => {
  useConsole();
  let adaId: string;
  beforeAll(async () => {
    const [number] = (await client().number.list({})).data;
    await console.service.textFrom(ada, number!.number, 'Are you open?');
    for (let line = 20; line < 46; line++)
      await client().contact.upsert({ phone: `+120255501${line}` });
    adaId = (await client().contact.upsert({ phone: ada, first_name: 'Ada' })).id;
    await until('the text is in the inbox', async () => (await conversation()) !== undefined);
  });

  const conversation = async () => (await client().conversation.list({ phone: ada })).data[0];
  const unreachable = 'The service could not be reached';

  it('says that more rows did not arrive, and fetches them after another try', async () => {
    const page = await console.open('contacts');
    const more = /\/v1\/contacts\?.*cursor=/;
    await page.route(more, (route) => route.abort());
    await page.getByText('The newest 25').waitFor();
    await button(page, 'Show more').click();
    await page.getByRole('alert').getByText(unreachable).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await page.unroute(more);
    await button(page, 'Try again').click();
    await page.getByText('27 in total').waitFor();
    expect(await page.getByText(unreachable).count()).toBe(0);
  });

  it('scrolls only inside the page, so that nothing follows the end of a list', async () => {
    const page = await console.open('contacts');
    await page.getByText('The newest 25').waitFor();
    const beyond = () =>
      page.evaluate<number>('document.documentElement.scrollHeight - innerHeight');
    expect(await beyond()).toBe(0);
    await console.go(page, 'audit');
    await page.getByRole('table').waitFor();
    expect(await beyond()).toBe(0);
  });

  it.each([
    ['contacts', '20,000 contacts', 'Ada'],
    ['messages', '10,000 messages', 'Are you open?'],
    ['inbox', '10,000 conversations', 'Ada'],
  ])('searches older rows in %s after a page without results', async (place, most, found) => {
    const page = await console.open();
    // The first page of the search is empty, as in an account with many rows.
    await page.route(/[?&]search=(?!.*cursor=)/, (route) =>
      route.fulfill({ json: { data: [], has_more: true, next_cursor: 'older' } }),
    );
    await page.route(/[?&]search=.*cursor=older/, (route) =>
      route.continue({ url: route.request().url().replace('&cursor=older', '') }),
    );
    await console.go(page, `${place}?search=${place === 'messages' ? 'open' : 'Ada'}`);
    await page.getByText(`None of the ${most} searched so far matches.`).waitFor();
    expect(await violationsOn(page)).toEqual([]);
    await button(page, 'Search older ones').click();
    await page.getByRole('main').getByText(found).first().waitFor();
    expect(await page.getByText('Search older ones').count()).toBe(0);
  });

  it('finds a whole number or email address among all contacts', async () => {
    const page = await console.open('contacts');
    const asked = page.waitForRequest('**/v1/contacts?*phone=*');
    await page.getByRole('searchbox').fill('+1 202 555 0123');
    expect(new URL((await asked).url()).searchParams.get('phone')).toBe('+1 202 555 0123');
    const askedEmail = page.waitForRequest('**/v1/contacts?*email=*');
    await page.getByRole('searchbox').fill('ada@example.com');
    expect(new URL((await askedEmail).url()).searchParams.get('email')).toBe('ada@example.com');
  });

  it('moves the focus to the next row when the row with the focus leaves', async () => {
    const { id } = await client().list.create({ name: 'Keyboard' });
    const phones = ['+12025550161', '+12025550162', '+12025550163'];
    for (const phone of phones) await client().contact.upsert({ phone, lists: [id] });
    const page = await console.open(`lists/${id}`);
    const links = page.getByRole('table').getByRole('link');
    const next = await links.nth(2).getAttribute('href');
    await page
      .getByRole('button', { name: /^Remove/ })
      .nth(1)
      .focus();
    await page.keyboard.press('Enter');
    await page.getByText('The contact is removed from the list').waitFor();
    await page.locator(`a[href=${JSON.stringify(next)}]:focus`).waitFor();
  });

  it('names the scheduled broadcasts that stop if their list is deleted', async () => {
    const { id } = await client().list.create({ name: 'Spring' });
    const send_at = new Date(Date.now() + 7 * 86_400_000).toISOString();
    const later = { text: 'Hi', purpose: 'notification', send_at } as const;
    await client().broadcast.create({ ...later, name: 'Sale', audience: { list_ids: [id] } });
    await client().broadcast.create({
      ...later,
      name: 'Survey',
      audience: { all_contacts: true, exclude_list_ids: [id] },
    });
    await client().broadcast.create({ ...later, name: 'Fair', audience: { all_contacts: true } });
    const page = await console.open(`lists/${id}`);
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Delete Spring?' });
    await dialog.getByText(/^These scheduled or paused broadcasts use the list: /).waitFor();
    const said = await dialog.getByText(/^These scheduled/).textContent();
    expect(said).toMatch(/: (Sale, Survey|Survey, Sale)$/);
  });

  it('says that it shows old texts of a conversation', async () => {
    const { id } = (await conversation())!;
    const page = await console.open(`inbox/${id}`);
    await page.getByRole('region', { name: 'Texts' }).getByText('Are you open?').waitFor();
    await page.route('**/v1/conversations/*/messages*', (route) => route.abort());
    await page.getByRole('alert').getByText(unreachable).waitFor();
    await page.unroute('**/v1/conversations/*/messages*');
    await page.getByRole('alert').getByText(unreachable).waitFor({ state: 'detached' });
  });

  it('shows that a number was bought, without a reload', async () => {
    const page = await console.open();
    const numbers = /\/v1\/numbers\?/;
    const { data } = await client().number.list({});
    await page.route(numbers, (route) =>
      route.fulfill({
        json: {
          data: data.map((one) => ({ ...one, status: 'pending' })),
          has_more: false,
          next_cursor: null,
        },
      }),
    );
    await console.go(page, 'numbers');
    await page.getByText('Pending', { exact: true }).waitFor();
    await page.unroute(numbers);
    await page.getByText('Active', { exact: true }).waitFor();
  });

  it('shows on the home page that a number is suspended, without a reload', async () => {
    const page = await console.open('numbers');
    await page.clock.install();
    await console.go(page, 'home');
    await page.getByRole('heading', { name: 'Home', level: 1 }).waitFor();
    const { data } = await client().number.list({});
    await page.route(/\/v1\/numbers\?/, (route) =>
      route.fulfill({
        json: {
          data: data.map((one) => ({ ...one, status: 'suspended' })),
          has_more: false,
          next_cursor: null,
        },
      }),
    );
    await page.clock.fastForward(31_000);
    await page.getByText('is suspended').waitFor();
  });

  it('keeps the search of the inbox when the user goes back', async () => {
    const { id } = (await conversation())!;
    const page = await console.open('inbox');
    const search = page.getByLabel('Search conversations');
    await search.fill('Ada');
    await until('the search is in the URL', () =>
      Promise.resolve(page.url().includes('search=Ada')),
    );
    await page.getByRole('region', { name: 'Inbox' }).getByRole('link', { name: /Ada/ }).click();
    await page.getByRole('heading', { name: 'Ada', level: 2 }).waitFor();
    expect(page.url()).toContain(`inbox/${id}?search=Ada`);
    await console.go(page, `contacts/${adaId}`);
    await page.getByRole('heading', { name: 'Ada', level: 1 }).waitFor();
    await page.goBack();
    await search.and(page.locator('[value=Ada]')).waitFor();
  });

  it('uses no shortcut behind a dialog, and none if the user turned them off', async () => {
    const { id } = (await conversation())!;
    const page = await console.open('inbox');
    await button(page, 'Keyboard shortcuts').waitFor();
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Ada', level: 2 }).waitFor();
    await page.keyboard.press('Shift+?');
    const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
    const use = dialog.getByLabel('Use these shortcuts in this browser');
    await dialog.waitFor();
    await page.keyboard.press('e');
    await use.uncheck();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await conversation()).toMatchObject({ status: 'open' });

    await page.keyboard.press('Shift+?');
    await console.go(page, 'inbox');
    await page.reload();
    await button(page, 'Keyboard shortcuts').waitFor();
    await page.keyboard.press('j');
    await page.waitForTimeout(300);
    expect(page.url()).not.toContain(id);
    expect(await dialog.count()).toBe(0);
    await button(page, 'Keyboard shortcuts').click();
    await use.check();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.keyboard.press('j');
    await page.getByRole('heading', { name: 'Ada', level: 2 }).waitFor();
  });

  it('opens the conversation with a contact, and exports the data about the person', async () => {
    const page = await console.open(`contacts/${adaId}`);
    const downloading = page.waitForEvent('download');
    await button(page, 'Export data').click();
    const download = await downloading;
    expect(download.suggestedFilename()).toBe(`${adaId}.json`);
    let json = '';
    for await (const chunk of await download.createReadStream()) json += String(chunk);
    expect(JSON.parse(json)).toMatchObject({
      phone: ada,
      contact: { first_name: 'Ada' },
      messages: [{ text: 'Are you open?' }],
    });
    await button(page, 'Open conversation').click();
    await page.getByRole('region', { name: 'Texts' }).getByText('Are you open?').waitFor();
  });

  it('offers a key that can only read no conversation to open', async () => {
    const { key } = await client().key.create({ name: 'Reader', scope: 'read' });
    const page = await console.openAt(`#key=${encodeURIComponent(key)}`);
    await page.getByRole('navigation').waitFor({ state: 'attached' });
    await console.go(page, `contacts/${adaId}`);
    await button(page, 'Export data').waitFor();
    expect(await button(page, 'Open conversation').count()).toBe(0);
  });

  it('lets a broadcast reach only contacts that were added in a time', async () => {
    const page = await console.open('broadcasts/new');
    await page.getByLabel('Added after').fill('2024-03-09T12:00');
    await page.getByLabel('Added before').fill('2024-03-10T12:00');
    expect(await page.getByLabel('Added after').inputValue()).toBe('2024-03-09T12:00');
  });
});
