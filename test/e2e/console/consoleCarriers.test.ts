import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { openProvider, type ProviderEmulator } from '../../service/carriers/providerEmulator.ts';
import { twilioDialect } from '../../service/carriers/providers/twilioDialect.ts';
import { until } from '../../service/harness/until.ts';
import { openConsole, violationsOn, type Console } from './openConsole.ts';

const publicUrl = 'https://sms.example.com';
const sender = '+13125551234';
/** The numbers of the account at the provider, which deliver their texts to another receiver. */
const owned = {
  incoming_phone_numbers: [
    {
      phone_number: sender,
      sid: `PN${'0'.repeat(32)}`,
      capabilities: { sms: true },
      sms_url: 'https://example.com/texts',
      sms_application_sid: null,
    },
  ],
  next_page_uri: null,
};
const folder = join(import.meta.dirname, '../../../docs/screenshots/console');
const still = { reducedMotion: 'reduce', timezoneId: 'America/New_York' } as const;
const size = { width: 1280, height: 800 };
const looks: Readonly<Record<string, BrowserContextOptions>> = {
  light: { ...still, colorScheme: 'light', viewport: size },
  dark: { ...still, colorScheme: 'dark', viewport: size },
  narrow: { ...still, colorScheme: 'light', viewport: { width: 390, height: 844 } },
};

/** Checks a page with axe, and takes its screenshot for the documentation if asked to. */
async function look(page: Page, name: string): Promise<void> {
  expect(await violationsOn(page)).toEqual([]);
  if (process.env.SCREENSHOTS !== undefined)
    await page.screenshot({ path: join(folder, `${name}.png`) });
}

describe('the carriers in a real browser', () => {
  let console: Console;
  let emulator: ProviderEmulator;
  beforeAll(async () => {
    emulator = await openProvider({
      ...twilioDialect,
      refused: { status: 400, body: JSON.stringify({ code: 21608, status: 400 }) },
      response: (request, taken) =>
        request.path.includes('/IncomingPhoneNumbers.json')
          ? { status: 200, body: JSON.stringify(owned) }
          : twilioDialect.response?.(request, taken),
    });
    const twilio = { type: 'twilio', name: 'twilio', ...emulator.settings };
    console = await openConsole({
      PUBLIC_URL: publicUrl,
      CARRIERS: JSON.stringify([twilio, { type: 'handset' }]),
    });
    const { client, url } = console.service;
    await client.number.provision({ number: sender });
    emulator.connect({ url, publicUrl, name: 'twilio' });
  });
  afterAll(async () => {
    await console.close();
    await emulator.close();
  });

  const dialog = (page: Page) => page.getByRole('dialog', { name: 'Test the carrier twilio' });
  const row = (page: Page, text: RegExp) => page.getByRole('row', { name: text });

  it('can be tested with the keyboard alone, and the text arrives', async () => {
    const page = await console.open('carriers', looks.light);
    await row(page, /twilio.*Working/).waitFor();
    await page.getByRole('button', { name: 'Send test text through twilio' }).focus();
    await page.keyboard.press('Enter');
    await dialog(page).getByLabel('To').fill('Jane');
    await page.keyboard.press('Enter');
    await dialog(page).getByText('Must be a phone number').waitFor();
    const to = emulator.recipient('delivered');
    await dialog(page).getByLabel('To').fill(to);
    await page.keyboard.press('Enter');
    await page.getByText('The test text is on its way').waitFor();
    await page.getByText('Delivered', { exact: true }).first().waitFor();
    expect(await emulator.takenBy(to)).toEqual([expect.stringContaining('carrier twilio')]);
  });

  it('show what happened and what to do about it', async () => {
    const { client } = console.service;
    const refused = emulator.recipient('refused');
    await client.carrier.test({ name: 'twilio', to: refused });
    await until('the refusal is counted', async () => {
      const { data } = await client.carrier.list({});
      return data.some(({ errors }) => errors.length > 0);
    });
    for (const name of Object.keys(looks)) {
      const page = await console.open('carriers', looks[name]);
      await page.getByText(/Verified Caller IDs/).waitFor();
      expect(await page.getByRole('main').textContent()).not.toContain(refused.slice(2));
      await look(page, `carriers-${name}`);
      if (name === 'narrow') continue;
      await page.getByRole('button', { name: 'Send test text through twilio' }).click();
      await dialog(page).waitFor();
      await look(page, `carrier-test-${name}`);
    }
    await console.closeTabs();
  });

  it('lead to the guide while texts reach only simulated handsets', async () => {
    const simulated = await openConsole();
    try {
      const page = await simulated.open('carriers', looks.light);
      await row(page, /handset.*Working/).waitFor();
      const guide = page.getByRole('link', { name: 'Open the guide' });
      expect(await guide.getAttribute('href')).toMatch(/docs\/guides\/first-real-text\.md$/);
      await look(page, 'carriers-empty');
    } finally {
      await simulated.close();
    }
  });

  it('are hidden from a key that is not an admin key', async () => {
    const { key } = await console.service.client.key.create({ name: 'Sender', scope: 'send' });
    const page = await console.openAt(`#key=${key}`, looks.light);
    await page.getByRole('navigation').waitFor({ state: 'attached' });
    await console.go(page, 'carriers');
    await page.getByText('This key cannot see the carriers').waitFor();
    expect(console.complaints).toEqual([]);
  });
});
