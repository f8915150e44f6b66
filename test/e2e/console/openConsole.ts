import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, expect } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { buildConsole } from '../../../scripts/buildConsole.ts';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { until } from '../../service/harness/until.ts';
import { openBrowser } from '../openBrowser.ts';
import { databaseWithTables } from '../../service/harness/database.ts';

export interface Console {
  readonly service: ServiceProcess;
  /** Opens a new tab for a signed-in user, at a place such as `messages/new`. */
  readonly open: (place?: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Opens a new tab at a fragment. The tab is signed in only if the fragment contains a key. */
  readonly openAt: (fragment: string, options?: BrowserContextOptions) => Promise<Page>;
  /** Goes to another place in a tab, and waits until its page is shown. */
  readonly go: (page: Page, place: string) => Promise<void>;
  /** Lists the errors and the violations of the content security policy in all tabs. */
  readonly complaints: readonly string[];
  /** Closes all tabs, because an open tab keeps sending requests to the service. */
  readonly closeTabs: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Opens the real console of a real service in a real browser. */
export async function openConsole(
  settings: Readonly<Record<string, string>> = {},
): Promise<Console> {
  buildConsole();
  const service = await startServiceProcess({ database: await databaseWithTables(), settings });
  const browser: Browser = await openBrowser();
  const complaints: string[] = [];

  const openAt = async (fragment: string, options?: BrowserContextOptions): Promise<Page> => {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(120_000);
    const page = await context.newPage();
    page.on('pageerror', ({ message }) => complaints.push(message));
    page.on('console', (message) => {
      if (message.text().includes('Content Security Policy')) complaints.push(message.text());
    });
    await page.goto(new URL(`/console/${fragment}`, service.baseUrl).href);
    if (fragment.startsWith('#key=')) await agree(page);
    return page;
  };
  const go = async (page: Page, place: string): Promise<void> => {
    await page.evaluate(`location.hash = ${JSON.stringify(`#/${place}`)}`);
    await settle(page);
  };
  return {
    service,
    openAt,
    go,
    open: async (place, options) => {
      const page = await openAt(`#key=${encodeURIComponent(service.apiKey)}`, options);
      await page.getByRole('navigation').waitFor({ state: 'attached' });
      if (place !== undefined) await go(page, place);
      return page;
    },
    complaints,
    closeTabs: async () => {
      for (const context of browser.contexts()) await context.close();
    },
    close: async () => {
      await browser.close();
      await service.stop();
    },
  };
}

/** The console of the tests in this file. */
export let console: Console;
export const client = () => console.service.client;

/**
 * Opens the console for the tests of this file, and closes their tabs. At the end, it expects that
 * the console has followed its content security policy and has thrown no errors.
 */
export function useConsole(): void {
  beforeAll(async () => {
    console = await openConsole();
  });
  afterEach(() => console.closeTabs());
  afterAll(async () => {
    await console.close();
    expect(console.complaints).toEqual([]);
  });
}

export const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
export const box = (page: Page, name: string) => page.getByRole('textbox', { name, exact: true });
export const row = (page: Page, text: string | RegExp) => page.getByRole('row', { name: text });
export const heading = (page: Page, name: string | RegExp) =>
  page.getByRole('heading', { level: 1, name });
/** Waits for a toast. */
export const said = (page: Page, text: string | RegExp) =>
  page.getByRole('status', { name: 'Notices' }).getByText(text).waitFor();

/** Checks a page with axe in both color schemes. */
export async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await violationsOn(page)).toEqual([]);
  }
}

/** Signs in with the key of a link. */
export const agree = (page: Page): Promise<void> =>
  page.getByRole('button', { name: /^Sign in as / }).click();

/** Waits until all data is loaded. */
export async function settle(page: Page): Promise<void> {
  await page.locator('h1').first().waitFor();
  await until('nothing is loading', async () => (await page.locator(placeholders).count()) === 0);
}

const placeholders = '.mantine-Skeleton-root, .mantine-Loader-root, [aria-busy=true]';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/**
 * Returns the violations that axe finds on a page: the rule, and the first element that breaks it.
 */
export async function violationsOn(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{ violations: Violation[] }>('axe.run()');
  return violations.map(
    ({ id, nodes: [first] }) => `${id}: ${first!.html} ${first!.failureSummary}`,
  );
}
