import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createAppTester, type Bundle } from 'zapier-platform-core';
import { basePath, type EventType } from '@textloom/shared/contract';
import { app } from '../../connectors/zapier/src/index.ts';
import { sendMessageAndWaitForReply } from '../../connectors/zapier/src/creates/sendMessageAndWaitForReply.ts';
import { openFolder } from '../service/harness/database.ts';
import { openHarness, type Account, type Harness } from '../service/harness/harness.ts';
import { openSmsc, type Smsc } from '../service/carriers/smpp/smsc.ts';
import { until } from '../service/harness/until.ts';

const run = createAppTester(app);
/** A recipient who opted out gets no more texts, so each test has another one. */
let handset = 130;
const { performResume } = sendMessageAndWaitForReply.operation;

describe('a run that waits for a reply', () => {
  let harness: Harness;
  let account: Account;
  let smsc: Smsc;
  beforeAll(async () => {
    smsc = await openSmsc();
    const acme = { name: 'acme', host: '127.0.0.1', port: smsc.port, system_id: 'textloom' };
    harness = await openHarness(openFolder, { CARRIERS: JSON.stringify([acme]) });
    account = harness.account();
    await until('the carrier is bound', () => smsc.links() > 0);
  });
  afterAll(async () => {
    await harness.close();
    await smsc.close();
  });

  /** Sends a text to a phone. Returns a function that resumes the run that waits for the reply. */
  const ask = async (to: string, words?: object, event: EventType = 'message.received') => {
    const { id } = await account.client.message.send({ to, text: 'Can you come?' });
    await account.reaches(id);
    const webhook = await account.client.webhook.create({
      url: harness.receiver.hook().url,
      events: [event],
      filter: { message_id: [id] },
    });
    const authData = { base_url: harness.url + basePath, api_key: account.keys.send };
    const outputData = { id, webhook_id: webhook.id, words };
    return () => run(performResume!, { authData, outputData } as Partial<Bundle> as Bundle);
  };
  const reply = (from: string, text: string) =>
    smsc.deliver({ from: from.slice(1), to: account.number.slice(1), octets: Buffer.from(text) });

  it.each([
    ['Argentina', '+5491123456789', '+541123456789'],
    ['Brazil', '+551187654300', '+5511987654300'],
    ['Mexico', '+525512345678', '+5215512345678'],
  ])('gets it from the other spelling of a number in %s', async (_country, to, from) => {
    const resume = await ask(to);
    await reply(from, 'Yes');
    await reply(from, 'And one more thing');
    expect(await resume()).toMatchObject({ to, timed_out: false, reply: { from, text: 'Yes' } });
  });

  const yesOrNo = { approve: ['YES', 'C'], decline: ['NO'] };
  it.each([
    [['STOP', 'Yes'], undefined, { outcome: 'opted_out', opted_out: true, approved: null }],
    [['HELP'], undefined, { outcome: 'help', opted_out: false, reply: { keyword: 'help' } }],
    [['HELP', 'At 9'], undefined, { outcome: 'replied', reply: { text: 'At 9', keyword: null } }],
    [['STOP'], yesOrNo, { outcome: 'opted_out', opted_out: true, approved: false }],
    [['Yes please!'], yesOrNo, { outcome: 'approved', opted_out: false, approved: true }],
    [['c'], yesOrNo, { outcome: 'approved', approved: true }],
    [["Can't make it"], yesOrNo, { outcome: 'unclear', approved: null }],
    [['Yes, but later'], yesOrNo, { outcome: 'unclear', approved: null }],
    [['Who is this?', 'Yes'], yesOrNo, { outcome: 'approved', reply: { text: 'Yes' } }],
    [['HELP', 'Who is this?'], yesOrNo, { outcome: 'unclear', reply: { keyword: null } }],
    [['HELP'], yesOrNo, { outcome: 'help', approved: null }],
    [['No, sorry'], yesOrNo, { outcome: 'declined', approved: false }],
  ] as const)('continues after %j with the outcome (words: %j)', async (texts, words, outcome) => {
    const to = `+1202555${String(++handset).padStart(4, '0')}`;
    const resume = await ask(to, words);
    for (const text of texts) await reply(to, text);
    expect(await resume()).toMatchObject({ ...outcome, timed_out: false });
  });

  it('times out if the recipient only asked for help', async () => {
    const to = '+12025550129';
    const resume = await ask(to, yesOrNo, 'webhook.expired');
    await reply(to, 'HELP');
    expect(await resume()).toMatchObject({ outcome: 'timed_out', timed_out: true });
  });

  it('gets no reply to another message', async () => {
    const to = '+12025550123';
    const resume = await ask(to);
    await ask(to);
    await reply(to, 'Yes');
    await expect(resume()).rejects.toThrow('An unexpected request resumed this run.');
  });
});
