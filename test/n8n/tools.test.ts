import { afterEach, describe, expect, it } from '@jest/globals';
import { Textloom } from '../../connectors/n8n/nodes/Textloom/Textloom.node.ts';
import { startFarSide, type FarSide } from './farSide.ts';
import { n8nHost, type HostOptions } from './n8nHost.ts';

const node = new Textloom();
let far: FarSide;
afterEach(() => far.stop());

/** The editor writes these expressions for the fields that the agent fills in. */
const parameters = {
  resource: 'message',
  operation: 'send',
  to: "={{ $fromAI('To', ``, 'string') }}",
  text: "={{ $fromAI('Text', ``, 'string') }}",
};
const hostOf = (settings: HostOptions['settings'] = {}) =>
  n8nHost({ nodeType: node, credential: far.credential, parameters, settings });
const ada = { To: '+12025550110', Text: 'Hello Ada' };

describe('a tool of an agent', () => {
  it('returns the message that it sent, also in versions of n8n in which a tool has no hints', async () => {
    far = await startFarSide();
    for (const isOld of [false, true]) {
      const call = hostOf().tool({ isOld });
      expect(JSON.parse(await call(ada))).toMatchObject([{ to: ada.To, text: ada.Text }]);
    }
    expect(far.asked).toHaveLength(2);
  });
});
