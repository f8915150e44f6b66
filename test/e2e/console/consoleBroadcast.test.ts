import { beforeAll, describe, expect, it } from '@jest/globals';
import type { Page } from 'playwright-core';
import { until } from '../../service/harness/until.ts';
import { client, console, useConsole, violationsOn } from './openConsole.ts';

describe('the broadcasts of the console in a real browser', () => {
  useConsole();
  beforeAll(async () => {
    const { id } = await client().list.create({ name: 'Regulars' });
    for (const [first_name, phone] of Object.entries(people))
      await client().contact.upsert({ phone, first_name, lists: [id] });
  });

  const people = { Ada: '+12025550110', Grace: '+12025550111', Alan: '+12025550112' };
  const compose = async (page: Page, name: string) => {
    await page.getByRole('heading', { level: 1, name: 'New broadcast' }).waitFor();
    await page.getByRole('textbox', { name: /^Name/ }).fill(name);
    await page.getByRole('combobox', { name: 'Lists', exact: true }).click();
    await page.getByRole('option', { name: 'Regulars' }).click();
    await page.keyboard.press('Escape');
    await page.getByLabel('Purpose').selectOption('notification');
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('Hi ');
    await page.getByRole('button', { name: 'Insert a field of the contact' }).click();
    await page.getByRole('menuitem', { name: /First name/ }).click();
    await page.keyboard.type(', we open at nine.');
  };

  it('shows who gets it and what it costs, and sends it once after a double click', async () => {
    const page = await console.open('broadcasts');
    await page.getByText('No broadcasts yet').waitFor();
    await page.getByRole('link', { name: 'New broadcast' }).first().click();
    await compose(page, 'Opening hours');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Hi Ada, we open at nine.').waitFor();
    await preview.getByText('Get a message').waitFor();
    await page.getByRole('button', { name: 'Send…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this broadcast?' });
    await dialog.getByText(/^3 people get the text \(3 segments\)/).waitFor();
    await dialog.getByRole('button', { name: 'Send', exact: true }).dblclick();

    await page.getByRole('heading', { level: 1, name: 'Opening hours' }).waitFor();
    await page.getByText('100% of 3 recipients').waitFor();
    await page.getByText('Completed', { exact: true }).first().waitFor();
    await page.getByText('Delivered 3').waitFor();
    expect((await client().broadcast.list({})).data).toHaveLength(1);
    for (const [name, phone] of Object.entries(people)) {
      const texts = await console.service.textsOn(phone);
      expect(texts.map(({ text }) => text)).toEqual([`Hi ${name}, we open at nine.`]);
    }
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await violationsOn(page)).toEqual([]);
    }
    await page.getByRole('link', { name: 'Show the message' }).first().click();
    await page.getByRole('heading', { level: 1, name: /^To \+1 202-555-011/ }).waitFor();
  });

  it('reaches nobody whom its form leaves out', async () => {
    await client().contact.upsert({ phone: people.Ada, attributes: { plan: 'pro' } });
    const page = await console.open('broadcasts/new');
    await compose(page, 'Filtered');
    const audience = page.getByRole('group', { name: 'Audience' });
    const counted = (people: number) =>
      page
        .getByRole('region', { name: 'Preview' })
        .locator('div', { has: page.getByText('In the audience') })
        .last()
        .getByText(String(people), { exact: true })
        .waitFor();
    await counted(3);
    const add = () => audience.getByRole('button', { name: /^Add/ }).click();
    await add();
    await audience.getByLabel('Name 1').fill('plan');
    await counted(0);
    await audience.getByLabel('Value 1').fill('pro');
    await counted(1);

    const send = page.getByRole('button', { name: 'Send…' });
    const name = audience.getByLabel('Name 2');
    await add();
    await audience.getByLabel('Value 2').fill('basic');
    await audience.getByText('Enter a name.').waitFor();
    await name.fill('plan');
    await audience.getByText('Another row has this name.').waitFor();
    await send.click();
    expect(await name.evaluate('document.activeElement.ariaLabel')).toBe('Name 2');
    expect(await page.getByRole('dialog').count()).toBe(0);
    await audience.getByRole('button', { name: 'Remove plan' }).last().click();
    await send.click();
    await page.getByRole('dialog', { name: 'Send this broadcast?' }).waitFor();
  });

  it('stops at a share that has decimals', async () => {
    const page = await console.open('broadcasts/new');
    await compose(page, 'Careful');
    await page.getByRole('button', { name: 'Pace, stop rules and media' }).click();
    const type = async (label: RegExp, typed: string) => {
      await page.getByLabel(label).pressSequentially(typed);
      expect(Number(await page.getByLabel(label).inputValue())).toBe(Number(typed));
    };
    await type(/^Failure/, '2.5');
    await type(/^Opt-out/, '.05');
    await page.getByRole('button', { name: 'Send…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this broadcast?' });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Careful' }).waitFor();
    const { data } = await client().broadcast.list({});
    expect(data.find(({ name }) => name === 'Careful')).toMatchObject({
      stop_rules: { failure_percent: 2.5, opt_out_percent: 0.05 },
    });
  });

  it('waits for its turn while other previews run', async () => {
    const page = await console.open('broadcasts/new');
    let isBusy = true;
    await page.route('**/v1/broadcasts/preview', async (route) => {
      if (!isBusy) return route.continue();
      const headers = { 'retry-after': '1', 'content-type': 'application/problem+json' };
      const body = JSON.stringify({
        status: 429,
        code: 'rate_limited',
        title: 'Too many requests',
      });
      return route.fulfill({ status: 429, headers, body });
    });
    await compose(page, 'Patience');
    const preview = page.getByRole('region', { name: 'Preview' });
    await preview.getByText('Counting the audience').waitFor();
    isBusy = false;
    await preview.getByText('Hi Ada, we open at nine.').waitFor();
    expect(await preview.getByRole('alert').count()).toBe(0);
    // The dialog must not show the cost of an earlier version.
    isBusy = true;
    await page.getByRole('textbox', { name: 'Text', exact: true }).fill('x'.repeat(200));
    await preview.getByText('Counting again').waitFor();
    await page.getByRole('button', { name: 'Send…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this broadcast?' });
    await dialog.getByText('The preview is not ready').waitFor();
    isBusy = false;
    await dialog.getByText(/^3 people get the text \(6 segments\)/).waitFor();
    expect(await preview.getByText('Counting again').count()).toBe(0);
  });

  it('leaves the cursor behind a field that a user inserts', async () => {
    const page = await console.open('broadcasts/new');
    const text = page.getByRole('textbox', { name: 'Text', exact: true });
    await text.fill('Hi !');
    await text.press('ArrowLeft');
    await page.getByRole('button', { name: 'Insert a field of the contact' }).click();
    await page.getByRole('menuitem', { name: /First name/ }).click();
    // A menu moves the focus a little later than its click.
    await page.waitForTimeout(300);
    await page.keyboard.type(', hello');
    expect(await text.inputValue()).toBe('Hi {{first_name|there}}, hello!');
  });

  it('says in the dialog why it could not send, and sends after another try', async () => {
    const page = await console.open('broadcasts/new');
    await compose(page, 'Second try');
    const open = () => page.getByRole('button', { name: 'Send…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this broadcast?' });
    const send = () => dialog.getByRole('button', { name: 'Send', exact: true }).click();
    const problem = dialog.getByText('The service could not be reached');
    await page.route('**/v1/broadcasts', (route) => route.abort());
    await open();
    await send();
    await problem.waitFor();
    await page.unroute('**/v1/broadcasts');
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.waitFor({ state: 'detached' });
    await open();
    await dialog.waitFor();
    expect(await problem.count()).toBe(0);
    await send();
    await page.getByRole('heading', { level: 1, name: 'Second try' }).waitFor();
  });

  it('asks until the response arrives, so that nobody can send an edited broadcast, too', async () => {
    // Without an animation, a dialog disappears as soon as it closes.
    const page = await console.open('broadcasts/new', { reducedMotion: 'reduce' });
    await compose(page, 'Slow response');
    const response = Promise.withResolvers<undefined>();
    await page.route('**/v1/broadcasts', async (route) => {
      await response.promise;
      await route.continue();
    });
    await page.getByRole('button', { name: 'Send…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this broadcast?' });
    const cancel = dialog.getByRole('button', { name: 'Keep editing' });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await until('the question waits', () => cancel.isDisabled());
    const actions = [
      () => page.keyboard.press('Escape'),
      () => dialog.getByRole('button', { name: 'Close' }).click(),
      () => page.mouse.click(5, 5),
    ];
    for (const act of actions) {
      await act();
      expect(await dialog.isVisible()).toBe(true);
    }
    response.resolve(undefined);
    await page.getByRole('heading', { level: 1, name: 'Slow response' }).waitFor();
  });

  it('leads from the dialog to the field with an error', async () => {
    const page = await console.open('broadcasts/new');
    await compose(page, '   ');
    await page.getByRole('button', { name: 'Send…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this broadcast?' });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await dialog.waitFor({ state: 'detached' });
    const name = page.getByRole('textbox', { name: /^Name/ });
    await name.and(page.locator('[aria-invalid=true]:focus')).waitFor();
    await page.getByText('Must not be blank.', { exact: true }).waitFor();
  });

  it.each(['Lists', 'Except lists'])('marks a deleted list in the field %s', async (label) => {
    const list = await client().list.create({ name: `Former ${label}` });
    const page = await console.open('broadcasts/new');
    await compose(page, 'Farewell');
    const field = page.getByRole('combobox', { name: label, exact: true });
    await field.click();
    await page.getByRole('option', { name: list.name }).click();
    await page.keyboard.press('Escape');
    await client().list.delete({ id: list.id });
    await page.getByRole('button', { name: 'Send…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Send this broadcast?' });
    await dialog.getByRole('button', { name: 'Send', exact: true }).click();
    await dialog.getByRole('alert').waitFor();
    await dialog.getByRole('button', { name: 'Keep editing' }).click();
    await page.getByText(/^Names a list that does not exist/).waitFor();
    expect(await field.getAttribute('aria-invalid')).toBe('true');
  });

  it('says that it shows old data while requests fail, and nothing if the object is gone', async () => {
    const { id } = await client().broadcast.create({
      name: 'Next week',
      audience: { all_contacts: true },
      text: 'Hi',
      send_at: new Date(Date.now() + 7 * 86_400_000).toISOString(),
    });
    const page = await console.open(`broadcasts/${id}`);
    const isTitle = (name: string) =>
      page.getByRole('heading', { level: 1, name, exact: true }).waitFor();
    const problem = page.getByRole('alert').getByText('The service could not be reached');
    const url = `**/v1/broadcasts/${id}`;
    await isTitle('Next week');
    await page.route(url, (route) => route.abort());
    await problem.waitFor();
    await isTitle('Next week');
    await page.unroute(url);
    await problem.waitFor({ state: 'detached' });
    const gone = new URL('/v1/broadcasts/brd_01JZ3K8QW5T4V9XH2M6N7P8R0S', console.service.baseUrl)
      .href;
    await page.route(url, (route) => route.continue({ url: gone }));
    await isTitle('Broadcast');
    await page.unroute(url);
    await client().broadcast.cancel({ id });
  });

  it('pauses a broadcast, resumes it and cancels it', async () => {
    const [list] = (await client().list.list({})).data;
    const { id } = await client().broadcast.create({
      name: 'Slow news',
      audience: { list_ids: [list!.id] },
      text: 'News',
      purpose: 'notification',
      messages_per_minute: 1,
    });
    const status = (wanted: string) =>
      until(
        `the broadcast is ${wanted}`,
        async () => (await client().broadcast.get({ id })).status === wanted,
      );
    const page = await console.open(`broadcasts/${id}`);
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('button', { name: 'Resume' }).waitFor();
    await status('paused');
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('button', { name: 'Pause' }).waitFor();
    await page.getByRole('button', { name: 'Cancel broadcast' }).click();
    const dialog = page.getByRole('dialog', { name: 'Cancel Slow news?' });
    await dialog.getByRole('button', { name: 'Cancel broadcast' }).click();
    await status('canceled');
    await page.getByText('Canceled', { exact: true }).first().waitFor();
  });

  it.each(['light', 'dark'] as const)('is accessible in %s mode', async (colorScheme) => {
    const page = await console.open('broadcasts', { colorScheme });
    expect(await violationsOn(page)).toEqual([]);
    await console.go(page, 'broadcasts/new');
    await compose(page, 'Opening hours');
    await page.getByText('Hi Ada, we open at nine.').waitFor();
    expect(await violationsOn(page)).toEqual([]);
  });
});
