import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  executeWorkflow,
  executions,
  waitForExecution,
  type Execution,
  type WorkflowNode,
} from '../../../scripts/n8n/n8n.ts';
import { poll } from '../../../scripts/poll.ts';
import { examples } from './n8nExamples.ts';
import { exampleStage, sender, untilKeyStays } from './n8nExampleStage.ts';
import { startSheet } from './sheetServer.ts';

const [first, second, manager] = ['+12025550141', '+12025550142', '+12025550143'] as const;
let calendar: Awaited<ReturnType<typeof startSheet>>;
/** Replaces nodes as their notes say, and adds the appointments of a calendar to the samples. */
function connect(node: WorkflowNode): WorkflowNode {
  if (node.name === 'Who is on call') {
    const people = { first, second, manager };
    const parameters = { mode: 'raw', jsonOutput: JSON.stringify(people), options: {} };
    return { ...node, parameters };
  }
  if (node.name === 'Email them') {
    const jsCode = `if (!$('A notice comes in').first().json.body.email) throw new Error(); return [];`;
    return { ...node, type: 'n8n-nodes-base.code', typeVersion: 2, parameters: { jsCode } };
  }
  if (node.name !== 'Appointments (samples)') return node;
  const rows = `(await this.helpers.httpRequest({ url: '${calendar.url}', json: true }))`;
  const time = 'row.starts_at && $now.plus({ days: 1 }).toFormat(row.starts_at)';
  const more = `...${rows}.map((row) => ({ json: { ...row, starts_at: ${time} } })),`;
  const jsCode = (node.parameters.jsCode as string).replace('return [', `return [${more}`);
  return { ...node, parameters: { ...node.parameters, jsCode } };
}
const stage = exampleStage(async () => {
  calendar = await startSheet();
  return { stop: calendar.stop };
}, connect);
const { example, messagesTo, postTo, runsOf, textOn, textsTo } = stage;

example('send-a-text', ({ id }) => {
  it('sends one text by hand', async () => {
    expect(await executeWorkflow(stage.n8n, id)).toMatchObject({ status: 'success' });
    expect(await textOn('+12025550123', /order 1042/)).toBeDefined();
  });
});

example('abandoned-cart', ({ id }) => {
  const shopper = '+12025550110';
  const stopped = '+12025550111';
  const buyer = '+12025550112';
  const returning = '+12025550113';
  const quick = '+12025550118';
  const quickest = '+12025550119';
  const regular = '+12025550120';
  const cart = (phone: string, cartId = '1042') => ({
    phone,
    first_name: 'Ada',
    cart_id: cartId,
    cart_url: `https://shop.example/cart/${cartId}`,
    agreed_at: new Date(Date.now() - 86_400_000).toISOString(),
  });
  let runs: Execution[];

  beforeAll(async () => {
    // Marketing waits for the morning of its recipient.
    for (const phone of [shopper, stopped, buyer, returning, regular]) await stage.addAtNoon(phone);
    // Their orders come before their carts, and add them as contacts.
    await runsOf(id, 2, async () => {
      await postTo('order-placed', { phone: quick });
      await postTo('order-placed', { phone: quickest, cart_id: '1042' });
    });
    const { update } = stage.service.client.contact;
    // The day of this order is over.
    await update({ id: quickest, attributes: { ordered_at: null } });
    await update({ id: regular, attributes: { done_carts: '1041,1042' } });

    runs = await runsOf(id, 13, async () => {
      const leaving = [shopper, shopper, stopped, buyer, returning, quick, quickest, regular];
      for (const phone of leaving)
        expect(await postTo('abandoned-cart', cart(phone))).toMatchObject({ status: 200 });
      await stage.service.textFrom(stopped, sender, 'STOP');
      await poll(120_000, async () => {
        const { data } = await stage.service.client.contact.list({ phone: buyer });
        return data[0]?.attributes.cart === '1042' || undefined;
      });
      await runsOf(id, 1, () => postTo('order-placed', { phone: buyer }));
      await postTo('abandoned-cart', cart(buyer));
      await postTo('abandoned-cart', cart(returning, '1043'));
      await postTo('abandoned-cart', cart(quickest, '1043'));
      await postTo('abandoned-cart', cart(regular, '104'));
    });
  });

  it('succeeds for every recipient', () => {
    expect(runs.map(({ status, error }) => ({ status, error }))).toEqual(
      runs.map(() => ({ status: 'success', error: undefined })),
    );
  });
  it('texts the shopper the way back to the cart', async () => {
    expect(await textOn(shopper, /Hi Ada, .* https:\/\/shop\.example\/cart\/1042 /)).toBeDefined();
    expect(await textsTo(shopper)).toHaveLength(1);
  });
  it('sends no text to people who replied STOP or who have ordered', async () => {
    expect(await textsTo(stopped)).not.toContainEqual(expect.stringContaining('cart'));
    expect(await textsTo(buyer)).toEqual([]);
  });
  it('sends no text about a cart whose order came first, but one about a later cart', async () => {
    expect(await textsTo(quick)).toEqual([]);
    expect(await textsTo(quickest)).toEqual([expect.stringContaining('/cart/1043 ')]);
  });
  it('sends no second text about a cart of which it knows that it needs none', async () => {
    expect(await textsTo(regular)).toEqual([expect.stringContaining('/cart/104 ')]);
    const { list } = stage.service.client.contact;
    const read = async (phone: string) => (await list({ phone })).data[0]!.attributes;
    expect(await read(shopper)).toMatchObject({ done_carts: '1042' });
    expect(await read(regular)).toMatchObject({ done_carts: '104,1041,1042' });
    expect(await read(buyer)).toMatchObject({ done_carts: '1042' });
  });
  it('texts people who left two carts only about the newer one', async () => {
    expect(await textsTo(returning)).toEqual([expect.stringContaining('/cart/1043')]);
  });
  it('cancels a text that waits for the morning if its shopper orders or leaves a newer cart', async () => {
    const [ordering, undecided, patient] = [
      '+12025550114',
      '+12025550115',
      '+12025550116',
    ] as const;
    const sleeping = [ordering, undecided, patient];
    for (const phone of sleeping) await stage.addAtNight(phone);
    await runsOf(id, 3, async () => {
      for (const phone of sleeping) await postTo('abandoned-cart', cart(phone));
    });
    const states = async (phone: string) =>
      (await messagesTo(phone)).map(({ status, metadata }) => `${metadata.cart} ${status}`);
    for (const phone of sleeping) expect(await states(phone)).toEqual(['1042 scheduled']);
    const again = await runsOf(id, 3, async () => {
      await postTo('order-placed', { phone: ordering });
      await postTo('abandoned-cart', cart(undecided, '1043'));
      await postTo('abandoned-cart', cart(patient));
    });
    expect(again.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
    expect(await states(ordering)).toEqual(['1042 canceled']);
    expect(await states(undecided)).toEqual(['1043 scheduled', '1042 canceled']);
    expect(await states(patient)).toEqual(['1042 scheduled']);
  });
  it('subscribes nobody who orders without a cart', async () => {
    const phone = '+12025550117';
    const [run] = await runsOf(id, 1, () => postTo('order-placed', { phone }));
    expect(run).toMatchObject({ status: 'success' });
    const { data } = await stage.service.client.contact.list({ phone });
    expect(data).toMatchObject([{ status: 'pending', consent: null }]);
  });
});

example('on-call-alert', ({ id }) => {
  const alert = (title: string, incident?: string) =>
    postTo('on-call-alert', { id: incident, title, details: 'No response' });

  it('ends with the reply of the first person, and does not text the others', async () => {
    const runs = await runsOf(id, 2, async () => {
      for (let post = 0; post < 2; post++) await alert('Shop is down', '8731');
      expect(await textOn(first, /^ALERT Shop is down: No response/)).toBeDefined();
      // Both runs wait before the reply.
      await poll(120_000, async () => {
        const found = await executions(stage.n8n, id);
        return found.filter(({ status }) => status === 'waiting').length === 2 || undefined;
      });
      await stage.service.textFrom(first, sender, 'ok');
    });
    expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await textsTo(first)).toEqual([
      'Thank you, the alert "Shop is down" is yours.',
      expect.stringMatching(/^ALERT Shop is down/),
    ]);
    expect(await textsTo(second)).toEqual([]);
  });
  it('continues with the second person if the first does not reply', async () => {
    await alert('Queue is full');
    expect(await textOn(second, /^ALERT Queue is full/)).toBeDefined();
    expect(await textsTo(first)).toContain(
      'The alert "Queue is full" was passed on to the next person.',
    );
    await stage.service.textFrom(second, sender, 'OK');
    expect(await textOn(second, /the alert "Queue is full" is yours/)).toBeDefined();
    expect(await textsTo(manager)).toEqual([]);
  });
  it('goes to the manager if nobody accepts it', async () => {
    await alert('Disk is full');
    expect(await textOn(first, /^ALERT Disk is full/)).toBeDefined();
    await stage.service.textFrom(first, sender, 'No');
    expect(await textOn(manager, /^Nobody has taken this alert: Disk is full/)).toBeDefined();
  });
});

example('urgent-text', ({ id }) => {
  const [arriving, failing, team] = ['+12025550144', '+12025550150', '+12025550143'] as const;
  const notice = { text: 'Your visit is canceled', email: 'ada@example.com' };
  const runWith = async (body: object) => {
    const [run] = await runsOf(id, 1, () => postTo('urgent-text', body));
    expect(run).toMatchObject({ status: 'success' });
    return Object.keys(run!.nodes);
  };

  it('only texts a person who gets the text', async () => {
    const nodes = await runWith({ ...notice, id: '1', phone: arriving });
    expect(nodes).not.toContain('Email them');
    expect(await textsTo(arriving)).toEqual(['Your visit is canceled']);
  });
  it.each(['+12025550150', 'nobody'])('emails a person who gets no text: %s', async (phone) => {
    const nodes = await runWith({ ...notice, id: `2-${phone}`, phone });
    expect(nodes).toContain('Email them');
    expect(nodes).not.toContain('Tell the team');
  });
  it('asks the team to call if there is no email either', async () => {
    await runWith({ ...notice, id: '3', phone: failing, email: '' });
    expect(
      await textOn(team, /^Please call \+12025550150\. .*: Your visit is cancel/),
    ).toBeDefined();
  });
});

example('appointment-reminder', ({ id }) => {
  const [confirming, silent, later] = ['+12025550161', '+12025550162', '+12025550164'] as const;
  const family = '+12025550165';

  it('thanks people who reply C, and reports the others to the front desk', async () => {
    calendar.fill([
      { name: 'Alan', phone: '+442071838750', starts_at: 'yyyy-MM-dd 11:00' },
      { name: 'Bo', phone: family, starts_at: 'yyyy-MM-dd 16:00' },
      { name: 'Cy', phone: family, starts_at: 'yyyy-MM-dd 16:00' },
      { name: 'Eve', phone: '+12025550168', starts_at: 'yyyy-MM-dd 17:00' },
    ]);
    const run = executeWorkflow(stage.n8n, id);
    expect(await textOn(confirming, /^Hi Ada, .* tomorrow at 10:30 AM/)).toBeDefined();
    await stage.service.textFrom(confirming, sender, 'c');
    expect(await textOn(confirming, /is confirmed/)).toBeDefined();
    expect(await textOn(silent, /^Hi Grace, .* tomorrow at 2:00 PM/)).toBeDefined();
    expect(await textOn('+12025550168', /^Hi Eve/)).toBeDefined();
    await stage.service.textFrom('+12025550168', sender, 'Can I come Friday at 3 instead?');
    expect(
      await textOn('+12025550163', /^Eve .* "Can I come Friday at 3 instead\?"/),
    ).toBeDefined();
    expect(await textOn('+12025550163', /^Grace .* has not confirmed/)).toBeDefined();
    expect(await textOn('+12025550163', /^Alan .* could not be texted/)).toBeDefined();
    expect(await textsTo(later)).toEqual([]);
    expect(await run).toMatchObject({ status: 'success' });
  });
  it('asks about each of two appointments at the same time on one phone', async () => {
    expect(await textOn(family, /^Hi Bo, .* tomorrow at 4:00 PM/)).toBeDefined();
    expect(await textOn(family, /^Hi Cy, .* tomorrow at 4:00 PM/)).toBeDefined();
  });
  it.each([{ starts_at: "'soon'" }, { starts_at: 'dd.MM.yyyy HH:mm' }, { start: 'yyyy-MM-dd' }])(
    'stops if a row has no time that it can read: %j',
    async (row) => {
      calendar.fill([{ name: 'Dee', phone: '+12025550166', ...row }]);
      expect(await executeWorkflow(stage.n8n, id)).toMatchObject({ status: 'error' });
    },
  );
});

example('two-factor-code', () => {
  const ask = async (phone: string) => {
    const { status, body } = await postTo('two-factor-code', { phone });
    expect({ status, body }).toMatchObject({ status: 200, body: { sent: true } });
    const { text } = await textOn(phone, /\d{6}/);
    return /\d{6}/.exec(text)![0];
  };
  const check = async (phone: string, code: string) =>
    (await postTo('two-factor-check', { phone, code })).body;

  it('verifies the delivered code once, even after a wrong one', async () => {
    const phone = '+12025550120';
    const code = await ask(phone);
    const wrong = code === '000000' ? '000001' : '000000';
    expect(await check(phone, wrong)).toEqual({ verified: false, tries_left: 4 });
    expect(await check(phone, code)).toEqual({ verified: true });
    expect(await check(phone, code)).not.toMatchObject({ verified: true });
  });
  it('allows no sixth attempt', async () => {
    const phone = '+12025550121';
    const code = await ask(phone);
    for (const left of [4, 3, 2, 1, 0])
      expect(await check(phone, 'guess')).toEqual({ verified: false, tries_left: left });
    expect(await check(phone, code)).not.toMatchObject({ verified: true });
  });
  it('explains why a code cannot be sent', async () => {
    const { status, body } = await postTo('two-factor-code', { phone: '+442071838750' });
    expect(status).toBe(422);
    expect(body).toEqual({ code: 'no_route', error: expect.any(String) });
  });
});

example('keyword-auto-responder', ({ id }) => {
  const asked = (handset: string, text: string) => stage.service.textFrom(handset, sender, text);

  it('replies according to the first word, in uppercase or lowercase', async () => {
    await asked('+12025550130', 'hours, please');
    await asked('+12025550131', 'PRICE?');
    expect(await textOn('+12025550130', /Monday to Friday/)).toBeDefined();
    expect(await textOn('+12025550131', /\$20/)).toBeDefined();
  });
  it('replies to anything else once, and leaves STOP to the service', async () => {
    await untilKeyStays();
    await asked('+12025550132', 'Where is my order?');
    expect(await textOn('+12025550132', /we have your text/)).toBeDefined();
    const before = (await executions(stage.n8n, id)).length;
    await asked('+12025550132', 'Hello?');
    await asked('+12025550133', 'STOP');
    const all = await poll(120_000, async () => {
      const found = await executions(stage.n8n, id);
      return found.length === before + 2 ? found : undefined;
    });
    for (const run of all) await waitForExecution(stage.n8n, run.id);
    expect(await textsTo('+12025550132')).toHaveLength(1);
    expect(await textsTo('+12025550133')).not.toContainEqual(expect.stringMatching(/your text/));
  });
  it('does not reply to a text that may be an opt-out', async () => {
    const [run] = await runsOf(id, 1, () => asked('+12025550134', 'How do I get off this list?'));
    expect(run).toMatchObject({ status: 'success' });
    expect(await textsTo('+12025550134')).toEqual([]);
  });
});

example('daily-report', ({ id }) => {
  it('texts the figures of the last 24 hours', async () => {
    await stage.service.client.message.send({ to: '+12025550150', text: 'Nobody is there' });
    const { totals } = await stage.service.client.report.get({});
    expect(await executeWorkflow(stage.n8n, id)).toMatchObject({ status: 'success' });
    const text = await textOn('+12025550123', /^Texts of the last 24 hours/);
    expect(text.text).toMatch(/: [1-9]\d* delivered, \d+ not delivered, \d+ received\.$/);
    expect(text.text).toContain(`${totals.received} received`);
  });
});

describe('an example', () => {
  const files = Object.entries(examples);

  it('is proven here or in another test', () => {
    const tests = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.slow.test.ts'));
    const proven = tests.flatMap((file) => [
      ...readFileSync(join(import.meta.dirname, file), 'utf8').matchAll(/^example\('([\w-]+)'/gm),
    ]);
    expect(proven.map(([, file]) => file).sort()).toEqual(Object.keys(examples).sort());
  });
  it.each(files)('contains no account and explains its setup: %s', (_, { nodes }) => {
    expect(JSON.stringify(nodes)).not.toContain('"credentials"');
    const notes = nodes.filter(({ type }) => type === 'n8n-nodes-base.stickyNote');
    expect(notes[0]?.parameters.content).toMatch(/^## .*\*\*Before you (publish|run) it\*\*/s);
  });
  it.each(files)('has a unique name for each node: %s', (_, { nodes }) => {
    expect(new Set(nodes.map(({ name }) => name)).size).toBe(nodes.length);
  });
});
