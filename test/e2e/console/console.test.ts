import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../service/harness/until.ts';
import { console, useConsole } from './openConsole.ts';

describe('the handsets of the console in a real browser', () => {
  useConsole();

  const texts = (page: Page) => page.getByRole('region', { name: 'Texts' });
  const live = (page: Page) => page.getByText('Live', { exact: true }).waitFor();

  it('removes the key from the URL and keeps it for the tab', async () => {
    const page = await console.open('handsets');
    await live(page);
    expect(page.url()).not.toContain(console.service.apiKey);
    await page.reload();
    await live(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('runs no script from another origin, and cannot be framed', async () => {
    const { headers } = await fetch(`${console.service.url}/console/`);
    const rules = headers.get('content-security-policy')!.split('; ');
    for (const rule of [
      "default-src 'none'",
      "script-src 'self'",
      "connect-src 'self'",
      "base-uri 'none'",
      "form-action 'none'",
      "frame-ancestors 'none'",
    ])
      expect(rules).toContain(rule);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
  });

  it('reports an invalid key', async () => {
    const page = await console.openAt('');
    await page.getByLabel('API key').fill('tl_admin_of_somebody_else');
    await page.keyboard.press('Enter');
    await page.getByText('This API key is not valid').waitFor();
  });

  it('shows a text as it arrives, and the reply reaches the account', async () => {
    const page = await console.open('handsets');
    await live(page);
    const sent = await console.service.client.message.send({
      to: '+12025550123',
      text: 'It has shipped',
    });
    await page.getByRole('link', { name: /202-555-0123.*unread/ }).click();
    await texts(page).getByText('It has shipped').waitFor();

    await page.getByRole('textbox').fill('Thank you');
    await page.keyboard.press('Enter');
    await texts(page).getByText('Thank you').waitFor();
    const reply = await until('the reply is there', async () => {
      const { data } = await console.service.client.message.list({});
      return data.find(({ text }) => text === 'Thank you');
    });
    expect(reply).toMatchObject({ direction: 'inbound', from: '+12025550123', to: sent.from });
  });

  it('opens a new handset whose digits choose the outcome', async () => {
    const page = await console.open('handsets');
    await page.getByRole('button', { name: 'New handset' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New handset' });
    await dialog.getByLabel('What the last two digits mean').first().click();
    await page.getByRole('button', { name: 'Echoes the text', exact: true }).click();
    await dialog.getByRole('button', { name: 'Open handset' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Ends in 59 · Echoes the text').waitFor();
    await page.keyboard.type('Hello from here');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /0159.*Hello from here/ }).waitFor();
  });

  it('shows the link of the current page in the navigation of a low window', async () => {
    const page = await console.open('settings', { viewport: { width: 1280, height: 500 } });
    await page.getByRole('heading', { name: 'Settings', exact: true }).waitFor();
    await until('the link is visible', () =>
      page.evaluate(`(() => {
        const { x, y, height } = document
          .querySelector('[aria-current="page"]')
          .getBoundingClientRect();
        return document.elementFromPoint(x + 40, y + height / 2)?.closest('a')?.ariaCurrent;
      })()`),
    );
  });
});
