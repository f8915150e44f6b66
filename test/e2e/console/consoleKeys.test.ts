import { describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { authorization } from '../../service/harness/harness.ts';
import { agree, client, console, row, useConsole, violationsOn } from './openConsole.ts';

const day = 86_400_000;

describe('the console in a real browser', () => {
  useConsole();

  const use = (key: string) =>
    fetch(new URL('/v1/account', console.service.baseUrl), { headers: authorization(key) });
  const look = async (page: Page, name: string) => {
    const folder = process.env.LOOK_AT;
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      expect(await violationsOn(page)).toEqual([]);
      if (folder !== undefined)
        await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png` });
    }
  };

  it('shows an empty audit log, and later who created a key', async () => {
    const page = await console.open('audit?operation=list.delete');
    await page.getByText('No entry matches').waitFor();
    await look(page, 'audit-empty');
    await client().key.create({ name: 'Shop', scope: 'send' });
    await console.go(page, 'audit?operation=key.create');
    const [entry] = (await client().audit.list({ operation: 'key.create' })).data;
    expect(entry).toMatchObject({ actor: 'key', outcome: 'succeeded' });
    const creation = row(page, /key\.create.*Succeeded/).filter({ hasText: entry!.key_name! });
    await creation.first().waitFor();
    await console.go(page, 'audit');
    await row(page, /Service/)
      .first()
      .waitFor();
    await look(page, 'audit');
    await console.go(page, 'audit?created_after=nonsense');
    await page.getByText('A filter is not valid').waitFor();
    const marked = page.getByLabel('Created after').and(page.locator('[aria-invalid=true]'));
    await marked.waitFor();
    await look(page, 'audit-error');
  });

  it('rotates a key, shows the new one once, and marks the old one', async () => {
    await client().key.create({ name: 'Orders', scope: 'send' });
    const page = await console.open('keys');
    // A dialog that fades has too little contrast.
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Rotate Orders' }).click();
    const dialog = page.getByRole('dialog', { name: 'Rotate Orders' });
    await dialog.getByLabel('Overlap hours').fill('48');
    await look(page, 'rotate');
    await dialog.getByRole('button', { name: 'Rotate key' }).click();
    const shown = page.getByRole('dialog', { name: 'New API key' }).getByText(/^tl_send_/);
    await shown.waitFor();
    // Nobody can see the key again, so neither a key press nor a click elsewhere closes it.
    await page.keyboard.press('Escape');
    await page.mouse.click(5, 5);
    await page.waitForTimeout(300);
    expect(await shown.isVisible()).toBe(true);
    await page.getByRole('button', { name: 'I have copied it' }).click();
    await row(page, /Orders Replaced .*Expires in 2 days/).waitFor();
    await look(page, 'keys');
    const { data } = await client().audit.list({ operation: 'key.rotate' });
    expect(data).toMatchObject([{ fields: ['overlap_hours'] }]);
  });

  it('says that the webhooks of a program outlive its key, and leads to them', async () => {
    await client().key.create({ name: 'Zaps', scope: 'send' });
    const page = await console.open('keys');
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.getByRole('button', { name: 'Revoke Zaps' }).click();
    const dialog = page.getByRole('dialog', { name: 'Revoke Zaps?' });
    await dialog.getByText('continue to deliver').waitFor();
    await look(page, 'revoke');
    await dialog.getByRole('link', { name: 'Webhooks' }).click();
    await page.getByRole('heading', { name: 'Webhooks', level: 1 }).waitFor();
  });

  it('asks before a link signs a visitor in, and names the account', async () => {
    const page = await console.openAt('');
    await page.getByLabel('API key').waitFor();
    const { apiKey } = console.service;
    const follow = async () => {
      await page.goto(new URL(`/console/#key=${encodeURIComponent(apiKey)}`, page.url()).href);
      const { name } = await client().account.get({});
      await page.getByRole('button', { name: `Sign in as ${name}` }).waitFor();
    };
    await follow();
    expect(page.url()).not.toContain(apiKey);
    expect(await page.evaluate('sessionStorage.length')).toBe(0);
    await look(page, 'offered');
    await page.getByRole('button', { name: 'Use another key' }).click();
    await page.getByLabel('API key').waitFor();
    await follow();
    await agree(page);
    await page.getByRole('navigation').waitFor({ state: 'attached' });
  });

  it('says why a link does not sign a visitor in', async () => {
    const page = await console.openAt('');
    await page.goto(new URL('/console/#key=tl_admin_of_nobody', page.url()).href);
    await page.getByText('This API key is not valid').waitFor();
    await look(page, 'offered-invalid');
    await page.getByRole('button', { name: 'Use another key' }).click();
    await page.getByLabel('API key').waitFor();
  });

  it('keeps what the user writes when the key is revoked, until they sign in again', async () => {
    const { id, key } = await client().key.create({ name: 'Short', scope: 'send' });
    const page = await console.openAt(`#key=${encodeURIComponent(key)}`);
    await page.getByRole('navigation').waitFor({ state: 'attached' });
    await console.go(page, 'messages/new');
    await page.getByLabel('Text', { exact: true }).fill('Not lost');
    await client().key.revoke({ id });
    await console.go(page, 'contacts');
    await page.getByText('what you were writing is still there').waitFor();
    await look(page, 'refused');
    await page.reload();
    await page.getByLabel('API key').fill(console.service.apiKey);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('navigation').waitFor({ state: 'attached' });
    await console.go(page, 'messages/new');
    expect(await page.getByLabel('Text', { exact: true }).inputValue()).toBe('Not lost');
  });

  it('stays signed in with another key if the service refuses the first one late', async () => {
    const { id } = await client().contact.upsert({ phone: '+12025550119' });
    const { key } = await client().key.create({ name: 'Other', scope: 'read' });
    const page = await console.open('lists');
    const url = `**/v1/contacts/${id}`;
    const response = Promise.withResolvers<undefined>();
    await page.route(url, async (route) => {
      await response.promise;
      await route.continue({ headers: authorization('tl_read_revoked') });
    });
    const asked = page.waitForRequest(url);
    await page.evaluate(`location.hash = '#/contacts/${id}'`);
    await asked;
    await console.go(page, 'lists');
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByLabel('API key').fill(key);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor();
    const refused = page.waitForResponse(url);
    response.resolve(undefined);
    await refused;
    await console.go(page, 'webhooks');
    await page.getByRole('heading', { level: 1, name: 'Webhooks' }).waitFor();
  });

  it('warns on the home page if a key that a program uses expires soon', async () => {
    const expires_at = new Date(Date.now() + 3 * day + 3_600_000).toISOString();
    const unused = { name: 'Unused', scope: 'read', expires_at } as const;
    const { key } = await client().key.create({ ...unused, name: 'Weekly report' });
    await client().key.create(unused);
    await use(key);
    const page = await console.open('home');
    const needs = page.getByRole('region', { name: 'Action required' });
    await needs.getByText('The API key “Weekly report” expires in 3 days').waitFor();
    expect(await needs.getByText('Unused').count()).toBe(0);
    await look(page, 'home');
    await console.go(page, 'keys');
    await row(page, /Weekly report.*Expires in 3 days/).waitFor();
  });

  it('says which key can see the keys and the audit log', async () => {
    const { key } = await client().key.create({ name: 'Reader', scope: 'read' });
    const page = await console.openAt(`#key=${encodeURIComponent(key)}`);
    await page.getByRole('navigation').waitFor({ state: 'attached' });
    await console.go(page, 'audit');
    await page.getByText('This key cannot see the audit log').waitFor();
    await look(page, 'audit-denied');
  });
});
