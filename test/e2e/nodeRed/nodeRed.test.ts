import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { EventType, Message, MessageEventData } from '@textloom/shared/contract';
import { poll } from '../../../scripts/poll.ts';
import { injectNode, openStage, textloomNode, type Stage } from './nodeRedStage.ts';

const own = '+12025550100';
const handset = '+12025550111';
let stage: Stage;
beforeAll(async () => {
  // The README recommends this.
  const config = { cache: false };
  stage = await openStage({ contextStorage: { default: { module: 'localfilesystem', config } } });
});
afterAll(() => stage.stop());

const webhooks = async () => (await stage.service.client.webhook.list({})).data;
const subscribed = (count: number) =>
  poll(120_000, async () => ((await webhooks()).length === count ? true : undefined));
/** Resolves with the webhook of a node when no webhook of an earlier flow remains. */
const onlySubscribed = (nodeId: string) =>
  poll(120_000, async () => {
    const [webhook, ...others] = await webhooks();
    return others.length === 0 && webhook?.url.endsWith(`/${nodeId}`) ? webhook : undefined;
  });
/** Resolves when the webhook has a delivery of an event with this type and status. */
const attempted = (id: string, type: EventType, wanted: 'succeeded' | 'failed') =>
  poll(120_000, async () => {
    const { data } = await stage.service.client.webhook.deliveries({ id });
    return data.some((one) => one.event_type === type && one.status === wanted) || undefined;
  });

describe('the nodes in a real Node-RED', () => {
  it('send a text from msg.payload to the number in msg.topic, and start flows when it is delivered', async () => {
    await stage.deploy(
      injectNode('go', { payload: 'Hello from Node-RED', topic: handset }, 'send'),
      textloomNode('send', 'send', { reference: 'order-1', referenceType: 'str' }, ['accepted']),
      ...stage.collector('accepted'),
      textloomNode('status', 'status', {}, ['delivered']),
      ...stage.collector('delivered'),
    );
    await onlySubscribed('status');
    await stage.nodeRed().inject('go');
    const [accepted] = await stage.arrived('accepted');
    const message = accepted!.payload as Message;
    expect(message).toMatchObject({
      to: handset,
      text: 'Hello from Node-RED',
      reference: 'order-1',
    });
    const [delivered] = await stage.arrived('delivered');
    expect(delivered).toMatchObject({ payload: 'delivered', topic: handset });
    expect((delivered!.event as { data: MessageEventData }).data.id).toBe(message.id);
    expect(await stage.service.textsOn(handset)).toHaveLength(1);
  });

  it('start a flow with an incoming text, and reply to its sender', async () => {
    const sender = '+12025550112';
    await stage.deploy(
      textloomNode('incoming', 'incoming', { keywords: 'hours, open' }, ['reply', 'received']),
      ...stage.collector('received'),
      textloomNode('reply', 'send', { text: 'We open at 9', textType: 'str' }, []),
    );
    await onlySubscribed('incoming');
    await stage.service.textFrom(sender, own, 'Thanks');
    await stage.service.textFrom(sender, own, 'Hours?');
    const [received] = await stage.arrived('received');
    expect(received).toMatchObject({ payload: 'Hours?', topic: sender });
    const replies = await poll(120_000, async () => {
      const texts = await stage.service.textsOn(sender);
      const replies = texts.filter(({ direction }) => direction === 'to_handset');
      return replies.length > 0 ? replies : undefined;
    });
    expect(replies.map(({ text }) => text)).toEqual(['We open at 9']);
  });

  it('wait for the reply to a text, and continue with it and with the rest of the message', async () => {
    const person = '+12025550113';
    await stage.deploy(
      injectNode('ask', { payload: 'Ready?', topic: person, order: '1042' }, 'wait'),
      textloomNode('wait', 'send-and-wait', {}, ['replied'], ['silent']),
      ...stage.collector('replied'),
      ...stage.collector('silent'),
    );
    await subscribed(0);
    await stage.nodeRed().inject('ask');
    await stage.asked(person);
    await stage.service.textFrom(person, own, 'Yes');
    const [reply] = await stage.arrived('replied');
    expect(reply).toMatchObject({ payload: 'Yes', topic: person, order: '1042' });
    expect(reply).toMatchObject({ question: { text: 'Ready?' }, reply: { text: 'Yes' } });
    await subscribed(0);
  });

  it('ask again in a loop until the reply is clear, and leave other addresses alone', async () => {
    const person = '+12025550123';
    await stage.deploy(
      injectNode('start', { payload: 'Yes or no?', topic: person }, 'loop'),
      textloomNode('loop', 'send-and-wait', {}, ['clear'], []),
      {
        ...{ id: 'clear', type: 'function', z: 'tab', outputs: 2, wires: [['loop'], ['answer']] },
        func: `if (msg.payload === 'Yes') return [null, msg];
return [{ ...msg, payload: 'Yes or no?' }, null];`,
      },
      ...stage.collector('answer'),
      {
        id: 'own',
        type: 'http in',
        z: 'tab',
        url: '/textloom/own',
        method: 'post',
        wires: [['ok']],
      },
      { id: 'ok', type: 'http response', z: 'tab', statusCode: '202', wires: [] },
    );
    const own202 = await fetch(`${stage.nodeRed().url}/textloom/own`, { method: 'POST' });
    expect(own202.status).toBe(202);
    await stage.nodeRed().inject('start');
    await stage.asked(person);
    await stage.service.textFrom(person, own, 'Perhaps');
    await poll(120_000, async () => {
      const texts = await stage.service.textsOn(person);
      const questions = texts.filter(({ direction }) => direction === 'to_handset');
      return questions.length === 2 || undefined;
    });
    await stage.asked(person);
    await stage.service.textFrom(person, own, 'Yes');
    expect(await stage.arrived('answer')).toMatchObject([{ payload: 'Yes', topic: person }]);
    await subscribed(0);
  });

  it('continue with the second output after the time limit, and if the text does not arrive', async () => {
    await stage.deploy(
      injectNode('quiet', { payload: 'Anyone?', topic: '+12025550114' }, 'short'),
      injectNode('lost', { payload: 'Anyone else?', topic: '+12025550150' }, 'short'),
      textloomNode('short', 'send-and-wait', { time_limit: '1' }, [], ['unanswered']),
      ...stage.collector('unanswered'),
    );
    await stage.nodeRed().inject('lost');
    const [lost] = await stage.arrived('unanswered');
    expect(lost).toMatchObject({ payload: 'undelivered', topic: '+12025550150' });
    await stage.nodeRed().inject('quiet');
    await stage.asked('+12025550114');
    // The shortest time limit is a minute.
    const [, timeout] = await stage.arrived('unanswered', 2);
    expect(timeout).toMatchObject({ payload: 'timeout', topic: '+12025550114' });
    await subscribed(0);
  });

  it.each([
    ['http://169.254.1.1', '+12025550122'],
    ['http://127.0.0.1:9', '+12025550124'],
  ])('send nothing if the service cannot deliver the reply to %s', async (address, person) => {
    const before = (await stage.arrived('reason', 0)).length;
    const outputBefore = stage.nodeRed().output().length;
    await stage.deploy(
      stage.account('nowhere', address),
      injectNode('try', { payload: 'Hello?', topic: person }, 'unreachable'),
      { ...textloomNode('unreachable', 'send-and-wait', {}, [], []), account: 'nowhere' },
      { ...textloomNode('deaf', 'incoming', {}, []), account: 'nowhere' },
      { id: 'why', type: 'catch', z: 'tab', scope: ['unreachable'], wires: [['reason']] },
      ...stage.collector('reason'),
    );
    await stage.nodeRed().inject('try');
    const reason = (await stage.arrived('reason', before + 1)).at(-1);
    const { message } = reason!.error as { readonly message: string };
    expect(message).toMatch(
      /^The service cannot deliver to this Node-RED\. .+ enter a public address .+ Nothing was sent\.$/,
    );
    expect(await stage.service.textsOn(person)).toEqual([]);
    const said = '[textloom-incoming:deaf] The service cannot deliver';
    const hasSaid = () => stage.nodeRed().output().slice(outputBefore).includes(said);
    await poll(120_000, async () => hasSaid() || undefined);
  });

  it('report an error to Catch nodes, and what they finish to Complete nodes', async () => {
    await stage.deploy(
      injectNode('bad', { payload: 'Hi', topic: 'nobody' }, 'fails'),
      injectNode('good', { payload: 'Hi', topic: '+12025550115' }, 'fails'),
      textloomNode('fails', 'send', {}, []),
      { id: 'catch', type: 'catch', z: 'tab', scope: ['fails'], wires: [['caught']] },
      { id: 'complete', type: 'complete', z: 'tab', scope: ['fails'], wires: [['completed']] },
      ...stage.collector('caught'),
      ...stage.collector('completed'),
    );
    await stage.nodeRed().inject('bad');
    const [caught] = await stage.arrived('caught');
    const error = caught!.error as { readonly message: string };
    expect(error).toMatchObject({ code: 'validation_failed', source: { id: 'fails' } });
    expect(error.message).toMatch(/^To must be a phone number, such as/);
    expect(error).not.toHaveProperty('stack');
    await stage.nodeRed().inject('good');
    expect(await stage.arrived('completed')).toHaveLength(1);
  });

  it('send a text once if a flow repeats the same message', async () => {
    const person = '+12025550116';
    await stage.deploy(
      injectNode('repeat', { payload: 'Once', topic: person }, 'first'),
      textloomNode('first', 'send', {}, ['again']),
      {
        ...{ id: 'again', type: 'function', z: 'tab', outputs: 2, wires: [['first'], ['both']] },
        func: `if (msg.earlier) return [null, msg];
return [{ ...msg, earlier: msg.payload, payload: 'Once' }, null];`,
      },
      ...stage.collector('both'),
    );
    await stage.nodeRed().inject('repeat');
    const [both] = await stage.arrived('both');
    expect((both!.payload as Message).id).toBe((both!.earlier as Message).id);
    const texts = await stage.service.textsOn(person);
    expect(texts.filter(({ direction }) => direction === 'to_handset')).toHaveLength(1);
  });

  it('save, find and delete a contact', async () => {
    const phone = '+12025550117';
    const step = (operation: string) => [
      injectNode(operation, { topic: phone, payload: 'Ada' }, `${operation}-contact`),
      textloomNode(
        `${operation}-contact`,
        'contact',
        { operation, first_name: 'payload', first_nameType: 'msg' },
        [`${operation}-result`],
      ),
      ...stage.collector(`${operation}-result`),
    ];
    await stage.deploy(...step('save'), ...step('find'), ...step('delete'));
    const run = async (operation: string, count = 1) => {
      await stage.nodeRed().inject(operation);
      return (await stage.arrived(`${operation}-result`, count)).at(-1)!.payload;
    };
    expect(await run('find')).toBeNull();
    expect(await run('save')).toMatchObject({ phone, first_name: 'Ada', email: null });
    expect(await run('find', 2)).toMatchObject({ first_name: 'Ada' });
    expect(await run('delete')).toBeNull();
    expect(await run('find', 3)).toBeNull();
  });
});

describe('the subscriptions of the nodes', () => {
  it('end when a node is deleted, disabled, or part of a subflow that is deleted', async () => {
    const sub = { id: 'sub', type: 'subflow', name: 'Texts', in: [], out: [] };
    await stage.deploy(
      sub,
      { ...textloomNode('inner', 'incoming', {}), z: 'sub' },
      { id: 'instance', type: 'subflow:sub', z: 'tab', wires: [] },
      textloomNode('outer', 'incoming', {}),
      textloomNode('off', 'status', {}),
    );
    await subscribed(3);
    await stage.deploy(textloomNode('outer', 'incoming', {}), {
      ...textloomNode('off', 'status', {}),
      d: true,
    });
    await onlySubscribed('outer');
    await stage.deploy();
    await subscribed(0);
  });

  it('follow the form, without a second subscription', async () => {
    await stage.deploy(textloomNode('outer', 'incoming', { from: '+12025550118' }));
    await onlySubscribed('outer');
    await stage.deploy(textloomNode('outer', 'incoming', { from: '+12025550119' }));
    await poll(120_000, async () => {
      const [webhook] = await webhooks();
      return webhook?.filter?.from?.[0] === '+12025550119' || undefined;
    });
    await onlySubscribed('outer');
  });
});

describe('a node that the service cannot reach', () => {
  it('says so, and what to do', async () => {
    const before = stage.nodeRed().output().length;
    await stage.deploy(stage.account('away', 'http://127.0.0.1:9'), {
      ...textloomNode('unreached', 'incoming', {}),
      account: 'away',
    });
    const said =
      /The service cannot deliver to this Node-RED\. [^.]+\. Open the Textloom account in this node, and enter a public address/;
    await poll(120_000, async () => said.test(stage.nodeRed().output().slice(before)) || undefined);
  });
});

describe('after a restart of Node-RED', () => {
  it('a text that came in meanwhile starts the flow, and none starts it twice', async () => {
    const sender = '+12025550120';
    await stage.deploy(
      textloomNode('always', 'incoming', { from: sender }, ['texts']),
      ...stage.collector('texts'),
    );
    const { id } = await onlySubscribed('always');
    await attempted(id, 'webhook.test', 'succeeded');
    stage.loseResponse();
    await stage.service.textFrom(sender, own, 'Before');
    await stage.arrived('texts');
    await attempted(id, 'message.received', 'succeeded');
    await stage.nodeRed().kill();
    await stage.service.textFrom(sender, own, 'Meanwhile');
    await attempted(id, 'message.received', 'failed');
    await stage.start();
    await stage.arrived('texts', 2);
    await stage.service.textFrom(sender, own, 'After');
    const texts = await stage.arrived('texts', 3);
    expect(texts.map(({ payload }) => payload)).toEqual(['Before', 'Meanwhile', 'After']);
  });

  it('a flow that has continued after a reply does not continue again', async () => {
    const person = '+12025550125';
    await stage.deploy(
      injectNode('once', { payload: 'Only once?', topic: person }, 'crashing'),
      textloomNode('crashing', 'send-and-wait', {}, ['continued'], []),
      ...stage.collector('continued'),
    );
    await stage.nodeRed().inject('once');
    await stage.asked(person);
    await stage.service.textFrom(person, own, 'Yes');
    await stage.arrived('continued');
    await subscribed(0);
    await stage.nodeRed().kill();
    await stage.start();
    // A second wait shows that the node has started.
    await stage.nodeRed().inject('once');
    await stage.asked(person);
    await stage.service.textFrom(person, own, 'Yes again');
    expect((await stage.arrived('continued', 2)).map(({ payload }) => payload)).toEqual([
      'Yes',
      'Yes again',
    ]);
  });

  it('a wait continues, with the rest of the message', async () => {
    const person = '+12025550121';
    await stage.deploy(
      injectNode('before', { payload: 'Still there?', topic: person, order: '7' }, 'patient'),
      textloomNode('patient', 'send-and-wait', {}, ['later'], []),
      ...stage.collector('later'),
    );
    await stage.nodeRed().inject('before');
    await stage.asked(person);
    await stage.nodeRed().stop();
    await stage.start();
    await stage.service.textFrom(person, own, 'Yes');
    const [later] = await stage.arrived('later');
    expect(later).toMatchObject({ payload: 'Yes', topic: person, order: '7' });
    await subscribed(0);
  });
});
