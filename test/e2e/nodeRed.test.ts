import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Message, MessageEventData } from '@textloom/shared/contract';
import { until } from '../../scripts/n8n/until.ts';
import { injectNode, openStage, textloomNode, type Stage } from './nodeRedStage.ts';

const own = '+12025550100';
const handset = '+12025550111';
let stage: Stage;
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.stop());

const webhooks = async () => (await stage.service.client.webhook.list({})).data;
const subscribed = (count: number) =>
  until(60_000, async () => ((await webhooks()).length === count ? true : undefined));

describe('the nodes in a real Node-RED', () => {
  it('send a text from msg.payload to the number in msg.topic, and start flows when it is delivered', async () => {
    await stage.deploy(
      injectNode('go', { payload: 'Hello from Node-RED', topic: handset }, 'send'),
      textloomNode('send', 'send', { reference: 'order-1', referenceType: 'str' }, ['accepted']),
      ...stage.collector('accepted'),
      textloomNode('status', 'status', {}, ['delivered']),
      ...stage.collector('delivered'),
    );
    await subscribed(1);
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
    await subscribed(1);
    await stage.service.textFrom(sender, own, 'Thanks');
    await stage.service.textFrom(sender, own, 'Hours?');
    const [received] = await stage.arrived('received');
    expect(received).toMatchObject({ payload: 'Hours?', topic: sender });
    const replies = await until(30_000, async () => {
      const texts = await stage.service.textsOn(sender);
      const replies = texts.filter(({ direction }) => direction === 'to_handset');
      return replies.length > 0 ? replies : undefined;
    });
    expect(replies.map(({ text }) => text)).toEqual(['We open at 9']);
  });
});
