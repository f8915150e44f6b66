import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { buildConsole } from '../../scripts/buildConsole.ts';
import { startServiceProcess, type ServiceProcess } from '../../scripts/serviceProcess.ts';
import { until } from '../service/until.ts';
import { openBrowser } from './n8nEditor.ts';

describe('the console in a real browser', () => {
  let service: ServiceProcess;
  let browser: Browser;
  const complaints: string[] = [];

  beforeAll(async () => {
    buildConsole();
    service = await startServiceProcess();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const open = async (fragment: string): Promise<Page> => {
    const page = await (await browser.newContext()).newPage();
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    await page.goto(new URL(`/console/${fragment}`, service.baseUrl).href);
    return page;
  };
  const signedIn = () => open(`#key=${encodeURIComponent(service.apiKey)}`);
  const texts = (page: Page) => page.getByRole('region', { name: 'Texts' });
  const live = (page: Page) => page.getByText('Live', { exact: true }).waitFor();

  it('takes the key out of the address and keeps it for the tab', async () => {
    const page = await signedIn();
    await live(page);
    expect(page.url()).not.toContain(service.apiKey);
    await page.reload();
    await live(page);
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').waitFor();
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
  });

  it('says what is wrong with a key', async () => {
    const page = await open('');
    await page.getByLabel('API key').fill('tl_admin_of_somebody_else');
    await page.keyboard.press('Enter');
    await page.getByText('This API key is not valid').waitFor();
  });

  it('shows a text as it arrives, and the reply reaches the account', async () => {
    const page = await signedIn();
    await live(page);
    const sent = await service.client.message.send({ to: '+12025550123', text: 'It has shipped' });
    await page.getByRole('link', { name: /202-555-0123.*unread/ }).click();
    await texts(page).getByText('It has shipped').waitFor();

    await page.getByRole('textbox').fill('Thank you');
    await page.keyboard.press('Enter');
    await texts(page).getByText('Thank you').waitFor();
    const reply = await until('the reply is there', async () => {
      const { data } = await service.client.message.list({});
      return data.find(({ text }) => text === 'Thank you');
    });
    expect(reply).toMatchObject({ direction: 'inbound', from: '+12025550123', to: sent.from });
  });

  it('opens a new handset whose digits choose the outcome', async () => {
    const page = await signedIn();
    await page.getByRole('button', { name: 'New handset' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'New handset' });
    await dialog.getByLabel('What the last two digits choose').first().click();
    await page.getByRole('button', { name: 'Echoes', exact: true }).click();
    await dialog.getByRole('button', { name: 'Open handset' }).click();
    await dialog.waitFor({ state: 'hidden' });
    await page.getByText('Ends in 59 · Echoes').waitFor();
    await page.keyboard.type('Hello from here');
    await page.keyboard.press('Enter');
    await page.getByRole('link', { name: /0159.*Hello from here/ }).waitFor();
  });

  it('keeps to its content security policy and throws nothing', () => {
    expect(complaints).toEqual([]);
  });
});
