import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { operations } from '@textloom/shared/contract';
import type { Browser, Page } from 'playwright-core';
import { startServiceProcess, type ServiceProcess } from '../../../scripts/serviceProcess.ts';
import { openBrowser } from '../openBrowser.ts';
import { violationsOn } from '../console/openConsole.ts';

const run = promisify(execFile);

describe('the documentation in a real browser', () => {
  let service: ServiceProcess;
  let browser: Browser;
  beforeAll(async () => {
    service = await startServiceProcess();
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  interface Look {
    readonly colorScheme: 'light' | 'dark';
    /** Holds the width in pixels. */
    readonly width: number;
  }
  interface Opened {
    readonly page: Page;
    /** Lists the other resources that the page loads, and those that its policy blocks. */
    readonly loaded: readonly string[];
  }
  const open = async (
    path: string,
    { colorScheme, width }: Look = { colorScheme: 'light', width: 1280 },
  ): Promise<Opened> => {
    const viewport = { width, height: 800 };
    const page = await (await browser.newContext({ colorScheme, viewport })).newPage();
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(request.url()));
    page.on('console', (message) => loaded.push(message.text()));
    const { href } = new URL(path, service.url);
    await page.goto(href);
    const isOwn = (one: string) =>
      one === href ||
      one.startsWith(`${service.url}/docs/files/`) ||
      one.endsWith('/icon.svg') ||
      one.includes('the server responded with a status of 404');
    return { page, loaded: loaded.filter((one) => !isOwn(one)) };
  };

  it('shows all columns of a table on a phone', async () => {
    const path = '/docs/guides/connect-n8n-or-zapier';
    const { page } = await open(path, { colorScheme: 'light', width: 375 });
    const hidden = `[...document.querySelectorAll('.wide')].map((one) => one.scrollWidth - one.clientWidth)`;
    expect(await page.evaluate(hidden)).toEqual([0, 0]);
  });

  describe.each([
    '/docs',
    '/docs/reference',
    '/docs/n8n',
    '/docs/carriers',
    '/docs/guides/broadcast',
    '/docs/changelog',
    '/docs/none',
    '/errors',
    '/errors/validation_failed',
    '/errors/no_receipt',
  ])('at %s', (path) => {
    it.each([
      { where: 'in light mode on a desktop', colorScheme: 'light', width: 1280 },
      { where: 'in dark mode on a phone', colorScheme: 'dark', width: 360 },
    ] as const)('is accessible $where, and complete', async ({ colorScheme, width }) => {
      const { page, loaded } = await open(path, { colorScheme, width });
      expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
      // All articles have the same structure, and axe takes a minute for the whole reference.
      await page.evaluate(
        `document.querySelectorAll('article:nth-of-type(n + 3)').forEach((one) => one.remove())`,
      );
      if (width < 960) await page.click('header .menu');
      expect(await violationsOn(page)).toEqual([]);
      expect(loaded).toEqual([]);
    });

    it('is well formed: a strict parser finds the same elements as the browser', async () => {
      const { page } = await open(path);
      const source = await (await fetch(page.url())).text();
      const [strict, seen] = await page.evaluate<[string[], string[]]>(`(() => {
          const names = (parsed) => [...parsed.querySelectorAll('*')].map((one) => one.localName);
          const source = ${JSON.stringify(source.replace(/<!doctype html>|<style>[^]*?<\/style>/g, ''))};
          const xml = new DOMParser().parseFromString(source.trim(), 'application/xml');
          return [names(xml), names(document).filter((name) => name !== 'style')];
        })()`);
      expect(seen).toEqual(strict);
    });
  });

  it('closes the menu on a phone when it leads to a part of the same page', async () => {
    const { page, loaded } = await open('/docs/running', { colorScheme: 'light', width: 360 });
    await page.click('header .menu');
    const menu = page.getByRole('navigation', { name: 'Documentation' });
    await menu.getByRole('link', { name: 'Configuration' }).click();
    await menu.waitFor({ state: 'hidden' });
    expect(page.url()).toMatch(/#configuration$/);
    expect(loaded).toEqual([]);
  });

  it('shows an example of every operation that works unchanged', async () => {
    const { page } = await open('/docs/reference');
    const examples = await page.locator('code.curl').allTextContents();
    expect(examples.length).toBeGreaterThanOrEqual(operations.length);
    const refused: string[] = [];
    for (const example of examples) {
      const { stdout } = await run('bash', ['-c', `${example} -sS -w '\\n%{http_code}'`], {
        env: {
          PATH: process.env.PATH,
          TEXTLOOM_API_KEY: service.apiKey,
        },
      });
      // The IDs in the examples do not exist, and the account already has the number.
      if (!/\n(2..|404|409)$|list that does not exist.*\n422$/.test(stdout))
        refused.push(`${example}\n${stdout}`);
    }
    expect(refused).toEqual([]);
  });
});
