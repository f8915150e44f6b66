import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import type { Json, Workflow, WorkflowNode } from '../../../scripts/n8n/n8n.ts';
import { poll } from '../../../scripts/poll.ts';
import { openBrowser } from '../openBrowser.ts';
import { marked, openEditor } from './n8nEditor.ts';
import { examples } from './n8nExamples.ts';
import { openStage, type Stage } from './n8nStage.ts';

/** These tests take the pictures of the README, each after its content is verified. */
const root = join(import.meta.dirname, '../../..');
const pictures = join(root, 'docs/screenshots/n8n');

const chosen = (name = '') => ({ __rl: true, mode: 'list', value: name, cachedResultName: name });
const message = { to: '+12025550123', text: 'Your order 1042 is on its way', from: chosen() };

/** Holds the nodes whose panels are checked, by their names. */
const panels: Readonly<Record<string, Json>> = {
  'Send a text': message,
  'Send a campaign': {
    to: '={{ $json.phone }}',
    text: '=Hi {{ $json.first_name }}, everything is 20% off until Sunday.',
    from: chosen(),
    purpose: 'marketing',
    additionalFields: {
      metadata: { entries: [{ name: 'campaign', value: 'spring' }] },
      reference: '=spring-{{ $json.id }}',
      sendAt: '2030-03-01T09:00:00',
      smartEncoding: true,
    },
  },
  'Ask for a yes': { operation: 'sendAndWait', ...message, message: 'Deploy now?' },
  'Wait for the delivery': { operation: 'sendAndWaitForDelivery', ...message },
  'Add to a list': {
    resource: 'contact',
    operation: 'addToList',
    listId: chosen('Customers'),
    contactId: chosen(),
  },
  'Import contacts': { resource: 'contact', operation: 'import' },
  'Look up a registration': { resource: 'registration', operation: 'get' },
  'Take a number': { resource: 'number', operation: 'provision', number: chosen() },
  'Count by purpose': { resource: 'report', operation: 'get', interval: 'day', groupBy: 'purpose' },
  'Cannot be sent': { ...message, to: '+442071838750' },
};
const triggers: Readonly<Record<string, Json>> = {
  'On a yes': { event: 'messageReceived', filters: { keywords: ['YES', 'OK'] } },
  'On delivery': { event: 'messageStatusChanged' },
};
const listNodes = (all: typeof panels, type: string, y: number): WorkflowNode[] =>
  Object.entries(all).map(([name, parameters], i) => ({
    id: name,
    name,
    type: `n8n-nodes-textloom.${type}`,
    typeVersion: 1,
    position: [i * 224, y],
    webhookId: name,
    parameters,
  }));

/** Asks two people in one run. */
const several: Workflow = {
  id: 'several',
  name: 'Several',
  nodes: [
    {
      ...listNodes({ 'On call': {} }, 'on-call', 0)[0]!,
      type: 'n8n-nodes-base.manualTrigger',
    },
    ...listNodes(
      {
        'Ask everybody': {
          operation: 'sendAndWait',
          to: '={{ $json.phone }}',
          message: 'Deploy version 2?',
        },
      },
      'textloom',
      224,
    ),
  ],
  connections: { 'On call': { main: [[{ node: 'Ask everybody', type: 'main', index: 0 }]] } },
  pinData: {
    'On call': [
      { json: { name: 'Ada', phone: '+12025550125' } },
      { json: { name: 'Grace', phone: '+12025550126' } },
    ],
  },
};

const size = { width: 1180, height: 960 };

let stage: Stage;
let browser: Browser;
let light: Page;
beforeAll(async () => {
  const nodes = [
    ...listNodes(triggers, 'textloomTrigger', 0),
    ...listNodes(panels, 'textloom', 224),
  ];
  const panelsOfAll = { id: 'panels', name: 'Panels', nodes };
  stage = await openStage([panelsOfAll, several, ...Object.values(examples)]);
  const { contact, list } = stage.service.client;
  for (const name of ['Customers', 'Newsletter']) await list.create({ name });
  for (const [firstName, lastName, phone] of [
    ['Ada', 'Lovelace', '+12025550123'],
    ['Grace', 'Hopper', '+12025550124'],
  ] as const)
    await contact.upsert({ phone, first_name: firstName, last_name: lastName });
  await mkdir(pictures, { recursive: true });
  browser = await openBrowser();
  light = await open('light');
});
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

const open = (colorScheme: 'light' | 'dark') =>
  openEditor(browser, stage.n8n, { viewport: size, colorScheme });
async function openPanel(page: Page, node: string, workflow = 'panels'): Promise<Locator> {
  await page.goto(`${stage.n8n.url}/workflow/${workflow}/${encodeURIComponent(node)}`);
  await marked(page, 'node-parameters').waitFor();
  return marked(page, 'ndv');
}

async function withoutNotification(page: Page): Promise<void> {
  await page.locator('.el-notification__closeBtn').click();
  await page.locator('.el-notification').waitFor({ state: 'detached' });
}

/** Takes the picture when nothing moves anymore. */
async function keep(page: Page, name: string, part: Page | Locator = page): Promise<void> {
  const image = await part.screenshot({
    path: join(pictures, `${name}.png`),
    animations: 'disabled',
    caret: 'hide',
    // The edge of a picture of the canvas would cut these tabs.
    style: '.tab-bar-container { visibility: hidden }',
  });
  expect(image.length).toBeLessThan(150_000);
}

/**
 * Finds the labels of fields. n8n's own controls, such as Fixed and Expression, also have labels,
 * which come after the name of a field.
 */
const readLabels = (page: Page) =>
  marked(page, 'node-parameters').locator('label:visible', { hasNotText: /^Fixed|^Expression/ });
const firstLine = (text: string) => text.trim().split('\n')[0]!;

/**
 * Finds the faults that a careful designer would report: labels that are unreadable, in the wrong
 * order, or on top of each other.
 */
async function expectTidy(page: Page, labels: readonly string[]): Promise<void> {
  const shown = async () => (await readLabels(page).allInnerTexts()).map(firstLine).filter(Boolean);
  await poll(120_000, async () => (await shown()).length >= labels.length || undefined);
  expect(await shown()).toEqual(labels);

  const words = (await marked(page, 'ndv').innerText()).replaceAll(/\{\{.*\}\}/g, '');
  expect(words).not.toMatch(/undefined|\[object|\b[a-z]+_[a-z]+\b/);
  const boxes = await Promise.all(
    (await readLabels(page).all()).map((label) => label.boundingBox()),
  );
  const placed = boxes.flatMap((box) => box ?? []).sort((a, b) => a.y - b.y);
  for (const [i, box] of placed.slice(1).entries()) {
    const { x, y, width, height } = placed[i]!;
    expect({ i, apart: y + height <= box.y + 1 || x + width <= box.x + 1 }).toEqual({
      i,
      apart: true,
    });
  }
}

const common = ['Credential', 'Resource', 'Operation'];
const sending = [...common, 'To', 'From', 'Text', 'Purpose', 'Simplify', 'Additional Fields'];
interface Scene {
  readonly picture: string;
  readonly node: string;
  readonly labels: readonly string[];
  /** Sets the height of the window if the fields need more space. */
  readonly height?: number;
}
const scenes: readonly Scene[] = [
  { picture: 'send', node: 'Send a text', labels: sending },
  {
    picture: 'additional-fields',
    node: 'Send a campaign',
    labels: [...sending, 'Metadata', 'Name', 'Value', 'Reference', 'Send At', 'Smart Encoding'],
    height: 1460,
  },
  {
    picture: 'send-and-wait',
    node: 'Ask for a yes',
    labels: [
      ...[...common, 'To', 'From', 'Message', 'Purpose'],
      ...['Response Type', 'Approve Words', 'Decline Words', 'Additional Fields'],
    ],
    height: 1460,
  },
  {
    picture: 'send-and-wait-for-delivery',
    node: 'Wait for the delivery',
    labels: sending,
  },
  {
    picture: 'import',
    node: 'Import contacts',
    labels: [...common, 'Binary File', 'Input Binary Field', 'Additional Fields'],
  },
  {
    picture: 'report',
    node: 'Count by purpose',
    labels: [...common, 'Start', 'End', 'Interval', 'Group By', 'Filters'],
  },
  {
    picture: 'trigger',
    node: 'On a yes',
    labels: [
      ...['Credential', 'Event', 'Simplify', 'Download Media'],
      ...['Filters', 'Keywords', 'Options'],
    ],
  },
  {
    picture: 'trigger-statuses',
    node: 'On delivery',
    labels: ['Credential', 'Event', 'Statuses', 'Simplify', 'Filters'],
  },
];

describe("the node's panel", () => {
  it.each(scenes)(
    'shows its fields in order, one below the other: $picture',
    async ({ picture, node, labels, height = size.height }) => {
      await light.setViewportSize({ ...size, height });
      const panel = await openPanel(light, node);
      await expectTidy(light, labels);
      await keep(light, picture, panel);
      await light.setViewportSize(size);
    },
  );

  it('is as tidy in dark mode', async () => {
    const dark = await open('dark');
    const panel = await openPanel(dark, 'Send a text');
    await expectTidy(dark, sending);
    await keep(dark, 'send-dark', panel);
    await dark.close();
  });

  it.each([
    ['sender', 'Send a text', 'Select a number...', '+12025550100 (default)'],
    ['add-to-list', 'Add to a list', 'Select a contact...', 'Ada Lovelace (+12025550123)'],
    ['provision', 'Take a number', 'Select a number...', /^\+1\d{10}$/],
  ])('lets people choose from the account: %s', async (picture, node, placeholder, offered) => {
    const panel = await openPanel(light, node);
    await panel.getByPlaceholder(placeholder).click();
    await light.getByText(offered).first().waitFor();
    await keep(light, picture);
  });

  it('asks several people, says so, and shows who approved', async () => {
    const { service } = stage;
    const sender = '+12025550100';
    // The results need more width, and the picture ends below a field.
    await light.setViewportSize({ width: 1600, height: 830 });
    const panel = await openPanel(light, 'Ask everybody', several.id);
    await marked(light, 'node-execute-button').click();
    const output = marked(light, 'output-panel');
    await output.getByText('Waiting for input').waitFor();
    expect(await output.innerText()).toMatch(/All items are asked/);
    for (const phone of ['+12025550125', '+12025550126'])
      await poll(120_000, async () => (await service.textsOn(phone)).length > 0 || undefined);
    await service.textFrom('+12025550125', sender, 'Yes please');
    await service.textFrom('+12025550126', sender, 'No, wait for Monday');
    await output.getByText('2 items').waitFor();
    await output.getByText('wait for Monday').first().waitFor();
    await withoutNotification(light);
    await keep(light, 'several', panel);
    await light.setViewportSize(size);
  });

  it('lets people choose an operation with groups of fields, and add a group', async () => {
    const panel = await openPanel(light, 'Look up a registration');
    await marked(light, 'parameter-input-operation').locator('input').click();
    await light.locator('.el-select-dropdown__item:visible', { hasText: 'Submit' }).click();
    await panel.getByText('Add Brand').click();
    await panel.getByText('Legal Name').waitFor();
  });

  it('explains the problem and the remedy if a text cannot be sent', async () => {
    const panel = await openPanel(light, 'Cannot be sent');
    await marked(light, 'node-execute-button').click();
    await marked(light, 'node-error-message').waitFor();
    expect(await marked(light, 'output-panel').innerText()).toMatch(/such as \+12025550123/);
    await withoutNotification(light);
    await keep(light, 'error', panel);
  });
});

describe("n8n's editor", () => {
  it('finds both nodes by the words that people search for', async () => {
    await light.goto(`${stage.n8n.url}/workflow/panels`);
    await marked(light, 'node-creator-plus-button').click();
    await marked(light, 'node-creator-search-bar').fill('sms');
    const found = marked(light, 'item-iterator-item').filter({ hasText: /^Textloom/ });
    await found.first().waitFor();
    await keep(light, 'search', marked(light, 'node-creator'));
  });

  it.each(Object.entries(examples))(
    'shows an example without overflowing notes: %s',
    async (...one) => {
      const [file, { id, nodes }] = one;
      await light.setViewportSize({ width: 1600, height: 700 });
      await light.goto(`${stage.n8n.url}/workflow/${id}`);
      const notes = light.locator('.n8n-sticky');
      await notes.first().waitFor();
      await light.keyboard.press('1');
      // The icons of the nodes load last.
      await light.waitForLoadState('networkidle');
      await keep(light, `example-${file}`, marked(light, 'canvas'));

      expect(await notes.count()).toBe(nodes.filter(({ type }) => /stickyNote$/.test(type)).length);
      for (const note of await notes.all()) {
        const [paper, words] = await Promise.all([
          note.boundingBox(),
          note.locator('p, li').last().boundingBox(),
        ]);
        expect(words!.y + words!.height).toBeLessThan(paper!.y + paper!.height);
      }
    },
  );
});
