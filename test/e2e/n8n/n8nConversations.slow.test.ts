import { beforeAll, expect, it } from '@jest/globals';
import { executeWorkflow, type WorkflowNode } from '../../../scripts/n8n/n8n.ts';
import { poll } from '../../../scripts/poll.ts';
import { startModel, type Asked } from './modelServer.ts';
import { exampleStage, untilKeyStays } from './n8nExampleStage.ts';
import { startSheet } from './sheetServer.ts';

const getContent = ({ content }: Asked['messages'][number]): string =>
  typeof content === 'string' ? content : JSON.stringify(content);

/** Decides like a model that follows the instructions of the example. */
function getTurn({ messages }: Asked) {
  const last = messages.at(-1)!;
  const said = messages.filter(({ role }) => role === 'user').map(getContent);
  if (last.role === 'tool') return { says: `The tool said: ${getContent(last)}` };
  if (/broken/.test(said.at(-1)!)) return {};
  if (/person/.test(said.at(-1)!))
    return { calls: 'Give_the_lead_to_sales', with: { summary: '12 desks from May' } };
  if (/call/.test(said.at(-1)!))
    return {
      calls: 'Agree_on_a_call',
      with: { toolParameters: { time: 'Monday at 9' }, hitlParameters: {} },
    };
  return { says: `You wrote ${said.length} texts. The first was: ${said[0]}` };
}

/** Replaces the agent with a node that returns nothing else, as a sheet does. */
function connect(node: WorkflowNode): WorkflowNode {
  if (/lmChatOpenAi$/.test(node.type))
    return { ...node, credentials: { openAiApi: { id: 'model', name: 'Model' } } };
  if (node.name !== 'Who helps') return sheet.replace(node);
  return { ...node, parameters: { ...node.parameters, includeOtherFields: false } };
}

let sheet: Awaited<ReturnType<typeof startSheet>>;
const stage = exampleStage(async () => {
  sheet = await startSheet();
  const model = await startModel(getTurn);
  return {
    credentials: [
      { id: 'model', name: 'Model', type: 'openAiApi', data: { apiKey: 'none', url: model.url } },
    ],
    stop: async () => {
      await sheet.stop();
      await model.stop();
    },
  };
}, connect);
const { example, messagesTo, postTo, runsOf, textFrom, textOn, textsTo } = stage;

example('two-way-support', ({ id }) => {
  const [agent, ada, grace] = ['+12025550144', '+12025550119', '+12025550120'] as const;
  /** Returns the number of the ticket on the agent's phone. */
  const readTicket = async (question: string) => {
    const { text } = await textOn(agent, new RegExp(`^Ticket #\\d+, .*: ${question}`));
    return /\d+/.exec(text)![0];
  };
  const thanks = async (customer: string) =>
    (await textsTo(customer)).filter((text) => /^Thank you, we have your text/.test(text));

  it('replies to a keyword, and bothers no agent', async () => {
    await textFrom(ada, 'hours?');
    expect(await textOn(ada, /Monday to Friday/)).toBeDefined();
    expect(await textsTo(agent)).toEqual([]);
  });
  it('gives a question to the agent, and the reply to the customer', async () => {
    await textFrom(ada, 'Where is my order');
    const ticket = await readTicket('Where is my order');
    expect(await textOn(ada, /^Thank you, we have your text/)).toBeDefined();
    await textFrom(agent, `#${ticket} It ships today`);
    expect(await textOn(ada, /^It ships today$/)).toBeDefined();
  });
  it('subscribes nobody, and unsubscribes nobody', async () => {
    const { client } = stage.service;
    const member = '+12025550121';
    await client.contact.upsert({ phone: member });
    await textFrom(member, 'Is it open');
    await readTicket('Is it open');
    expect(await client.contact.get({ id: member })).toMatchObject({ status: 'subscribed' });
    expect(await client.contact.get({ id: ada })).toMatchObject({ status: 'pending' });
  });
  it('gives the agent the text of a customer who has opted out, and keeps the opt-out', async () => {
    const { client } = stage.service;
    const [known, unknown] = ['+12025550127', '+12025550128'] as const;
    await client.contact.upsert({ phone: known });
    for (const customer of [known, unknown]) {
      await textFrom(customer, 'STOP');
      await textFrom(customer, `Where is ${customer}`);
      expect(await readTicket(`Where is \\${customer}`)).toMatch(/^\d+$/);
      expect(await thanks(customer)).toEqual([]);
    }
    expect(await client.contact.get({ id: known })).toMatchObject({
      status: 'opted_out',
      attributes: { support: 'agent' },
    });
  });
  it('gives the agent a text that may be an opt-out, and does not reply to it', async () => {
    for (const [customer, text] of [
      ['+12025550140', 'How do I get off this list?'],
      ['+12025550141', 'Hours? How do I get off this list?'],
    ] as const) {
      await textFrom(customer, text);
      expect(await readTicket(text.replaceAll('?', '\\?'))).toMatch(/^\d+$/);
      expect(await textsTo(customer)).toEqual([]);
    }
  });
  it('leaves the whole conversation to the agent, with one thank you', async () => {
    await textFrom(ada, 'Hours of the shop');
    expect(await readTicket('Hours of the shop')).toMatch(/^\d+$/);
    expect(await thanks(ada)).toHaveLength(1);
  });
  it('sends each reply to the customer of its ticket', async () => {
    await textFrom(grace, 'Can I pay by card');
    const older = await readTicket('Can I pay by card');
    await textFrom(ada, 'And my invoice');
    await readTicket('And my invoice');
    await textFrom(agent, `#${older}: Yes, by card`);
    expect(await textOn(grace, /^Yes, by card$/)).toBeDefined();
    expect(await textsTo(ada)).not.toContainEqual(expect.stringContaining('card'));
  });
  it('sends a reply without a ticket to nobody, and gives one hint', async () => {
    const ticket = await readTicket('And my invoice');
    const before = [await textsTo(ada), await textsTo(grace)];
    await untilKeyStays();
    for (const text of [`${ticket} minutes, please`, '#99999999 Hello', 'I am driving'])
      await runsOf(id, 1, () => textFrom(agent, text));
    expect(await textOn(agent, /^Not sent\. Begin with the number of a ticket/)).toBeDefined();
    const hints = (await textsTo(agent)).filter((text) => /Begin with/.test(text));
    expect(hints).toHaveLength(1);
    expect([await textsTo(ada), await textsTo(grace)]).toEqual(before);
  });
  it('starts again after DONE', async () => {
    const ticket = await readTicket('And my invoice');
    await runsOf(id, 1, () => textFrom(agent, `#${ticket} done`));
    expect(await textsTo(ada)).not.toContainEqual(expect.stringMatching(/done/i));
    await textFrom(ada, 'One more thing');
    await readTicket('One more thing');
    expect(await thanks(ada)).toHaveLength(2);
  });
  it('tells the agent that a customer has opted out', async () => {
    const ticket = await readTicket('Can I pay by card');
    await textFrom(grace, 'STOP');
    await textFrom(agent, `#${ticket} Anything else?`);
    expect(await textOn(agent, /^Not sent\. The recipient has opted out/)).toBeDefined();
  });
});

example('sheet-campaign', ({ id }) => {
  const [ada, pending, stopped, silent, unknown, late, lost, called] = [
    '+12025550122',
    '+12025550123',
    '+12025550124',
    '+12025550125',
    '+12025550126',
    '+12025550106',
    '+12025550107',
    '+12025550108',
  ] as const;
  const rows = ['(202) 555-0122', ada, pending, stopped, silent, unknown, 'call me'];

  beforeAll(async () => {
    await stage.addAtNoon(ada);
    const { contact } = stage.service.client;
    const consent = { source: 'Form', at: new Date(Date.now() - 60_000).toISOString() };
    await contact.upsert({ phone: ada, first_name: 'Ada', consent });
    await contact.upsert({ phone: pending, status: 'pending', consent });
    await contact.upsert({ phone: stopped, consent });
    await contact.upsert({ phone: silent });
    await stage.optOut(stopped);
    sheet.fill([...rows.map((Phone) => ({ Phone })), { Phone: unknown, Result: 'Called' }]);
    expect(await executeWorkflow(stage.n8n, id)).toMatchObject({ status: 'success' });
  });

  it('texts the people who agreed, each once', async () => {
    expect(await textOn(ada, /^Hi Ada, everything at Acme is 20% off/)).toBeDefined();
    expect(await messagesTo(ada)).toMatchObject([
      { purpose: 'marketing', reference: 'spring-sale' },
    ]);
  });
  it('writes why it did not text the others', async () => {
    expect(sheet.results()).toEqual([
      'spring-sale: queued',
      'spring-sale: queued',
      'Not sent: the contact is pending',
      'Not sent: the contact is opted out',
      'Not sent: no consent is stored',
      expect.stringMatching(/^Not sent: There is no such contact in this account$/),
      expect.stringMatching(/^Not sent: /),
      'Called',
    ]);
    for (const phone of [pending, silent, unknown]) expect(await textsTo(phone)).toEqual([]);
  });
  it('tries rows again that it could not send, and no others', async () => {
    const { contact } = stage.service.client;
    const consent = { source: 'Form', at: new Date(Date.now() - 60_000).toISOString() };
    for (const phone of [late, lost, called]) {
      await stage.addAtNoon(phone);
      await contact.upsert({ phone, consent });
    }
    sheet.fill([
      { Phone: late, Result: 'Not sent: the service is busy' },
      { Phone: lost, Result: 'Unknown: no response' },
      { Phone: ada, Result: 'Unknown: no response' },
      { Phone: called, Result: 'Called' },
    ]);
    expect(await executeWorkflow(stage.n8n, id)).toMatchObject({ status: 'success' });
    expect(sheet.results()).toEqual([
      expect.stringMatching(/^spring-sale: /),
      expect.stringMatching(/^spring-sale: /),
      'Not sent: got this campaign before',
      'Called',
    ]);
    expect(await textOn(late, /^Hi, everything at Acme/)).toBeDefined();
    expect(await textOn(lost, /^Hi, everything at Acme/)).toBeDefined();
    expect(await textsTo(ada)).toHaveLength(1);
    expect(await textsTo(called)).toEqual([]);
  });
  it('texts nobody twice, even if the results were lost', async () => {
    sheet.fill(rows.map((Phone) => ({ Phone })));
    expect(await executeWorkflow(stage.n8n, id)).toMatchObject({ status: 'success' });
    expect(sheet.results().slice(0, 2)).toEqual([
      'Not sent: got this campaign before',
      'Not sent: got this campaign before',
    ]);
    expect(await textsTo(ada)).toHaveLength(1);
  });
});

example('lead-qualification', ({ id }) => {
  const [sales, ada, grace, silent, tireless, caller, doubtful] = [
    '+12025550145',
    '+12025550130',
    '+12025550131',
    '+12025550132',
    '+12025550133',
    '+12025550134',
    '+12025550135',
  ] as const;
  const lead = (phone: string, leadId: string) =>
    postTo('lead', {
      lead_id: leadId,
      phone,
      first_name: 'Ada',
      agreed_at: new Date(Date.now() - 60_000).toISOString(),
    });
  const greeted = async (phone: string) => {
    await lead(phone, phone.slice(-3));
    await textOn(phone, /^Hi Ada, this is Acme's digital assistant/);
  };

  it('asks a lead once, and only with consent', async () => {
    await greeted(ada);
    await runsOf(id, 2, async () => {
      await lead(ada, '130');
      await postTo('lead', { lead_id: '132', phone: silent, first_name: 'Ada' });
    });
    expect(await textsTo(ada)).toHaveLength(1);
    expect(await textsTo(silent)).toEqual([]);
  });
  it('remembers each conversation by phone number', async () => {
    await greeted(grace);
    await textFrom(ada, 'We are 12');
    expect(await textOn(ada, /^You wrote 1 texts\. The first was: We are 12/)).toBeDefined();
    await textFrom(grace, 'We are 3');
    expect(await textOn(grace, /^You wrote 1 texts\. The first was: We are 3/)).toBeDefined();
    await textFrom(ada, 'From May');
    expect(await textOn(ada, /^You wrote 2 texts\. The first was: We are 12/)).toBeDefined();
  });
  it('gives the lead to sales, who get the summary and all later texts', async () => {
    await textFrom(ada, 'May I speak with a person?');
    expect(await textOn(sales, /^New lead Ada \+12025550130: 12 desks from May$/)).toBeDefined();
    const before = await textsTo(ada);
    await textFrom(ada, 'Are you there?');
    expect(await textOn(sales, /^Lead Ada \+12025550130: Are you there\?$/)).toBeDefined();
    expect(await textsTo(ada)).toEqual(before);
  });
  it('agrees on a call only if sales says YES, and reads a NO', async () => {
    await greeted(caller);
    await textFrom(caller, 'Please call me on Monday');
    expect(await textOn(sales, /\+12025550134 asks for a call: Monday at 9\./)).toBeDefined();
    await textFrom(sales, 'No, we are closed');
    expect(await textOn(caller, /^The tool said: .*we are closed/)).toBeDefined();
    const attributes = async () =>
      (await stage.service.client.contact.get({ id: caller })).attributes;
    const asked = (count: number) =>
      poll(120_000, async () => {
        const all = (await stage.textsOn(sales)).filter((text) => /asks for a call/.test(text));
        return all.length === count || undefined;
      });
    // Sales does not reply in time.
    const [run] = await runsOf(id, 1, () => textFrom(caller, 'Then call me later'));
    await asked(2);
    expect(run).toMatchObject({ status: 'success' });
    expect((await textsTo(caller))[0]).toMatch(/^The tool said: /);
    expect(await attributes()).toEqual({ lead: 'open' });
    await textFrom(caller, 'So call me on Tuesday');
    await asked(3);
    await textFrom(sales, 'Yes');
    await poll(120_000, async () => (await attributes()).call || undefined);
    expect(await attributes()).toEqual({ lead: 'open', call: 'Monday at 9' });
  });
  it('gives a lead to sales if the model fails, and after 20 replies', async () => {
    await textFrom(grace, 'Is this broken?');
    expect(await textOn(sales, /^Lead Ada \+12025550131: Is this broken\?$/)).toBeDefined();
    await greeted(tireless);
    for (let count = 0; count < 20; count += 1)
      await stage.service.client.message.send({
        to: tireless,
        text: 'Hello',
        reference: 'lead-reply',
      });
    await textFrom(tireless, 'Hello');
    expect(await textOn(sales, /^Lead Ada \+12025550133: Hello$/)).toBeDefined();
    expect(await textsTo(tireless)).not.toContainEqual(expect.stringMatching(/^You wrote/));
  });
  it('gives sales a text that may be an opt-out, and does not reply to it', async () => {
    await greeted(doubtful);
    const before = await textsTo(doubtful);
    await textFrom(doubtful, 'How do I get off this list?');
    expect(await textOn(sales, /^Lead Ada \+12025550135: How do I get off/)).toBeDefined();
    expect(await textsTo(doubtful)).toEqual(before);
  });
  it('leaves STOP and texts of other people alone', async () => {
    const before = await textsTo(sales);
    await runsOf(id, 2, async () => {
      await textFrom(ada, 'STOP');
      await textFrom(silent, 'Hello?');
    });
    expect(await textsTo(sales)).toEqual(before);
  });
});
