import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { button, client, console, useConsole } from './openConsole.ts';

describe('an import of contacts in a real browser', () => {
  useConsole();

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

  it('imports no part of a file with a stray quote, and names its line', async () => {
    const lines = Array.from({ length: 1_300 }, (_, n) => `${phone(7_000 + n)},Name`);
    const page = await console.open('contacts/import');
    const stray = [...lines.with(1_200, `${phone(8_200)},"Bob" Smith`)];
    await choose(page, 'stray.csv', Buffer.from(['phone,last_name', ...stray].join('\n')));
    await button(page, 'Import contacts').click();
    await page
      .getByText('Something follows a closing quote in the row that begins on line 1,202.')
      .waitFor();
    expect(await found(phone(7_000))).toEqual([]);
    const open = [...lines.with(1_200, `${phone(8_200)},"Bob`)];
    await choose(page, 'open.csv', Buffer.from(['phone,last_name', ...open].join('\n')));
    await button(page, 'Import contacts').click();
    await page.getByText('A quote is not closed in the row that begins on line 1,202.').waitFor();
    expect(await found(phone(7_000))).toEqual([]);
    await choose(page, 'good.csv', Buffer.from(`sep=;\nphone;last_name\n${phone(7_000)};Ada`));
    await button(page, 'Import contacts').click();
    await heading(page, 'Imported');
    expect(await found(phone(7_000))).toEqual(['Ada']);
  });

  it('asks before the page closes, and says where it stopped if it closes anyway', async () => {
    const page = await console.open('contacts/import');
    let parts = 0;
    await page.route('**/v1/contacts/import', async (route) => {
      if (++parts === 1) await route.continue();
    });
    const rows = Array.from({ length: 1_200 }, (_, n) => `${phone(10_000 + n)},Secret`);
    await choose(page, 'big.csv', Buffer.from(['phone,last_name', ...rows].join('\n')));
    await button(page, 'Import contacts').click();
    await page.getByRole('definition').filter({ hasText: '500' }).waitFor();
    const asked = page.waitForEvent('dialog');
    const reloaded = page.reload();
    await (await asked).accept();
    await reloaded;
    const stopped = 'big.csv stopped after 500 of 1,200 rows';
    await page.getByText(stopped).waitFor();
    const stored = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })');
    expect(stored).toContain('big.csv');
    expect(stored).not.toMatch(/Secret|1202556/);
    await page.unroute('**/v1/contacts/import');
    await choose(page, 'big.csv', Buffer.from(['phone,last_name', ...rows].join('\n')));
    await button(page, 'Import contacts').click();
    await heading(page, 'Imported');
    await button(page, 'Import another file').click();
    expect(await page.getByText(stopped).count()).toBe(0);
    await page.reload();
    await button(page, 'Import contacts').waitFor();
    expect(await page.getByText(stopped).count()).toBe(0);
  });

  it('leaves nothing in the tab when the user signs out meanwhile', async () => {
    const page = await console.open('contacts/import');
    const { promise: gone, resolve: release } = Promise.withResolvers<undefined>();
    await page.route('**/v1/contacts/import', async (route) => {
      await gone;
      await route.abort();
    });
    await choose(page, 'private.csv', Buffer.from(`phone\n${phone(12_000)}\n`));
    await button(page, 'Import contacts').click();
    await heading(page, 'Importing');
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).toContain('private.csv');
    await button(page, 'Sign out').click();
    await page.getByLabel('API key').waitFor();
    release(undefined);
    await page.waitForTimeout(500);
    expect(await page.evaluate('JSON.stringify({ ...sessionStorage })')).not.toContain('private');
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
});
