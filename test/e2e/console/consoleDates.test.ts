import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { button, client, console, settle, useConsole } from './openConsole.ts';

describe('a time that the user types into the console in a real browser', () => {
  useConsole();
  let everybody: string;
  beforeAll(async () => {
    everybody = (await client().list.create({ name: 'Everybody' })).id;
    await client().contact.upsert({ phone: ada, lists: [everybody] });
  });

  const ada = '+12025550110';
  const [year, month, day] = new Date(Date.now() + 24 * 60 * 60_000).toISOString().split(/[-T]/);
  const tomorrow = `${month!}${day!}${year!}`;
  const english = { locale: 'en-US' };
  const mistake = (page: Page) => page.getByText('Enter the date and the time.');
  /** Types the parts of a date into a field. */
  const typeDate = async (page: Page, label: string, date = tomorrow) => {
    await page.getByLabel(label).focus();
    await page.keyboard.type(date);
  };
  const typeTime = async (page: Page, label: string, date: string) => {
    await typeDate(page, label, date);
    await page.keyboard.press('ArrowRight');
    await page.keyboard.type('0915AM');
  };

  it('never sends a text before its time because the time of the day is missing', async () => {
    const page = await console.open(`messages/new?to=${encodeURIComponent(ada)}`, english);
    await page.getByLabel('Text', { exact: true }).fill('Later');
    await button(page, 'More options').click();
    await typeDate(page, 'Send at');
    expect(await mistake(page).count()).toBe(0);
    await page.keyboard.press('Enter');
    await mistake(page).waitFor();
    await button(page, 'Schedule text').click();
    expect(await page.getByLabel('Send at').and(page.locator(':focus')).count()).toBe(1);
    await page.reload();
    await settle(page);
    await mistake(page).waitFor();
    await button(page, 'Schedule text').click();
    expect((await client().message.list({})).data).toEqual([]);
    await typeTime(page, 'Send at', tomorrow);
    expect(await mistake(page).count()).toBe(0);
    await button(page, 'Schedule text').click();
    await page.getByText('The text is scheduled').waitFor();
    const { data } = await client().message.list({});
    expect(data).toMatchObject([{ status: 'scheduled', to: ada }]);
  });

  it('says how far away a time is in the language of the sentence', async () => {
    const { id } = await client().message.send({
      to: ada,
      text: 'Later',
      send_at: new Date(Date.now() + 10 * 24 * 60 * 60_000).toISOString(),
    });
    const page = await console.open(`messages/${id}`, { locale: 'de-DE' });
    await page.getByText(/^Will be sent in \d+ days$/).waitFor();
  });

  it('sends a text without a time after the user removes a part of one', async () => {
    const page = await console.open('messages/new', english);
    await button(page, 'More options').click();
    await typeDate(page, 'Send at', '10');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Backspace');
    await button(page, 'Send text').waitFor();
    await page.keyboard.press('Tab');
    expect(await mistake(page).count()).toBe(0);
  });

  it('moves a scheduled text and a scheduled broadcast', async () => {
    const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString();
    const send_at = inDays(1);
    const text = await client().message.send({ to: ada, text: 'Soon', send_at });
    const sale = await client().broadcast.create({
      ...{ name: 'Sale', audience: { list_ids: [everybody] }, text: 'Sale!', send_at },
    });
    const moved = `${inDays(2).slice(0, 16)}:00.000Z`;
    for (const path of [`messages/${text.id}`, `broadcasts/${sale.id}`]) {
      const page = await console.open(path, { ...english, timezoneId: 'UTC' });
      await button(page, 'Change time').click();
      const dialog = page.getByRole('dialog', { name: 'Change time' });
      await dialog.getByLabel('Send at').fill(moved.slice(0, 16));
      await dialog.getByRole('button', { name: 'Change time' }).click();
      await page.getByText('The time is changed').waitFor();
    }
    expect(await client().message.get({ id: text.id })).toMatchObject({ send_at: moved });
    expect(await client().broadcast.get({ id: sale.id })).toMatchObject({ send_at: moved });
  });

  it('offers no other time for a text of a broadcast, which decides when to send it', async () => {
    const send_at = new Date(Date.now() + 86_400_000).toISOString();
    const text = await client().message.send({ to: ada, text: 'Held', send_at });
    const page = await console.open(undefined, english);
    await page.route(`**/v1/messages/${text.id}`, (route) =>
      route.fulfill({ json: { ...text, broadcast_id: 'brd_1' } }),
    );
    await console.go(page, `messages/${text.id}`);
    await button(page, 'Cancel message').waitFor();
    expect(await button(page, 'Change time').count()).toBe(0);
  });

  it('never widens an audience because a part of it is missing', async () => {
    const page = await console.open(`broadcasts/new?list=${everybody}`, english);
    await page.getByRole('textbox', { name: 'Name' }).fill('News');
    await page.getByRole('textbox', { name: 'Text' }).fill('Hi all');
    await page.getByLabel('Added after').fill('2030-10-01T09:15');
    await page.getByText('In the audience').waitFor();
    await page.getByLabel('Added after').focus();
    await page.keyboard.press('Backspace');
    await page.getByText('In the audience').waitFor({ state: 'detached' });
    await button(page, 'Send…').click();
    await mistake(page).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('never makes a key permanent because a part of its end is missing', async () => {
    const page = await console.open('keys', english);
    await button(page, 'New key').click();
    await page.getByLabel('Name').fill('Guest');
    await typeDate(page, 'Expires at');
    await button(page, 'Create key').click();
    await mistake(page).waitFor();
    const { data } = await client().key.list({});
    expect(data.filter(({ name }) => name === 'Guest')).toEqual([]);
  });

  it('selects the time of a report, and keeps one entry in the history', async () => {
    const page = await console.open('reports?range=own&start=x&end=y', english);
    await settle(page);
    const before = await page.evaluate<number>('history.length');
    await typeTime(page, 'Start', '10012026');
    await page.waitForURL(/start=2026-10-01T/);
    expect(await page.getByLabel('Start').inputValue()).toBe('2026-10-01T09:15');
    expect(await page.evaluate<number>('history.length')).toBe(before);
  });
});
