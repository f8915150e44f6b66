import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openConsole, type Console } from './openConsole.ts';

describe('an import of contacts in a real browser', () => {
  let console: Console;
  beforeAll(async () => {
    console = await openConsole();
  });
  afterAll(() => console.close());
  afterEach(() => console.closeTabs());

  const client = () => console.service.client;
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
  const heading = (page: Page, name: string) => page.getByRole('heading', { name }).waitFor();
  const choose = (page: Page, name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  const phone = (n: number) => `+1202${String(5_560_000 + n)}`;
  const found = async (number: string) =>
    (await client().contact.list({ phone: number })).data.map(({ last_name }) => last_name);

  it('keeps the letters of a file that Excel saved on Windows', async () => {
    await client().contact.upsert({ phone: phone(1), last_name: 'Müller' });
    const page = await console.open('contacts/import');
    await choose(page, 'excel.csv', Buffer.from(`phone,last_name\n${phone(1)},Müller\n`, 'latin1'));
    await button(page, 'Import contacts').click();
    await heading(page, 'Imported');
    expect(await found(phone(1))).toEqual(['Müller']);
  });

  it('reads the file that the form shows, however long that takes', async () => {
    const page = await console.open('contacts/import');
    await choose(page, 'first.csv', Buffer.from(`phone,last_name\n${phone(2)},First\n`));
    await page.getByText('first.csv').waitFor();
    await page.evaluate(`for (const name of ['text', 'arrayBuffer']) {
      const read = Blob.prototype[name];
      Blob.prototype[name] = async function () {
        await new Promise((resolve) => setTimeout(resolve, 1_000));
        return read.call(this);
      };
    }`);
    await choose(page, 'second.csv', Buffer.from(`phone,last_name\n${phone(3)},Second\n`));
    await button(page, 'Import contacts').click();
    await heading(page, 'Imported');
    expect([await found(phone(2)), await found(phone(3))]).toEqual([[], ['Second']]);
  });

  it('continues while the user reads another page, and keeps the rejected rows', async () => {
    const page = await console.open('contacts/import');
    const { promise: reached, resolve: reach } = Promise.withResolvers<undefined>();
    const { promise: gone, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('**/v1/contacts/import', async (route) => {
      reach(undefined);
      await gone;
      await route.continue();
    });
    const rows = Array.from({ length: 700 }, (_, n) => `${phone(n)},Name`);
    await choose(
      page,
      'long.csv',
      Buffer.from(['phone,last_name', 'nobody,N', ...rows].join('\n')),
    );
    await button(page, 'Import contacts').click();
    await reached;
    await console.go(page, 'lists');
    await page.getByRole('heading', { name: 'Lists', level: 1 }).waitFor();
    await console.go(page, 'contacts/import');
    await heading(page, 'Importing');
    release(undefined);
    await heading(page, 'Imported');
    await page.getByRole('row', { name: /Must be a phone number/ }).waitFor();
  });

  it('names the column that could hide an opt-out, and says what it read each column as', async () => {
    const page = await console.open('contacts/import');
    await choose(page, 'old.csv', Buffer.from(`Mobile,Opted out\n${phone(6_000)},yes\n`));
    await button(page, 'Import contacts').click();
    await page.getByText('Has the column "Opted out"').waitFor();
    const csv = `Mobile,Status,Plan,ID\n${phone(6_000)},opted_out,pro,7\n`;
    await choose(page, 'new.csv', Buffer.from(csv));
    await button(page, 'Import contacts').click();
    await page.getByText('Fields: Mobile (phone), Status (status)').waitFor();
    await page.getByText('Attributes: Plan (plan)').waitFor();
    await page.getByText('Ignored: ID').waitFor();
  });

  it('counts a part once whose response was lost', async () => {
    const page = await console.open('contacts/import');
    const keys: (string | undefined)[] = [];
    await page.route('**/v1/contacts/import', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await route.fetch();
      await route.abort();
    });
    await choose(page, 'new.csv', Buffer.from(`phone\n${phone(5_000)}\n${phone(5_001)}\n`));
    await button(page, 'Import contacts').click();
    await heading(page, 'Interrupted');
    await page.unroute('**/v1/contacts/import');
    await page.route('**/v1/contacts/import', async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      await route.continue();
    });
    await button(page, 'Continue').click();
    await heading(page, 'Imported');
    expect(new Set(keys).size).toBe(1);
    const created = page.locator('dt', { hasText: 'New contacts' }).locator('xpath=../dd');
    expect(await created.innerText()).toBe('2');
  });

  it('follows its content security policy and throws no errors', () => {
    expect(console.complaints).toEqual([]);
  });
});
