import { existsSync } from 'node:fs';
import { chromium, type Browser, type Page } from 'playwright-core';
import { owner, type N8n } from '../../scripts/n8n/n8n.ts';

const executablePath = [process.env.CHROMIUM, '/usr/bin/chromium', '/usr/bin/google-chrome'].find(
  (path) => path !== undefined && existsSync(path),
);
export const openBrowser = (): Promise<Browser> =>
  chromium.launch({ executablePath, args: ['--no-sandbox'] });

/** A new workflow in n8n's editor, as its owner sees it. */
export async function openEditor(browser: Browser, { url }: N8n): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 1000 } });
  await page.goto(`${url}/signin`);
  await page.locator('input[type=email]').fill(owner.email);
  await page.locator('input[type=password]').fill(owner.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
  await page.goto(`${url}/workflow/new`);
  return page;
}

/** What the node creator lists for the nodes of this package. */
export async function actionsOf(page: Page, search: string): Promise<string[]> {
  const items = page.getByTestId('item-iterator-item');
  await page.getByTestId('node-creator-plus-button').click();
  await page
    .getByTestId('node-creator-search-bar')
    .or(page.getByPlaceholder(/search/i))
    .first()
    .waitFor();
  await page.keyboard.type(search);
  await items.filter({ hasText: 'Textloom' }).first().click();
  await items
    .filter({ hasText: /message|SMS/ })
    .first()
    .waitFor();
  return items.allInnerTexts();
}
