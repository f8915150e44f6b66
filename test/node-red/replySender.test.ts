import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { contract, sampleOf } from '@textloom/shared/contract';
import { registerSend } from '../../connectors/node-red/src/nodes/send.ts';
import { registerSendAndWait } from '../../connectors/node-red/src/nodes/sendAndWait.ts';
import { poll } from '../../scripts/poll.ts';
import { problemBody } from '../problemBody.ts';
import { startFarSide, type Answer } from '../zapier/farSide.ts';
import { answerTest } from './answerTest.ts';
import { createTestHost } from './host.ts';

const person = '+12025550123';
const texted = '+12025550188';
const sample = sampleOf(contract.message.send.output);
let far: Awaited<ReturnType<typeof startFarSide>>;
let host: ReturnType<typeof createTestHost>;
/** The senders of the texts that the service accepted. */
let senders: unknown[];
/** The numbers of the account. */
let owned: string[];
let defaultSender: string;
/** The content of the request with each key. The service keeps no refused request. */
let contents: Map<unknown, string>;

beforeEach(async () => {
  senders = [];
  owned = [texted];
  defaultSender = '+12025550100';
  contents = new Map();
  far = await startFarSide(async (asked, body, headers) => {
    if (asked === 'POST /v1/messages/preview')
      return {
        status: 200,
        body: { ...sampleOf(contract.message.preview.output), from: defaultSender },
      };
    if (asked === 'POST /v1/messages') return accept(body, headers['idempotency-key']);
    if (asked === 'POST /v1/webhooks')
      return { status: 201, body: sampleOf(contract.webhook.create.output) };
    return answerTest(asked) ?? { status: 204, body: {} };
  });
  host = createTestHost({ baseUrl: far.authData.base_url, apiKey: far.authData.api_key });
  registerSend(host.RED);
  registerSendAndWait(host.hub);
});
afterEach(() => far.stop());

function accept(body: unknown, key: unknown): Answer {
  const { from } = body as { readonly from?: string };
  const content = JSON.stringify(body);
  const earlier = contents.get(key);
  if (earlier !== undefined && earlier !== content) return refusal('idempotency_key_reused');
  if (from !== undefined && !owned.includes(from)) return refusal('sender_not_owned');
  const replayed = earlier === content && { headers: { 'idempotent-replayed': 'true' } };
  contents.set(key, content);
  if (!replayed) senders.push(from);
  return { status: 202, body: sample, ...replayed };
}
const refusal = (code: string): Answer => ({ status: 422, body: problemBody(code, 422) });

const answer = (to = texted) => ({
  ...{ _msgid: `to ${to}`, topic: person, payload: 'Hi' },
  event: { data: { direction: 'inbound', from: person, to } },
});

describe('the answer to a text', () => {
  it('goes out from the number that the person texted', async () => {
    await host.create('textloom-send', 'send').input(answer());
    expect(senders).toEqual([texted]);
  });

  it.each(['textloom-send', 'textloom-send-and-wait'])(
    'goes out from the default number with %s if the account does not own the texted number',
    async (type) => {
      owned = [];
      const node = host.create(type, 'send');
      void node.input(answer());
      await poll(10_000, async () => senders.length > 0 || node.errors.length > 0 || undefined);
      node.close();
      expect(node.errors).toEqual([]);
      expect(senders).toEqual([undefined]);
    },
  );

  it('asks nothing if the question would then go out from a name, to which nobody can reply', async () => {
    owned = [];
    defaultSender = 'Textloom';
    const node = host.create('textloom-send-and-wait', 'ask');
    await node.input(answer());
    expect(node.errors.join()).toMatch(/^From is empty, and your default number is a sender name/);
    expect(senders).toEqual([]);
  });

  it('is refused if the node itself names a sender that the account does not own', async () => {
    const node = host.create('textloom-send', 'send', { from: '+12025550177' });
    await node.input(answer());
    expect(node.errors).toHaveLength(1);
    expect(senders).toEqual([]);
  });

  it('is sent once for each Deduplication Key, whichever numbers the person texts', async () => {
    owned = [texted, '+12025550177'];
    const node = host.create('textloom-send', 'send', { deduplication_key: 'welcome' });
    for (const to of owned) await node.input(answer(to));
    expect(node.errors).toEqual([]);
    expect(senders).toEqual([undefined]);
    expect(node.sent).toMatchObject([{ already_sent: false }, { already_sent: true }]);
  });

  it.each([
    ['the account then did not own the number', () => (owned = [])],
    // The first version of the nodes did not look for this number.
    ['the message then had no event', () => undefined],
  ])('is not sent again from the texted number if %s', async (_, prepare) => {
    prepare();
    const node = host.create('textloom-send', 'send');
    const { event, ...text } = answer();
    await node.input(owned.length > 0 ? { ...text } : { ...text, event });
    owned = [texted];
    await node.input({ ...text, event });
    expect(node.errors).toEqual([]);
    expect(senders).toEqual([undefined]);
    expect(node.sent).toMatchObject([{ already_sent: false }, { already_sent: true }]);
  });
});
