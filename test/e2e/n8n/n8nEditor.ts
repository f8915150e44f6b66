import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { owner, type N8n } from '../../../scripts/n8n/n8n.ts';

/** Opens a new workflow in n8n's editor, signed in as its owner. */
export async function openEditor(
  browser: Browser,
  { url }: Pick<N8n, 'url'>,
  options: BrowserContextOptions = { viewport: { width: 1400, height: 1000 } },
): Promise<Page> {
  const page = await browser.newPage(options);
  // A machine that starts n8n and a browser at the same time is slow to show the first page.
  page.setDefaultTimeout(120_000);
  await page.goto(`${url}/signin`);
  await page.locator('input[type=email]').fill(owner.email);
  await page.locator('input[type=password]').fill(owner.password);
  await page.keyboard.press('Enter');
  await page.waitForURL((address) => !address.pathname.startsWith('/signin'));
  await page.goto(`${url}/workflow/new`);
  return page;
}

/** Finds an element by the attribute with which n8n marks its elements for tests. */
export const marked = (page: Page, mark: string) => page.locator(`[data-test-id="${mark}"]`);

/**
 * Searches in the node creator, opens the node of this package that it finds, and returns the
 * actions of this node. Waits for the expected ones, because the editor shows a long list in parts.
 */
export async function readActions(
  page: Page,
  word: string,
  expected: readonly string[],
): Promise<string[]> {
  const items = marked(page, 'item-iterator-item');
  await marked(page, 'node-creator-plus-button').click();
  await marked(page, 'node-creator-search-bar').fill(word);
  const found = items.filter({ hasText: /^Textloom/ });
  await found.click();
  for (const action of expected)
    await items.filter({ has: page.getByText(action, { exact: true }) }).waitFor();
  await found.waitFor({ state: 'detached' });
  return items.allInnerTexts();
}
