import { mkdir } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { Field } from '../../../connectors/node-red/src/forms/field.ts';
import { forms } from '../../../connectors/node-red/src/forms/forms.ts';
import { typeName } from '../../../connectors/node-red/src/nodes/readForm.ts';
import { exampleFlows } from '../../../scripts/generate/nodeRedExamples.ts';
import type { FlowNode } from '../../../scripts/node-red/start.ts';
import { poll } from '../../../scripts/poll.ts';
import { openBrowser } from '../openBrowser.ts';
import { injectNode, openStage, textloomNode, type Stage } from './nodeRedStage.ts';

let stage: Stage;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  [stage, browser] = await Promise.all([openStage(), openBrowser()]);
  await stage.deploy(
    { ...injectNode('go', { payload: 'Hi', topic: '+12025550111' }, 'send'), x: 140, y: 80 },
    ...forms.map(({ type, fields }, at) => ({
      ...textloomNode(
        type.replace('textloom-', ''),
        type.replace('textloom-', ''),
        getStandard(fields),
      ),
      ...{ x: 360, y: 80 + 60 * at },
    })),
  );
  page = await browser.newPage({ viewport: { width: 1400, height: 900 } });
  page.setDefaultTimeout(120_000);
  await page.goto(stage.nodeRed().url);
  await page.locator('#red-ui-palette-textloom').waitFor();
});
afterAll(async () => {
  await browser.close();
  await stage.stop();
});

/** Returns what the editor stores for a new node. */
const getStandard = (fields: readonly Field[]) =>
  Object.fromEntries(
    fields.flatMap((field) => [
      [field.name, field.value],
      [typeName(field), field.valueType],
    ]),
  );

const asFlowNode = (node: Readonly<Record<string, unknown>>): FlowNode => ({
  ...node,
  id: String(node.id),
  type: String(node.type),
});

/** Keeps a picture of the page if SHOTS names a folder. */
async function shoot(name: string): Promise<void> {
  const folder = process.env.SHOTS;
  if (!folder) return;
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: `${folder}/${name}.png` });
}

/** Returns the names in the palette. Node-RED breaks long ones into lines. */
async function readPalette(page: Page): Promise<string[]> {
  const names = page.locator('#red-ui-palette-textloom .red-ui-palette-label');
  await names.first().waitFor();
  return (await names.allInnerTexts()).map((name) => name.replace(/\s+/g, ' '));
}

/**
 * Opens the form of a node on the canvas. Node-RED takes two clicks for a double-click only if they
 * are close in time, which fails on a busy machine.
 */
const openForm = (id: string): Promise<true> =>
  poll(120_000, async () => {
    const limit = { timeout: 5_000 };
    await page
      .locator(`[id="${id}"] .red-ui-flow-node`)
      .first()
      .dblclick(limit)
      .catch(() => {});
    const form = page.locator('.red-ui-tray #dialog-form').waitFor(limit);
    return form.then(() => true as const).catch(() => undefined);
  });
const button = (name: string) => page.locator(`#node-dialog-${name}`);
const readValue = (id: string, name: string): Promise<unknown> =>
  page.evaluate(`RED.nodes.node(${JSON.stringify(id)})[${JSON.stringify(name)}]`);

describe("Node-RED's editor", () => {
  it('shows the nodes in the palette', async () => {
    const names = await readPalette(page);
    expect(names.sort()).toEqual(forms.map(({ label }) => label).sort());
    await shoot('palette');
  });

  it.each(forms.map(({ type, fields }) => [type, fields] as const))(
    'shows the form of %s with all of its fields',
    async (type, fields) => {
      await openForm(type.replace('textloom-', ''));
      const form = page.locator('.red-ui-tray #dialog-form');
      for (const { label, isExtra } of fields) {
        const row = form.locator('.form-row label').filter({ hasText: label }).first();
        if (!isExtra) await row.waitFor();
      }
      await shoot(type);
      const more = form.locator('details > summary');
      if ((await more.count()) > 0) {
        await more.click();
        await shoot(`${type}-more`);
      }
      await button('cancel').click();
      await form.waitFor({ state: 'detached' });
    },
  );

  it('saves what the user changes', async () => {
    await openForm('send');
    await page.evaluate(`$('#node-input-from').typedInput('value', '+12025550100')`);
    await button('ok').click();
    await page.locator('.red-ui-tray').waitFor({ state: 'detached' });
    expect(await readValue('send', 'from')).toBe('+12025550100');
    expect(await readValue('send', 'to')).toBe('topic');
    expect(await readValue('send', 'toType')).toBe('msg');
  });

  it('shows the help of each node', async () => {
    for (const { type, summary } of forms) {
      const help = await page.evaluate<string>(`RED.nodes.getNodeHelp(${JSON.stringify(type)})`);
      expect(help).toContain(summary);
    }
    await page.evaluate('RED.sidebar.help.show("textloom-send")');
    await page.locator('.red-ui-help').filter({ hasText: 'msg.payload' }).first().waitFor();
    await shoot('help');
  });

  it('speaks German to those who do', async () => {
    const context = await browser.newContext({ locale: 'de' });
    const german = await context.newPage();
    await german.goto(stage.nodeRed().url);
    expect(await readPalette(german)).toContain('SMS senden');
    const help = await german.evaluate<string>('RED.nodes.getNodeHelp("textloom-send")');
    expect(help).toContain('Sendet eine SMS oder MMS an einen Empfänger.');
    await context.close();
  });

  it('accepts the example flows', async () => {
    const flows = Object.entries(exampleFlows());
    const tabs = flows.map(([label], at) => ({ id: `tab-${at}`, type: 'tab', label }));
    const nodes = flows.flatMap(([, flow], at) =>
      flow.flatMap((node) => ('x' in node ? [asFlowNode({ ...node, z: `tab-${at}` })] : [])),
    );
    const accounts = flows[0]![1]
      .filter((node) => !('x' in node))
      .map((node) => asFlowNode({ ...node, base_url: stage.service.baseUrl }));
    const all = [...tabs, ...accounts, ...nodes];
    await stage.nodeRed().deploy(all, { [accounts[0]!.id]: { api_key: stage.service.apiKey } });
    await page.setViewportSize({ width: 1600, height: 480 });
    for (const { id, label } of tabs) {
      await page.goto(`${stage.nodeRed().url}/#flow/${id}`);
      await page.reload();
      await page.locator('.red-ui-flow-node').first().waitFor();
      await shoot(`example-${label.toLowerCase().replaceAll(' ', '-')}`);
    }
    const invalid = await page.evaluate<string[]>(
      'const found = []; RED.nodes.eachNode((node) => { if (!node.valid) found.push(node.type); }); found',
    );
    expect(invalid).toEqual([]);
  });
});
