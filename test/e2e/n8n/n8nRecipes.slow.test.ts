import { beforeAll, expect, it } from '@jest/globals';
import { executeWorkflow, type Json, type WorkflowNode } from '../../../scripts/n8n/n8n.ts';
import { poll } from '../../../scripts/poll.ts';
import { exampleStage } from './n8nExampleStage.ts';

/** Lets the search for failures end now instead of a minute ago. */
function withoutDelay(node: WorkflowNode): WorkflowNode {
  if (node.name !== 'Get the latest failures') return node;
  const filters = { ...(node.parameters.filters as Json), createdBefore: '={{ $now }}' };
  return { ...node, parameters: { ...node.parameters, filters } };
}
const stage = exampleStage(undefined, withoutDelay);
const { example, messagesTo, postTo, runsOf, textFrom, textOn, textsTo } = stage;

example('delivery-failure-alert', ({ id }) => {
  const [customer, team, optedOut] = ['+12025550150', '+12025550143', '+12025550101'] as const;
  const isFinal = (messageId: string) =>
    poll(120_000, async () => {
      const { final_at: at } = await stage.service.client.message.get({ id: messageId });
      return at ?? undefined;
    });
  const fail = async (
    reference: string,
    purpose: 'notification' | 'marketing' = 'notification',
  ) => {
    const { client } = stage.service;
    const { id } = await client.message.send({ to: customer, text: 'Hello', reference, purpose });
    await isFinal(id);
  };
  const alerts = async () => (await textsTo(team)).filter((text) => /did not arrive/.test(text));

  it('sends one text about all new failures', async () => {
    await Promise.all([fail('order-1'), fail('order-2')]);
    expect(await executeWorkflow(stage.n8n, id)).toMatchObject({ status: 'success' });
    expect(
      await textOn(team, /^2 texts did not arrive\. Latest: to \+12025550150 \(order-[12]\)\./),
    ).toMatchObject({
      text: expect.stringMatching(/The carrier could not deliver the message\.$/),
    });
  });
  it('reports no failure twice, and none of an alert, of marketing or after STOP', async () => {
    await fail('failure-alert');
    await stage.addAtNoon(customer);
    await fail('spring', 'marketing');
    const later = new Date(Date.now() + 2_000).toISOString();
    const { id: scheduled } = await stage.service.client.message.send({
      to: optedOut,
      text: 'Hello',
      send_at: later,
    });
    await textFrom(optedOut, 'STOP');
    await isFinal(scheduled);
    expect(await executeWorkflow(stage.n8n, id)).toMatchObject({ status: 'success' });
    expect(await alerts()).toHaveLength(1);
  });
  it('reports the next failure', async () => {
    await fail('order-3');
    await executeWorkflow(stage.n8n, id);
    expect(await textOn(team, /^A text did not arrive\. .*\(order-3\)/)).toBeDefined();
  });
  it('finds a failure that is older than a hundred failures of a campaign', async () => {
    await fail('order-4');
    await stage.addAtNoon(customer);
    const text = { to: customer, text: 'Sale', purpose: 'marketing' } as const;
    const messages = Array.from({ length: 101 }, () => text);
    const { results } = await stage.service.client.message.sendBatch({ messages });
    for (const { message } of results) await isFinal(message!.id);
    await executeWorkflow(stage.n8n, id);
    expect(await textOn(team, /^A text did not arrive\. .*\(order-4\)/)).toBeDefined();
  });
});

example('review-request', ({ id }) => {
  const [buyer, stopped, returning, silent, twice, atOnce] = [
    '+12025550102',
    '+12025550103',
    '+12025550104',
    '+12025550105',
    '+12025550106',
    '+12025550111',
  ] as const;
  const order = (phone: string, orderId = '1042') => ({
    phone,
    first_name: 'Ada',
    order_id: orderId,
    agreed_at: new Date(Date.now() - 86_400_000).toISOString(),
  });
  beforeAll(async () => {
    for (const phone of [buyer, stopped, returning, silent, twice]) await stage.addAtNoon(phone);
    await runsOf(id, 5, async () => {
      for (const phone of [buyer, stopped, returning, twice])
        await postTo('order-delivered', order(phone));
      await postTo('order-delivered', { ...order(silent), agreed_at: undefined });
    });
    await textFrom(stopped, 'STOP');
    await runsOf(id, 3, async () => {
      await postTo('order-returned', { phone: returning });
      await postTo('order-delivered', order(twice));
      await postTo('order-delivered', order(twice, '1043'));
    });
  });

  it('texts the customer the link after the delay', async () => {
    const text = await textOn(buyer, /^Hi Ada, .*https:\/\/acme\.example\/review/);
    expect(text).toBeDefined();
    expect(await messagesTo(buyer)).toMatchObject([
      { purpose: 'marketing', reference: 'review-request', metadata: { order: '1042' } },
    ]);
  });
  it('asks once, even if the shop posts an order twice or the customer orders again', async () => {
    expect(await textOn(twice, /review/)).toBeDefined();
    expect(await textsTo(twice)).toHaveLength(1);
  });
  it('asks once, even if two runs start at the same moment', async () => {
    await stage.addAtNoon(atOnce);
    await runsOf(id, 2, () =>
      Promise.all([
        postTo('order-delivered', order(atOnce)),
        postTo('order-delivered', order(atOnce, '1043')),
      ]),
    );
    expect(await messagesTo(atOnce)).toHaveLength(1);
  });
  it('asks again about another order, but not about the one that the customer sent back', async () => {
    const phone = '+12025550113';
    await stage.addAtNoon(phone);
    const post = (orderId: string) =>
      runsOf(id, 1, () => postTo('order-delivered', order(phone, orderId)));
    await post('1042');
    await runsOf(id, 1, () => postTo('order-returned', { phone }));
    await post('1042');
    expect(await messagesTo(phone)).toMatchObject([{ status: 'canceled' }]);
    await post('1043');
    expect(await messagesTo(phone)).toMatchObject([
      { status: 'scheduled', metadata: { order: '1043' } },
      { status: 'canceled', metadata: { order: '1042' } },
    ]);
  });
  it('asks nobody who sent the order back, replied STOP, or did not agree', async () => {
    expect(await messagesTo(returning)).toMatchObject([{ status: 'canceled' }]);
    const after = await poll(120_000, async () => {
      const all = await messagesTo(stopped);
      return all.find(({ status }) => status === 'failed');
    });
    expect(after).toMatchObject({ error: { code: 'recipient_opted_out' } });
    expect(await textsTo(silent)).toEqual([]);
    // A run after the opt-out ends before it sends.
    const [run] = await runsOf(id, 1, () => postTo('order-delivered', order(stopped, '1044')));
    expect(run).toMatchObject({ status: 'success' });
    expect(Object.keys(run!.nodes)).not.toContain('Schedule the request');
  });
});

example('missed-call', ({ id }) => {
  const [caller, impatient, served, stopped, desk] = [
    '+12025550107',
    '+12025550110',
    '+12025550108',
    '+12025550109',
    '+12025550143',
  ] as const;
  const call = (from: string, status = 'no-answer') => postTo('call-ended', { from, status });

  it('texts the caller, and sends the reply to the front desk', async () => {
    await runsOf(id, 1, () => call(caller));
    expect(await textOn(caller, /^Sorry that we missed your call/)).toBeDefined();
    await textFrom(caller, 'Do you have a table for two?');
    expect(await textOn(desk, /reply from \+12025550107: Do you have a table/)).toBeDefined();
  });
  it('texts a caller once, even if the call is posted twice or they call again', async () => {
    await runsOf(id, 2, async () => {
      await call(caller);
      await call(caller, 'busy');
    });
    expect(await textsTo(caller)).toHaveLength(1);
  });
  it('texts a caller once if two runs start at the same moment', async () => {
    const runs = await runsOf(id, 2, () => Promise.all([call(impatient), call(impatient)]));
    expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
    expect(runs.map(({ nodes }) => Object.keys(nodes))).toEqual([
      expect.arrayContaining(['Text the caller']),
      expect.arrayContaining(['Text the caller']),
    ]);
    expect(await textsTo(impatient)).toHaveLength(1);
    expect(await textsTo(desk)).not.toContainEqual(expect.stringContaining(impatient));
  });
  it('texts nobody whose call somebody took, or who hides the number', async () => {
    const runs = await runsOf(id, 2, async () => {
      await call(served, 'completed');
      await call('anonymous');
    });
    expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await textsTo(served)).toEqual([]);
  });
  it('asks the front desk to call people whom it cannot text', async () => {
    await stage.optOut(stopped);
    await call(stopped);
    expect(await textOn(desk, /from \+12025550109\. Please call back: .*opted out/)).toBeDefined();
    await call('+442071838750');
    expect(await textOn(desk, /from \+442071838750\. Please call back/)).toBeDefined();
  });
  it.each(['(202) 555-0114', 'tel:+12025550115', ' 12025550116'])(
    'reads a number as phone systems write it: %j',
    async (from) => {
      await stage.service.client.account.update({ default_country: 'US' });
      await runsOf(id, 1, () => call(from));
      const handset = `+1202${from.replace(/\D/g, '').slice(-7)}`;
      expect(await textOn(handset, /^Sorry that we missed your call/)).toBeDefined();
    },
  );
  it('leaves replies to other texts, and STOP, alone', async () => {
    await stage.service.client.message.send({ to: served, text: 'Your order is on its way' });
    await textOn(served, /on its way/);
    const before = await textsTo(desk);
    await runsOf(id, 2, async () => {
      await textFrom(served, 'Thanks');
      await textFrom(caller, 'STOP');
    });
    expect(await textsTo(desk)).toEqual(before);
  });
});

example('double-opt-in', ({ id }) => {
  const [person, silent, stopped, member, another, eager] = [
    '+12025550114',
    '+12025550115',
    '+12025550116',
    '+12025550117',
    '+12025550118',
    '+12025550112',
  ] as const;
  const signUp = (phone: string) => postTo('sign-up', { phone, first_name: 'Ada' });
  const getContact = (phone: string) => stage.service.client.contact.get({ id: phone });
  const questions = async (phone: string) =>
    (await textsTo(phone)).filter((text) => /Reply YES/.test(text));
  const reply = async (phone: string, words: string) => {
    await textFrom(phone, words);
    await poll(120_000, async () => {
      const { data } = await stage.service.client.message.list({ from: phone });
      return data.some(({ text }) => text === words) || undefined;
    });
  };

  it('subscribes a person after a YES, with its time as the consent', async () => {
    // The welcome is marketing.
    await stage.addAtNoon(person);
    await runsOf(id, 1, () => signUp(person));
    expect(await textOn(person, /Reply YES to get our messages/)).toBeDefined();
    expect(await getContact(person)).toMatchObject({ status: 'pending', consent: null });
    await textFrom(person, 'yes please!');
    expect(await textOn(person, /^Thank you! With the code HELLO10/)).toBeDefined();
    const { status, consent } = await getContact(person);
    expect({ status, source: consent?.source }).toEqual({
      status: 'subscribed',
      source: 'Reply YES',
    });
    expect(Date.now() - Date.parse(consent!.at)).toBeLessThan(120_000);
  });
  it('asks once, and a second YES or sign-up changes nothing', async () => {
    const runs = await runsOf(id, 3, async () => {
      await signUp(silent);
      await textOn(silent, /Reply YES/);
      await signUp(silent);
      await signUp(person);
      await textFrom(person, 'YES');
    });
    expect(runs.map(({ status }) => status)).toEqual(['success', 'success', 'success']);
    expect(await questions(silent)).toHaveLength(1);
    expect(await questions(person)).toHaveLength(1);
    expect((await textsTo(person)).filter((text) => /^Thank you/.test(text))).toHaveLength(1);
    expect(await getContact(silent)).toMatchObject({ status: 'pending' });
  });
  it('asks once if two runs start at the same moment', async () => {
    const runs = await runsOf(id, 2, () => Promise.all([signUp(eager), signUp(eager)]));
    expect(runs.map(({ status }) => status)).toEqual(['success', 'success']);
    expect(await questions(eager)).toHaveLength(1);
  });
  it('asks nobody who replied STOP, and keeps them opted out', async () => {
    await stage.optOut(stopped);
    const [run] = await runsOf(id, 1, () => signUp(stopped));
    expect(run).toMatchObject({ status: 'success' });
    expect(await questions(stopped)).toEqual([]);
    await reply(silent, 'STOP');
    await reply(silent, 'YES');
    expect(await getContact(silent)).toMatchObject({ status: 'opted_out' });
  });
  it('asks nobody who has confirmed, and leaves a YES to another text alone', async () => {
    const at = new Date(Date.now() - 60_000).toISOString();
    const { client } = stage.service;
    await client.contact.upsert({ phone: member, consent: { source: 'Checkout', at } });
    await runsOf(id, 2, async () => {
      await signUp(member);
      await signUp(another);
    });
    expect(await questions(member)).toEqual([]);
    await textOn(another, /Reply YES/);
    await client.message.send({ to: another, text: 'Is Tuesday fine?' });
    await textOn(another, /Tuesday/);
    await reply(another, 'Yes');
    expect(await getContact(another)).toMatchObject({ status: 'pending' });
  });
  it('welcomes nobody who comes back after STOP, and fails if nobody can be asked', async () => {
    const [back] = await runsOf(id, 1, () => textFrom(stopped, 'START'));
    expect(back).toMatchObject({ status: 'success' });
    expect(await textsTo(stopped)).not.toContainEqual(expect.stringMatching(/HELLO10/));
    const [failed] = await runsOf(id, 1, () => signUp('+442071838750'));
    expect(failed).toMatchObject({ status: 'error' });
  });
});
