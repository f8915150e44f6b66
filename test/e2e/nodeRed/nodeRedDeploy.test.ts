import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { FlowNode } from '../../../scripts/node-red/start.ts';
import { injectNode, openStage, textloomNode, type Stage } from './nodeRedStage.ts';

const own = '+12025550100';
let stage: Stage;
// Without other settings, Node-RED clears the contexts of nodes with each deployment.
beforeAll(async () => {
  stage = await openStage();
});
afterAll(() => stage.stop());
const waitNode = textloomNode('wait', 'send-and-wait', {}, ['answer'], []);
const note = (info: string): FlowNode => ({
  id: 'note',
  type: 'comment',
  z: 'tab',
  info,
  wires: [],
});

describe('a node that waits for a reply', () => {
  it('responds to the web page that asked, although somebody deploys meanwhile', async () => {
    const person = '+12025550131';
    const flow = [
      { id: 'page', type: 'http in', z: 'tab', url: '/ask', method: 'get', wires: [['question']] },
      {
        ...{ id: 'question', type: 'change', z: 'tab', wires: [['wait']] },
        rules: Object.entries({ payload: 'Ready?', topic: person, order: '7' }).map(([p, to]) => ({
          ...{ t: 'set', p, pt: 'msg', to, tot: 'str' },
        })),
      },
      waitNode,
      {
        ...{ id: 'answer', type: 'template', z: 'tab', field: 'payload', wires: [['response']] },
        template: '{{payload}} for order {{order}}',
      },
      { id: 'response', type: 'http response', z: 'tab', wires: [] },
    ];
    await stage.deploy(...flow);
    const response = fetch(`${stage.nodeRed().url}/ask`);
    await stage.asked(person);
    await stage.deploy(...flow, note('A full deployment'));
    await stage.service.textFrom(person, own, 'Yes');
    expect(await (await response).text()).toBe('Yes for order 7');
  });

  it('continues with another API key', async () => {
    const person = '+12025550132';
    const flow = [
      injectNode('ask', { payload: 'Ready?', topic: person, order: '8' }, 'wait'),
      waitNode,
      ...stage.collector('answer'),
    ];
    await stage.deploy(...flow);
    await stage.nodeRed().inject('ask');
    await stage.asked(person);
    const { client } = stage.service;
    const { key } = await client.key.create({ name: 'Node-RED', scope: 'send' });
    await stage.deployWith(key, ...flow);
    await stage.service.textFrom(person, own, 'Yes');
    expect(await stage.arrived('answer')).toMatchObject([{ payload: 'Yes', order: '8' }]);
  });
});
