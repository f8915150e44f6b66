import { describe, expect, it } from '@jest/globals';
import { until } from '../../service/harness/until.ts';
import { button, console, said, useConsole } from './openConsole.ts';

describe('the layout of the console in a real browser', () => {
  useConsole();

  it.each([390, 1280])('shows every column at %s pixels, even with long names', async (width) => {
    const { client } = console.service;
    const name = `${'Donaudampfschifffahrt'.repeat(4)} ${width}`;
    const list = await client.list.create({ name });
    await client.contact.upsert({
      phone: '+12025550110',
      first_name: name,
      email: `${'donau'.repeat(12)}@example.com`,
      lists: [list.id],
      consent: { source: name, at: '2026-01-02T10:00:00Z' },
    });
    const expires_at = new Date(Date.now() + 86_400_000).toISOString();
    await client.key.create({ name, scope: 'send', expires_at });
    const { id } = await client.broadcast.create({
      name,
      audience: { list_ids: [list.id] },
      text: 'News',
      send_at: expires_at,
    });
    await client.message.send({ to: '+12025550150', text: name });
    await client.webhook.create({
      url: `http://127.0.0.1:9/${name.split(' ')[0]}`,
      events: ['message.*'],
    });

    const page = await console.open(undefined, { viewport: { width, height: 844 } });
    for (const place of [
      'messages',
      'broadcasts',
      `broadcasts/${id}`,
      'contacts',
      'lists',
      `lists/${list.id}`,
      'consents',
      'numbers',
      'reports',
      'webhooks',
      'carriers',
      'keys',
      'audit',
    ]) {
      await console.go(page, place);
      const found = await page.evaluate(
        `[...document.querySelectorAll('table')].filter((table) =>
          [table, ...table.querySelectorAll('td')].some((box) =>
            box.scrollWidth > (box.localName === 'td' ? box : box.parentElement).clientWidth)).length`,
      );
      expect({ place, found }).toEqual({ place, found: 0 });
    }
  });

  it('shows long names in dialogs, notices and sentences without moving a button away', async () => {
    const { client, textFrom } = console.service;
    const name = 'Donaudampfschifffahrt'.repeat(4);
    const list = await client.list.create({ name: `${name} dialogs` });
    const contact = await client.contact.upsert({ phone: '+12025550114', first_name: name });
    await client.webhook.create({ url: `http://127.0.0.1:9/${name}`, events: ['message.*'] });
    const [number] = (await client.number.list({})).data;
    await textFrom(contact.phone, number!.number, 'STOP');
    const [conversation] = await until('the conversation exists', async () => {
      const { data } = await client.conversation.list({ phone: contact.phone });
      return data.length > 0 && data;
    });

    const page = await console.open(undefined, { viewport: { width: 375, height: 700 } });
    const hidden = () =>
      page.evaluate(
        `[...document.querySelectorAll('[role=dialog], [role=dialog] *, [aria-label=Notices] *, main, main p')].filter(
          (box) => box.scrollWidth > box.clientWidth + 1 && getComputedStyle(box).display !== 'inline').map((box) => box.outerHTML.slice(0, 150))`,
      );
    for (const place of [`lists/${list.id}`, `contacts/${contact.id}`]) {
      await console.go(page, place);
      await button(page, 'Delete').click();
      await page.getByRole('dialog').getByRole('heading', { name }).waitFor();
      expect({ place, hidden: await hidden() }).toEqual({ place, hidden: [] });
      await page.keyboard.press('Escape');
    }
    await console.go(page, `lists/${list.id}`);
    await button(page, 'Rename').click();
    await page.getByRole('dialog').getByLabel('Name').fill(`${name} renamed`);
    await page.keyboard.press('Enter');
    await said(page, `The list ${name} renamed is saved`);
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await hidden()).toEqual([]);
    await console.go(page, `inbox/${conversation!.id}`);
    await page.getByText(/opted out of your texts/).waitFor();
    expect(await hidden()).toEqual([]);
  });

  it('aligns two fields that share a line although one of them has an error', async () => {
    const page = await console.open('settings', { viewport: { width: 1280, height: 844 } });
    const country = page.getByLabel('Default country');
    await country.fill('Germany');
    await page.getByRole('button', { name: 'Save changes' }).first().click();
    await page.getByText('Must be a two-letter country code').waitFor();
    const boxes = await Promise.all(
      [country, page.getByLabel('Time zone').first()].map((field) => field.boundingBox()),
    );
    expect(boxes[0]!.y).toBe(boxes[1]!.y);
  });

  it('shows a list with a long name within its field', async () => {
    const { client } = console.service;
    const list = await client.list.create({ name: 'People who like long names '.repeat(3).trim() });
    const { id } = await client.contact.upsert({ phone: '+12025550111', lists: [list.id] });
    const page = await console.open(`contacts/${id}`, { viewport: { width: 1280, height: 844 } });
    const field = page.locator('.mantine-Pill-label');
    await field.waitFor();
    const [shown, form] = await Promise.all(
      [field, page.locator('form')].map((box) => box.boundingBox()),
    );
    expect(shown!.x + shown!.width).toBeLessThan(form!.x + form!.width);
  });

  it.each(['messages', 'broadcasts'])('shows Hebrew from right to left in %s', async (place) => {
    const { message, broadcast } = console.service.client;
    const text = 'שלום לכם!';
    const { id } = await (place === 'messages'
      ? message.send({ to: '+12025550112', text })
      : broadcast.create({ name: 'News', audience: { all_contacts: true }, text }));
    const page = await console.open(`${place}/${id}`);
    await page.getByText(text).waitFor();
    const marks = await page.evaluate<number[]>(`(() => {
      const range = document.createRange();
      const find = (path) => document.evaluate(path, document).iterateNext();
      const text = find("//text()[. = '${text}']");
      return [0, 8].map((start) => {
        range.setStart(text, start);
        range.setEnd(text, start + 1);
        return range.getBoundingClientRect().left;
      });
    })()`);
    expect(marks[1]).toBeLessThan(marks[0]!);
  });

  it('shows the last text of a conversation in its direction', async () => {
    const { service } = console;
    const number = (await service.client.number.list({})).data[0]!.number;
    const text = 'שלום לכם!';
    await service.textFrom('+12025550113', number, text);
    const page = await console.open('inbox');
    await page.getByRole('region', { name: 'Inbox' }).getByText(text).waitFor();
    const direction = await page.evaluate(`getComputedStyle(
      [...document.querySelectorAll('li [dir=auto]')].find(({ textContent }) => textContent === '${text}'),
    ).direction`);
    expect(direction).toBe('rtl');
  });

  it('shows all pages in the navigation of a laptop', async () => {
    const page = await console.open('home', { viewport: { width: 1280, height: 760 } });
    const hidden = await page.evaluate(
      `[...document.querySelectorAll('nav a')].filter((link) =>
        link.getBoundingClientRect().bottom > link.closest('[role=group]').parentElement.getBoundingClientRect().bottom).map((link) => link.textContent)`,
    );
    expect(hidden).toEqual([]);
  });
});
